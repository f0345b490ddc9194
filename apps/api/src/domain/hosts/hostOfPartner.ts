/** The host at which the staff of a partner is at home, for links that are built without a request. */
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Environment } from '#platform/environment.ts';
import type { Host } from './hosts.ts';

/** The partner's own domain, else the platform. */
export async function hostOfPartner(
  { identity, environment }: { identity: Scoped; environment: Environment },
  partner_id: string,
): Promise<Host> {
  const [row] = await identity.run(sql<{ host: string }>`
    select host from domain where partner_id = ${partner_id} and state = 'active' order by created_at, host limit 1`);
  const platform = new URL(environment.publicUrl);
  if (!row) return { host: platform.hostname, tenant_id: null, partner_id: null, origin: environment.publicUrl };
  const port = platform.protocol === 'https:' ? '' : `:${platform.port}`;
  return { host: row.host, tenant_id: null, partner_id, origin: `${platform.protocol}//${row.host}${port}` };
}
