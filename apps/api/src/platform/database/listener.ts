/** One connection that listens to a channel of the database. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

const tryAgainMs = 2000;
/** A connection that only listens would never notice that nobody speaks any more. */
const checkMs = 3000;

/** `onWake` is also called after a reconnect, without what was said, because something may have been missed. */
export function openListener(
  { url, channel, log }: { url: string; channel: string; log: FastifyBaseLogger },
  onWake: (said?: string) => void,
) {
  const state: { client: pg.Client | null; closed: boolean } = { client: null, closed: false };
  let opening: Promise<void> | null = null;

  async function open(): Promise<void> {
    const application_name = `vitrine listening to ${channel}`;
    const next = new pg.Client({ connectionString: url, application_name, keepAlive: true, query_timeout: checkMs });
    const checking = setInterval(() => {
      next.query('select').catch(() => next.connection.stream.destroy());
    }, checkMs).unref();
    next.on('notification', ({ payload }) => onWake(payload));
    next.on('error', (error) => log.debug({ err: error }, 'the listening connection broke'));
    next.on('end', () => {
      clearInterval(checking);
      if (state.client !== next) return;
      state.client = null;
      void recover();
    });
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
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
      await listen().catch((error: unknown) => log.warn({ err: error }, 'notifications wait for the database'));
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
