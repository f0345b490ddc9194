/** The brand of a document, as statements: it is published in the unit's own theme, or in a new one where it uses none. */
import { sql } from 'kysely';
import { publishing, tellPages } from '#domain/branding/publishTheme.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Statement } from '#platform/database/query.ts';
import { brandAfter } from './brand.rules.ts';
import { stepsOf } from './setup.rules.ts';
import type { Writing } from './todo.ts';

export function writeBrand({ document: { brand, ...document }, unit, at, tenant_id, asked_by }: Writing): Statement[] {
  if (!brand || stepsOf({ brand, ...document }, unit.document, 'brand').length === 0) return [];
  const { look } = unit.rows;
  const draft = JSON.stringify(brandAfter(look?.document, brand));
  const name = brand.theme?.name ?? look?.name ?? unit.rows.unit.name;
  const where = look ? sql`id = ${look.theme_id}` : sql`name_key = lower(${name})`;
  // A name that another theme of the unit has stays with it.
  const write = look
    ? sql`update theme set draft = ${draft}::jsonb,
        name = case when exists (select from theme o where o.name_key = lower(${name}) and o.id <> theme.id) then name else ${name} end
        where ${where}`
    : sql`insert into theme (tenant_id, name, draft) values (${ownTenant}, ${name}, ${draft}::jsonb)
        on conflict (tenant_id, partner_id, name_key) do update set draft = excluded.draft`;
  return [
    write,
    publishing({ where, document: sql`draft`, by: sql`${asked_by.id}::uuid`, now: at }),
    sql`
      insert into tenant_setting (tenant_id, theme_id, version) select ${ownTenant}, id, 2 from theme where ${where}
      on conflict (tenant_id) do update set theme_id = excluded.theme_id where tenant_setting.theme_id is distinct from excluded.theme_id`,
    tellPages({ tenant_id, partner_id: null }),
  ];
}
