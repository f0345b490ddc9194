import * as playlists from '@vitrine/contract/features/playlists.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { expect, test } from 'vitest';
import { loginPlaylist, pairingState, startPairing } from './lightEndpoints.ts';

const pairs: [string, Endpoint, Endpoint][] = [
  ['loginPlaylist', loginPlaylist, playlists.loginPlaylist],
  ['startPairing', startPairing, playlists.startPairing],
  ['pairingState', pairingState, playlists.pairingState],
];

test.each(pairs)('%s goes where the contract says', (_name, light, { method, path }) => {
  expect({ method: light.method, path: light.path }).toEqual({ method, path });
});
