/** What is written into a unit so that it has what a document says: things are added and changed, none is removed. */
import type { SetupDocument } from '@vitrine/contract/organisation/setupDocument.ts';
import { nameKey } from '@vitrine/contract/organisation/setupDocument.ts';
import { sql } from 'kysely';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import { stepsOf } from './setup.rules.ts';
import type { Todo, Writing } from './todo.ts';
import { todoOf } from './todo.ts';
import { writePlaylists, writeTerms } from './writeTerms.ts';
import { writeBrand } from './writeBrand.ts';
import { writeSettings } from './writeSettings.ts';

/** A new row comes last. */
const last = (table: 'report_group' | 'custom_field' | 'faq') =>
  sql<number>`(select coalesce(max(position), 0) + 1 from ${sql.table(table)})`;

function writeUserGroups(todo: readonly Todo<NonNullable<SetupDocument['user_groups']>[number]>[]): Statement[] {
  return todo.flatMap(({ item: { home_page, ...group }, id, added }) => {
    const values = { ...group, ...(home_page === undefined ? {} : { home_page }) };
    return [
      // There is one default group, so an earlier one loses the mark.
      ...(group.is_default ? [sql`update user_group set is_default = false where is_default and id <> ${id}`] : []),
      added
        ? query.insertInto('user_group').values({ tenant_id: ownTenant, id, ...values })
        : query
            .updateTable('user_group')
            .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
            .where('id', '=', id),
    ];
  });
}

/** Groups with their subgroups, and the ids of both by their names. */
function writeReportGroups({ document: { report_groups = [] }, unit }: Writing): {
  statements: Statement[];
  subgroups: Map<string, string>;
} {
  const { rows, document } = unit;
  const steps = new Set(stepsOf({ version: 1, report_groups }, document, 'report_groups').map(({ key }) => key));
  const groups = new Map(rows.report_groups.map(({ id, name }) => [nameKey(name), id]));
  const nameOf = new Map(rows.report_groups.map(({ id, name }) => [id, name]));
  const subgroups = new Map(rows.subgroups.map(({ id, group_id, name }) => [nameKey(nameOf.get(group_id) ?? '', name), id]));
  const statements = report_groups.flatMap(({ subgroups: inner, ...group }): Statement[] => {
    const known = groups.get(nameKey(group.name));
    const group_id = known ?? uuidv7();
    const own = known
      ? query
          .updateTable('report_group')
          .set((eb) => ({ ...group, version: eb('version', '+', 1) }))
          .where('id', '=', group_id)
      : query.insertInto('report_group').values({ tenant_id: ownTenant, id: group_id, position: last('report_group'), ...group });
    return [
      ...(steps.has(nameKey(group.name)) ? [own] : []),
      ...inner.flatMap((subgroup) => {
        const key = nameKey(group.name, subgroup.name);
        if (!steps.has(key)) return [];
        const there = subgroups.get(key);
        const id = there ?? uuidv7();
        subgroups.set(key, id);
        const position = sql<number>`(select coalesce(max(position), 0) + 1 from report_subgroup where group_id = ${group_id})`;
        return there
          ? query
              .updateTable('report_subgroup')
              .set((eb) => ({ ...subgroup, version: eb('version', '+', 1) }))
              .where('id', '=', id)
          : query.insertInto('report_subgroup').values({ tenant_id: ownTenant, group_id, id, position, ...subgroup });
      }),
    ];
  });
  return { statements, subgroups };
}

/** How registered reports are shown. In another place a report comes last. */
function writeReports(work: Writing, subgroups: ReadonlyMap<string, string>): Statement[] {
  const { rows } = work.unit;
  const before = new Map(rows.reports.map(({ id, subgroup }) => [id, subgroup]));
  return todoOf(work, 'reports', work.document.reports, rows.reports).map(({ item: { group, subgroup, ...report }, id }) => {
    const stays = nameKey(before.get(id) ?? '') === nameKey(subgroup ?? '');
    const place = { subgroup_id: subgroup === null ? null : (subgroups.get(nameKey(group, subgroup)) ?? null), position: null };
    return query
      .updateTable('report')
      .set((eb) => ({ ...report, ...(stays ? {} : place), version: eb('version', '+', 1) }))
      .where('id', '=', id);
  });
}

function writeCustomFields(work: Writing): Statement[] {
  const rows = work.unit.rows.custom_fields.filter(({ is_global }) => !is_global);
  return todoOf(work, 'custom_fields', work.document.custom_fields, rows).flatMap(({ item: { type, ...field }, id, added }): Statement[] =>
    added
      ? [query.insertInto('custom_field').values({ tenant_id: ownTenant, id, type, position: last('custom_field'), ...field })]
      : [
          query
            .updateTable('custom_field')
            .set((eb) => ({ ...field, version: eb('version', '+', 1) }))
            .where('id', '=', id),
          // What people are found by may have changed.
          sql`update membership set search = '' where custom ? ${id}`,
        ],
  );
}

/** Shifts keep the people whom they bind besides their groups. */
function writeShifts(work: Writing, groups: ReadonlyMap<string, string>): Statement[] {
  const todo = todoOf(work, 'access_hours', work.document.access_hours, work.unit.rows.shifts);
  const statements = todo.flatMap(({ item: { user_groups, ranges, holidays, ...shift }, id, added }): Statement[] => {
    const values = { ...shift, ranges: JSON.stringify(ranges), holidays: JSON.stringify(holidays) };
    const ids = user_groups.flatMap((name) => groups.get(nameKey(name)) ?? []);
    return [
      added
        ? query.insertInto('shift').values({ tenant_id: ownTenant, id, ...values })
        : query
            .updateTable('shift')
            .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
            .where('id', '=', id),
      sql`delete from shift_user_group where shift_id = ${id} and user_group_id <> all (${ids}::uuid[])`,
      sql`insert into shift_user_group (tenant_id, shift_id, user_group_id) select ${ownTenant}, ${id}, g.id from unnest(${ids}::uuid[]) as g (id)
        on conflict do nothing`,
    ];
  });
  // Open pages ask again when their hours of access end.
  return statements.length > 0 ? [...statements, publishEvent({ topic: 'access' })] : [];
}

function writeFaq(work: Writing): Statement[] {
  return todoOf(work, 'faq', work.document.faq, work.unit.rows.faq).map(({ item, id, added }) => {
    const values = { ...item, question: JSON.stringify(item.question), answer: JSON.stringify(item.answer) };
    return added
      ? query.insertInto('faq').values({ tenant_id: ownTenant, id, position: last('faq'), ...values })
      : query
          .updateTable('faq')
          .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
          .where('id', '=', id);
  });
}

/** All that has to be written, in an order in which what others refer to comes first. Nothing for a unit that has it all. */
export function statementsFor(work: Writing): Statement[] {
  const { rows } = work.unit;
  const userGroups = todoOf(work, 'user_groups', work.document.user_groups, rows.user_groups);
  const groups = new Map([
    ...rows.user_groups.map(({ id, name }) => [nameKey(name), id] as const),
    ...userGroups.map(({ id, item: { name } }) => [nameKey(name), id] as const),
  ]);
  const reportGroups = writeReportGroups(work);
  return [
    ...writeUserGroups(userGroups),
    ...reportGroups.statements,
    ...writeReports(work, reportGroups.subgroups),
    ...writeSettings(work),
    ...writeBrand(work),
    ...writeCustomFields(work),
    ...writeShifts(work, groups),
    ...writeTerms(work, groups),
    ...writeFaq(work),
    ...writePlaylists(work),
  ];
}
