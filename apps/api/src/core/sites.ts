/** Hosts under which the portal answers. The Host header only picks among them; every link we write is built from here. */
import type { Database } from './database/database.ts';
import { query } from './database/query.ts';
import type { Settings } from './settings.ts';

/** A host and whose it is: a unit's, a partner's, or the platform's when both ids are null. */
export type Site = {
  host: string;
  tenant_id: string | null;
  partner_id: string | null;
  /** Where links to this site begin. Never made of a header. */
  origin: string;
};

export type Sites = {
  /** `host` in lower case without port; null for one that nobody registered. */
  find: (host: string) => Promise<Site | null>;
};

const keptMs = 5000;
const keptAtMost = 1000;
const loopback = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Remembers for five seconds whose a host is, also that it is nobody's. */
export function openSites(settings: Settings, database: Database): Sites {
  const publicUrl = new URL(settings.publicUrl);
  const platform = (host: string): Site => ({ host, tenant_id: null, partner_id: null, origin: settings.publicUrl });
  const remembered = new Map<string, { site: Site | null; until: number }>();

  async function read(host: string): Promise<Site | null> {
    const [row] = await database.run(
      { kind: 'identity', read_only: true },
      query.selectFrom('domain').select(['tenant_id', 'partner_id']).where('host', '=', host).where('state', '=', 'active'),
    );
    if (!row) return null;
    // A domain is served by TLS wherever the platform is.
    const port = publicUrl.protocol === 'https:' ? '' : `:${publicUrl.port}`;
    return { host, ...row, origin: `${publicUrl.protocol}//${host}${port}` };
  }

  return {
    async find(host) {
      if (loopback.has(host) || host === publicUrl.hostname) return platform(host);
      const known = remembered.get(host);
      if (known && known.until > performance.now()) return known.site;
      const site = await read(host);
      if (remembered.size >= keptAtMost) remembered.clear();
      remembered.set(host, { site, until: performance.now() + keptMs });
      return site;
    },
  };
}
