/** Becoming a screen: the key is kept, the session stored, and the wall goes to its playlist. */
import type { ScreenSession } from '@vitrine/contract/features/playlists.ts';
import { call } from '../../core/http.ts';
import { moveTo } from '../../core/place.ts';
import { storeUser } from '../../core/session.ts';
import { storage } from '../../core/storage.ts';
import { loginPlaylist } from './lightEndpoints.ts';

/** By the token of a link, or by the key that this browser has as a screen. */
export async function enterAsScreen(by: { token: string } | { key: string }): Promise<ScreenSession> {
  const answer = await call(loginPlaylist, { body: by });
  const key = answer.screen.key ?? ('key' in by ? by.key : null);
  if (key !== null) storage.write('bi:screen', { id: answer.screen.id, name: answer.screen.name, key });
  storage.remove('bi:cache', 'bi:config', 'bi:theme');
  storeUser({ user: answer.user, token: answer.token, tenant_id: answer.tenant_id, intended: '/' });
  return answer;
}

export const screenPath = ({ playlist }: Pick<ScreenSession, 'playlist'>): string => `/${playlist.id}/playlist/view`;

export const goPlaying = (answer: ScreenSession): void => moveTo(screenPath(answer), { replace: true });
