/** The host of a unit, for links that are built without a request, such as in mails of jobs. */
import { query } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Environment } from '#platform/environment.ts';
import type { Host } from './hosts.ts';

/** The unit's own domain, else the partner's, else the platform. */
export async function hostOfTenant(
  { identity, environment }: { identity: Scoped; environment: Environment },
  tenant_id: string,
): Promise<Host> {
  const [row] = await identity.run(
    query
      .selectFrom('domain as d')
      .innerJoin('tenant as t', (join) =>
        join.on((eb) => eb.or([eb('t.id', '=', eb.ref('d.tenant_id')), eb('t.partner_id', '=', eb.ref('d.partner_id'))])),
      )
      .select(['d.host', 'd.tenant_id', 'd.partner_id'])
      .where('t.id', '=', tenant_id)
      .where('d.state', '=', 'active')
      .orderBy('d.tenant_id', (order) => order.asc().nullsLast())
      .orderBy('d.created_at'),
  );
  const platform = new URL(environment.publicUrl);
  if (!row) return { host: platform.hostname, tenant_id: null, partner_id: null, origin: environment.publicUrl };
  const port = platform.protocol === 'https:' ? '' : `:${platform.port}`;
  return { ...row, origin: `${platform.protocol}//${row.host}${port}` };
}
