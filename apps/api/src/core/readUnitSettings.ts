/** The settings that hold in a unit now, read in the scope of that unit. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { UnitFacts } from './accessRules.ts';
import { settingsNow } from './accessRules.ts';
import type { Scoped } from './database/scoped.ts';
import { found } from './fail.ts';
import type { UnitSettings } from './unitSettings.ts';

export type StoredSettings = Pick<UnitFacts, 'settings' | 'partner_settings' | 'ip_before' | 'ip_probation_until'>;

/** For `settingsNow`, where they are read among other statements; always one row, for a unit sees its own settings alone. */
export const storedSettings: RawBuilder<StoredSettings> = sql`
  select ts.value as settings, ps.value as partner_settings, ts.ip_before, ts.ip_probation_until
  from (select) as unit left join tenant_setting ts on true left join partner_setting ps on true`;

export async function readUnitSettings(ctx: Scoped & { now: () => Date }): Promise<UnitSettings> {
  const [row] = await ctx.run(storedSettings);
  return settingsNow(found(row), ctx.now());
}
