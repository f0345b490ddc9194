/** Settings of a document, as statements. They stand in one row of the unit. */
import type { Updateable } from 'kysely';
import { sql } from 'kysely';
import { notify } from '#domain/notifications/notify.ts';
import { probationAfter } from '#domain/settings/settings.rules.ts';
import { addressRules } from '#domain/settings/tenantSettings.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Statement } from '#platform/database/query.ts';
import type { DB } from '#platform/database/schema.ts';
import { query } from '#platform/database/query.ts';
import { settingsAfter } from './settingsAfter.ts';
import { stepsOf } from './setup.rules.ts';
import type { Writing } from './todo.ts';

type Columns = Omit<Updateable<DB['tenant_setting']>, 'tenant_id' | 'version'>;

/** A unit that has no row yet has version 1, as everywhere. */
const save = (columns: Columns): Statement =>
  query
    .insertInto('tenant_setting')
    .values({ tenant_id: ownTenant, version: 2, ...columns })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ ...columns, version: sql<number>`tenant_setting.version + 1` }));

/** The author of an applied document is outside of the unit's list, or was asked before. */
const outside = { role: 'partner', ip_exempt: true, ip: '' } as const;

/** Administrators hear of another list of addresses, which may exclude them. */
function notices({ unit: { rows }, tenant_id, asked_by }: Writing): Statement[] {
  const person_ids = rows.administrators.map(({ person_id }) => person_id).filter((id) => id !== asked_by.id);
  const values = { person: asked_by.name, unit: rows.unit.name };
  return notify(tenant_id, { person_ids, kind: 'access_rules_changed', values, link: '/setting?section=access' });
}

export function writeSettings(work: Writing): Statement[] {
  const { document, unit, at } = work;
  if (!document.settings || stepsOf(document, unit.document, 'settings').length === 0) return [];
  const { before, document: after, was, is } = settingsAfter(unit.rows, document.settings, at);
  const { probation } = probationAfter(before, after, unit.rows.settings.partner_settings, outside, at);
  const changesAddresses = JSON.stringify(addressRules(was)) !== JSON.stringify(addressRules(is));
  return [
    save({
      value: JSON.stringify(after),
      ip_before: probation.ip_before ? JSON.stringify(probation.ip_before) : null,
      ip_probation_until: probation.ip_probation_until,
    }),
    ...(changesAddresses ? notices(work) : []),
  ];
}
