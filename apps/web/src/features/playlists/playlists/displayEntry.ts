/** Makes this browser a display: stores key and session and opens the playlist. */
import type { ScreenSession } from '@vitrine/contract/playlists/playlists.ts';
import { call } from '#platform/http.ts';
import { moveTo } from '#platform/navigation.ts';
import { storeUser } from '#platform/session.ts';
import { storage } from '#platform/storage.ts';
import { loginPlaylist } from '#endpoints/playlists/playlists.ts';

/** Signs in by the token of a link, or by the stored key of this display. */
export async function enterAsScreen(by: { token: string } | { key: string }): Promise<ScreenSession> {
  const answer = await call(loginPlaylist, { body: by });
  const key = answer.screen.key ?? ('key' in by ? by.key : null);
  if (key !== null) storage.write('bi:screen', { id: answer.screen.id, name: answer.screen.name, key });
  storage.remove('bi:cache', 'bi:config', 'bi:theme');
  storeUser({ user: answer.user, token: answer.token, tenant_id: answer.tenant_id, intended: '/' });
  return answer;
}

const screenPath = ({ playlist }: Pick<ScreenSession, 'playlist'>): string => `/${playlist.id}/playlist/view`;

export const goPlaying = (answer: ScreenSession): void => moveTo(screenPath(answer), { replace: true });
