/** A PostgreSQL of its own with a standby that follows it: a copy of its cluster that streams what the first one writes. */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { openEmbeddedServer } from '@vitrine/embedded-postgres/embeddedPostgres.ts';
import { asOwner, prepared } from './server.ts';
import type { TestServer } from './server.ts';

export type ServerWithStandby = TestServer & {
  /** The same database at the standby. */
  standbyUrl: (url: string) => string;
  /** The standby goes on answering, and makes no more changes until it is let go. */
  hold: () => Promise<void>;
  letGo: () => Promise<void>;
  /** Waits until it has made all that the first one has. */
  caughtUp: () => Promise<void>;
  stopStandby: () => Promise<void>;
  close: () => Promise<void>;
};

const cluster = 'pg18';
const fast = { fsync: false };

export async function openServerWithStandby(): Promise<ServerWithStandby> {
  const directory = mkdtempSync(join(tmpdir(), 'vitrine-standby-'));
  const [first, second] = ['first', 'second'].map((name) => join(directory, name)) as [string, string];
  // A server that has stopped leaves files that can be copied.
  await (await openEmbeddedServer({ directory: first, ...fast })).close();
  execFileSync('cp', ['-a', first, second]);
  const signal = join(second, cluster, 'standby.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(join(second, cluster));
  chownSync(signal, uid, gid);

  const primary = await openEmbeddedServer({ directory: first, ...fast });
  const { username, password, port } = new URL(primary.ownerUrl);
  const settings = { primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}`, hot_standby_feedback: 'on' };
  const standby = await openEmbeddedServer({ directory: second, ...fast, settings });
  const close = async () => {
    await standby.close();
    await primary.close();
    rmSync(directory, { recursive: true, force: true });
  };
  const atStandby = (text: string, values: string[] = []) => asOwner(standby.ownerUrl, (client) => client.query(text, values));
  const standbyUrl = (url: string) => Object.assign(new URL(url), { port: new URL(standby.ownerUrl).port }).href;
  return {
    ...(await prepared({ ownerUrl: primary.ownerUrl, close })),
    standbyUrl,
    hold: async () => void (await atStandby('select pg_wal_replay_pause()')),
    letGo: async () => void (await atStandby('select pg_wal_replay_resume()')),
    async caughtUp() {
      const { rows } = await asOwner(primary.ownerUrl, (client) =>
        client.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at'),
      );
      const at = rows[0]?.at ?? '';
      for (;;) {
        const { rowCount } = await atStandby('select where pg_last_wal_replay_lsn() >= $1::pg_lsn', [at]);
        if (rowCount === 1) return;
        await sleep(20);
      }
    },
    stopStandby: standby.close,
    close,
  };
}
