/** Twenty people who add report groups one after the other, and what each of them was told. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../servers/portal.ts';

export type Write = { name: string; writer: number; began: number; ended: number; outcome: string };

const patienceMs = 20_000;

/** `saved`, or what the writer saw instead: the portal's own word, the proxy's status, or nothing. */
async function add(origin: string, { authorization, cookie, xsrf }: Session, name: string): Promise<string> {
  try {
    const answer = await fetch(`${origin}/api/report_groups`, {
      method: 'POST',
      headers: { authorization, cookie, 'x-xsrf-token': xsrf, lang: 'en-US', 'content-type': 'application/json' },
      body: JSON.stringify({ name, description: '', icon: 'store' }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await answer.text();
    if (answer.status === 201) return 'saved';
    return text.startsWith('{')
      ? `${answer.status} ${(JSON.parse(text) as { status?: string }).status ?? ''}`.trim()
      : `${answer.status} of nginx`;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'no connection';
  }
}

/** Writes until it is stopped; a refused write is not repeated, the next one has another name. */
export function startWriters(origin: string, sessions: readonly Session[]): { writes: Write[]; stop: () => Promise<void> } {
  const writes: Write[] = [];
  const stopping = new AbortController();
  const write = async (session: Session, writer: number) => {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      const name = `Group ${writer}-${number}`;
      const began = performance.now();
      const outcome = await add(origin, session, name);
      writes.push({ name, writer, began, ended: performance.now(), outcome });
      await sleep(outcome === 'saved' ? 50 : 200);
    }
  };
  const running = sessions.map(write);
  return {
    writes,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
