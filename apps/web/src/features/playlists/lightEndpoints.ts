/** What a wall calls before it is anybody: the public page carries no schemas (core/lightEndpoints.ts says why). */
import type * as playlists from '@vitrine/contract/features/playlists.ts';
import { light } from '../../core/lightEndpoints.ts';

export const loginPlaylist = light<typeof playlists.loginPlaylist>('POST', '/api/login/playlist');
export const startPairing = light<typeof playlists.startPairing>('POST', '/api/login/playlist/pairing');
export const pairingState = light<typeof playlists.pairingState>('POST', '/api/login/playlist/pairing/state');
