/** The session of an embedded page: its token is in memory alone, and a new token of the host takes its place without a reload. */
import type { EmbeddedSession } from '@vitrine/contract/embedding/embedding.ts';
import { enter } from '#endpoints/embedding/embedding.ts';
import { call, http } from '#platform/http.ts';

const minute = 60_000;
/** How long before its end the host is asked for a new token, and how often. */
const earlyMs = 5 * minute;
const againMs = minute;

type Events = { onEnding: (expires_at: string) => void; onOver: () => void };

export type SessionKeeper = { enter: (token: string) => Promise<EmbeddedSession> };

export function keepSession({ onEnding, onOver }: Events): SessionKeeper {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (expires_at: string) => {
    clearTimeout(timer);
    const left = Date.parse(expires_at) - Date.now();
    if (left <= 0) onOver();
    else if (left > earlyMs) timer = setTimeout(() => watch(expires_at), left - earlyMs);
    else {
      onEnding(expires_at);
      timer = setTimeout(() => watch(expires_at), Math.min(againMs, left));
    }
  };
  return {
    enter: async (token) => {
      const session = await call(enter, { body: { token } });
      http.defaults.headers.common.Authorization = `Bearer ${session.token}`;
      watch(session.expires_at);
      return session;
    },
  };
}
