/** The site under which a unit is reached, for links that no request leads to: mails of jobs. */
import { query } from './database/query.ts';
import type { Scoped } from './database/scoped.ts';
import type { Settings } from './settings.ts';
import type { Site } from './sites.ts';

/** The unit's own domain, else the partner's, else the platform. */
export async function siteOfUnit({ identity, settings }: { identity: Scoped; settings: Settings }, tenant_id: string): Promise<Site> {
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
  const platform = new URL(settings.publicUrl);
  if (!row) return { host: platform.hostname, tenant_id: null, partner_id: null, origin: settings.publicUrl };
  const port = platform.protocol === 'https:' ? '' : `:${platform.port}`;
  return { ...row, origin: `${platform.protocol}//${row.host}${port}` };
}
