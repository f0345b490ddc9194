/** Hosts under which the portal answers. The Host header only selects one of them; every link is built from here. */
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#platform/database/database.ts';
import { openListener } from '#platform/database/listener.ts';
import { query } from '#platform/database/query.ts';
import type { Environment } from '#platform/environment.ts';

/** A host and its owner: a unit, a partner, or the platform when both ids are null. */
export type Host = {
  host: string;
  tenant_id: string | null;
  partner_id: string | null;
  /** The origin of links to this host. Never built from a header. */
  origin: string;
};

export type Hosts = {
  /** The host of the installation itself. */
  platform: Host;
  /** `host` in lower case without port; null for an unregistered one. */
  find: (host: string) => Promise<Host | null>;
  close: () => Promise<void>;
};

const keptMs = 5000;
const keptAtMost = 1000;
/** The host to which links in mails lead; a loopback address stands for the platform's own. */
export const linkedHost = ({ origin }: Host): string => new URL(origin).hostname;

const channel = 'vitrine_hosts';
/** Among the statements of a change: every process forgets at once whose the hosts are. */
export const hostsChanged = sql`select pg_notify(${channel}, '')`;

const loopback = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** What tells that hosts have changed: `url` leads past a pooler, because listening needs a connection of its own. */
type Listening = { url: string; log: FastifyBaseLogger };

/**
 * Caches for five seconds who owns a host, also that nobody does. What was removed is forgotten at once where somebody listens; the
 * connection is opened by the first host that is not the platform's.
 */
export function openHosts(environment: Environment, database: Database, listening: Listening | null = null): Hosts {
  const publicUrl = new URL(environment.publicUrl);
  const platform = (host: string): Host => ({ host, tenant_id: null, partner_id: null, origin: environment.publicUrl });
  const remembered = new Map<string, { owner: Host | null; until: number }>();
  // What was read while something changed may be older than the change.
  let changed = 0;
  const forget = () => {
    changed++;
    remembered.clear();
  };
  const changes = listening ? openListener({ ...listening, channel }, forget) : null;

  async function read(host: string): Promise<Host | null> {
    const [row] = await database.run(
      { kind: 'identity', read_only: true },
      query.selectFrom('domain').select(['tenant_id', 'partner_id']).where('host', '=', host).where('state', '=', 'active'),
    );
    if (!row) return null;
    // Domains use https if the platform does.
    const port = publicUrl.protocol === 'https:' ? '' : `:${publicUrl.port}`;
    return { host, ...row, origin: `${publicUrl.protocol}//${host}${port}` };
  }

  return {
    platform: platform(publicUrl.hostname),
    async find(host) {
      if (loopback.has(host) || host === publicUrl.hostname) return platform(host);
      const known = remembered.get(host);
      if (known && known.until > performance.now()) return known.owner;
      await changes?.listen().catch(() => undefined);
      const before = changed;
      const owner = await read(host);
      if (changed !== before) return owner;
      if (remembered.size >= keptAtMost) remembered.clear();
      remembered.set(host, { owner, until: performance.now() + keptMs });
      return owner;
    },
    async close() {
      await changes?.close();
    },
  };
}
