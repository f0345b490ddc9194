/** One connection that listens, as long as somebody here wants to hear. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

const tryAgainMs = 2000;

/** `onWake` also after each time that the connection had to be made anew: something may have been missed. */
export function openEar(url: string, log: FastifyBaseLogger, onWake: () => void) {
  const state: { client: pg.Client | null; closed: boolean } = { client: null, closed: false };
  let opening: Promise<void> | null = null;

  async function open(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'vitrine live', keepAlive: true });
    next.on('notification', onWake);
    next.on('error', (error) => log.debug({ err: error }, 'the listening connection broke'));
    next.on('end', () => {
      if (state.client !== next) return;
      state.client = null;
      void recover();
    });
    try {
      await next.connect();
      await next.query('listen vitrine_live');
      state.client = next;
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
  }

  async function recover(): Promise<void> {
    while (!state.closed && state.client === null) {
      await sleep(tryAgainMs, undefined, { ref: false });
      if (state.closed) return;
      await listen().catch((error: unknown) => log.warn({ err: error }, 'live events wait for the database'));
    }
    onWake();
  }

  const listen = async (): Promise<void> => {
    if (state.client || state.closed) return;
    opening ??= open().finally(() => {
      opening = null;
    });
    await opening;
  };

  return {
    listen,
    async close() {
      state.closed = true;
      await opening?.catch(() => {});
      const last = state.client;
      state.client = null;
      await last?.end();
    },
  };
}
