/** The settings that hold in a unit now, read in the scope of that unit. */
import { sql } from 'kysely';
import type { UnitFacts } from './accessRules.ts';
import { settingsNow } from './accessRules.ts';
import type { Scoped } from './database/scoped.ts';
import { found } from './fail.ts';
import type { UnitSettings } from './unitSettings.ts';

type Row = Pick<UnitFacts, 'settings' | 'partner_settings' | 'ip_before' | 'ip_probation_until'>;

export async function readUnitSettings(ctx: Scoped & { now: () => Date }): Promise<UnitSettings> {
  const [row] = await ctx.run(sql<Row>`
    select ts.value as settings, ps.value as partner_settings, ts.ip_before, ts.ip_probation_until
    from tenant t
    left join tenant_setting ts on ts.tenant_id = t.id
    left join partner_setting ps on ps.partner_id = t.partner_id
    where t.id = app_setting('tenant_id')::uuid`);
  return settingsNow(found(row), ctx.now());
}
