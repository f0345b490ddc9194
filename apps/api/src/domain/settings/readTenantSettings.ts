/** The settings that hold in a unit now, read in the scope of that unit. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { UnitFacts } from '#domain/access/accessRules.ts';
import { settingsNow } from '#domain/access/accessRules.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { found } from '#platform/http/fail.ts';
import type { TenantSettings } from './tenantSettings.ts';

export type StoredSettings = Pick<UnitFacts, 'settings' | 'partner_settings' | 'ip_before' | 'ip_probation_until'>;

/** For `settingsNow`, when it is read with other statements. Always one row, because a unit sees only its own settings. */
export const storedSettings: RawBuilder<StoredSettings> = sql`
  select ts.value as settings, ps.value as partner_settings, ts.ip_before, ts.ip_probation_until
  from (select) as unit left join tenant_setting ts on true left join partner_setting ps on true`;

export async function readTenantSettings(ctx: Scoped & { now: () => Date }): Promise<TenantSettings> {
  const [row] = await ctx.run(storedSettings);
  return settingsNow(found(row), ctx.now());
}
