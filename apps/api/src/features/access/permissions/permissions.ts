/** The audit of permissions: SQL finds the pairs of person and report with any assignment, `decide` decides each. */
import type { Download } from '@vitrine/contract/download.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import * as contract from '@vitrine/contract/access/permissions.ts';
import type { Permission } from '@vitrine/contract/access/permissions.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import type { ExportColumn } from '#platform/http/exportList.ts';
import { answerExport, chosenColumns, exportBatch, inBatches, yesOrNo } from '#platform/http/exportList.ts';
import type { ListAnswer } from '#platform/http/list.ts';
import { every, listPage, pageOf } from '#platform/http/list.ts';
import type { Decision } from '#domain/reportAccess/decide.ts';
import { askedOfService } from '#domain/reportAccess/askService.ts';
import { decideMany } from '#domain/reportAccess/facts.ts';
import { todayOf } from '#domain/reportAccess/visible.ts';
import { translate } from '#platform/translate.ts';

type Query = Input<typeof contract.permissions>['query'];
type Narrowing = Pick<Query, 'q' | 'membership_id' | 'report_id' | 'user_group_id' | 'through'>;
type Row = Pick<Permission, 'membership_id' | 'name' | 'email' | 'department' | 'report_id' | 'title' | 'group_name'>;

/** Keyset position: the page begins after this pair. */
type Place = Pick<Row, 'membership_id' | 'name' | 'report_id' | 'title'>;

const holds = (today: string, end: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${end} is null or ${end} >= ${today}::date)`;

type Door = 'membership' | 'user_group' | 'unit' | 'removed';

/** Assignments of the person `m` that are valid today, and removals. */
const doorsOfPerson = (today: string): Record<Door, RawBuilder<unknown>> => ({
  membership: sql`select ra.report_id from report_grant ra where ra.membership_id = m.id and ${holds(today, sql`ra.ends_on`)}`,
  user_group: sql`
    select ra.report_id from user_group_member gm join report_grant ra on ra.user_group_id = gm.group_id
    where gm.membership_id = m.id and ${holds(today, sql`gm.ends_on`)} and ${holds(today, sql`ra.ends_on`)}`,
  unit: sql`select ra.report_id from report_grant ra where ra.unit and ${holds(today, sql`ra.ends_on`)}`,
  removed: sql`select removal.report_id from report_removal removal where removal.membership_id = m.id`,
});

/** The same, seen from the report `r`. */
const doorsOfReport = (today: string): Record<Exclude<Door, 'unit'> | 'manager', RawBuilder<unknown>> => ({
  manager: sql`select a.id as membership_id from membership a where a.role = 'admin'`,
  membership: sql`
    select ra.membership_id from report_grant ra
    where ra.report_id = r.id and ra.membership_id is not null and ${holds(today, sql`ra.ends_on`)}`,
  user_group: sql`
    select gm.membership_id from report_grant ra join user_group_member gm on gm.group_id = ra.user_group_id
    where ra.report_id = r.id and ${holds(today, sql`gm.ends_on`)} and ${holds(today, sql`ra.ends_on`)}`,
  removed: sql`select removal.membership_id from report_removal removal where removal.report_id = r.id`,
});

/** Order and limit of the pairs, or neither. */
type Walk = { descending: boolean; limit: number | null; after: Place | null };

const unordered: Walk = { descending: false, limit: null, after: null };

/** Both levels are limited to the size of the page, so that a person with ten thousand reports is not read completely for twenty rows. */
const cut = ({ limit }: Walk, order: RawBuilder<unknown>): RawBuilder<unknown> =>
  limit === null ? sql`` : sql`order by ${order} limit ${sql.lit(limit)}`;

/**
 * Search words that the person does not match must match the title. They are evaluated once per person, and the fence
 * keeps it so.
 */
const missingWords = (q: string): RawBuilder<unknown> => sql`
  cross join lateral (
    select coalesce(array_agg(pattern), '{}') as patterns from unnest(search_patterns(${q})) as pattern
    where search_text(concat_ws(' ', p.name, p.email)) not like pattern offset 0
  ) as missing`;

/**
 * Pairs of ids, walked person by person: everybody in the order of names, each with the reports in the order of titles.
 * Managers see all active reports, others those that are assigned.
 */
function byPerson(today: string, wanted: Narrowing, walk: Walk): RawBuilder<unknown> {
  const { after, descending } = walk;
  const named = wanted.q === '' ? sql`` : sql`join person p on p.id = m.person_id ${missingWords(wanted.q)}`;
  const people = every(
    sql`m.state <> 'deactivated'`,
    wanted.membership_id === undefined ? undefined : sql`m.id = ${wanted.membership_id}`,
    wanted.user_group_id === undefined ? undefined : inGroup(wanted.user_group_id),
    after ? sql`(m.name_sort, m.id) >= (search_text(${after.name}), ${after.membership_id}::uuid)` : undefined,
  );
  const reports = every(
    sql`r.active`,
    wanted.report_id === undefined ? undefined : sql`r.id = ${wanted.report_id}`,
    wanted.q === '' ? undefined : sql`r.title_sort like all (missing.patterns)`,
    after
      ? sql`(m.id <> ${after.membership_id}::uuid or (r.title_sort, r.id) > (search_text(${after.title}), ${after.report_id}::uuid))`
      : undefined,
  );
  const doors = doorsOfPerson(today);
  const { through } = wanted;
  const byDoor = (door: RawBuilder<unknown>, who: RawBuilder<unknown>) => sql`
    select r.id, r.title_sort from (${door}) as door join report r on r.id = door.report_id where ${who} and ${reports}`;
  const order = sql`title_sort, id`;
  const managed = sql`(select r.id, r.title_sort from report r where m.role = 'admin' and ${reports} ${cut(walk, sql`r.title_sort, r.id`)})`;
  const each =
    through === 'manager'
      ? managed
      : through === undefined
        ? sql`${managed} union all ${byDoor(sql.join(Object.values(doors), sql` union `), sql`m.role <> 'admin'`)}`
        : byDoor(doors[through], sql`true`);
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`
    select m.id as membership_id, seen.id as report_id
    from membership m ${named} cross join lateral (select * from (${each}) as reached ${cut(walk, order)}) as seen
    where ${people}
    ${cut(walk, sql`m.name_sort ${direction}, m.id ${direction}, seen.title_sort, seen.id`)}`;
}

/** The same pairs, walked report by report: titles in their order, each with the people in the order of names. */
function byReport(today: string, wanted: Narrowing, walk: Walk): RawBuilder<unknown> {
  const { through } = wanted;
  const named = wanted.q === '' ? sql`` : sql`join person p on p.id = m.person_id ${missingWords(wanted.q)}`;
  const people = every(
    sql`m.state <> 'deactivated'`,
    wanted.membership_id === undefined ? undefined : sql`m.id = ${wanted.membership_id}`,
    wanted.user_group_id === undefined ? undefined : inGroup(wanted.user_group_id),
    wanted.q === '' ? undefined : sql`r.title_sort like all (missing.patterns)`,
  );
  const { manager, ...others } = doorsOfReport(today);
  const doors = through === undefined ? [manager, ...Object.values(others)] : through === 'unit' ? [] : [{ manager, ...others }[through]];
  const everybody = sql`(select m.id, m.name_sort from membership m ${named} where door.of_unit and ${people} ${cut(walk, sql`m.name_sort, m.id`)})`;
  const some =
    doors.length === 0
      ? undefined
      : sql`
        select m.id, m.name_sort from (${sql.join(doors, sql` union `)}) as one join membership m on m.id = one.membership_id ${named}
        where not door.of_unit and ${people}`;
  const ofUnit =
    through === undefined || through === 'unit'
      ? sql`exists (select from report_grant ra where ra.report_id = r.id and ra.unit and ${holds(today, sql`ra.ends_on`)})`
      : sql`false`;
  const direction = walk.descending ? sql`desc` : sql`asc`;
  return sql`
    select seen.id as membership_id, r.id as report_id
    from report r cross join lateral (select ${ofUnit} as of_unit offset 0) as door
    cross join lateral (select * from (${some ? sql`${everybody} union all ${some}` : everybody}) as reached ${cut(walk, sql`name_sort, id`)}) as seen
    where r.active and ${wanted.report_id === undefined ? sql`true` : sql`r.id = ${wanted.report_id}`}
    ${cut(walk, sql`r.title_sort ${direction}, r.id ${direction}, seen.name_sort, seen.id`)}`;
}

const inGroup = (id: string): RawBuilder<unknown> =>
  sql`m.id in (select gm.membership_id from user_group_member gm where gm.group_id = ${id})`;

const columns = sql`m.id as membership_id, p.name, p.email, m.department, r.id as report_id, r.title, g.name as group_name`;

/** The pairs with their columns, in the same order. They are walked once, whatever the database expects of a table that was just filled. */
const rowsOfPairs = (pairs: RawBuilder<unknown>): RawBuilder<Row> => sql<Row>`
  with pair as materialized (select *, row_number() over () as place from (${pairs}) as walked)
  select ${columns} from pair
  join membership m on m.id = pair.membership_id
  join person p on p.id = m.person_id
  join report r on r.id = pair.report_id
  join report_group g on g.id = r.group_id
  order by pair.place`;

async function listPermissions(ctx: Context, wanted: Query): Promise<ListAnswer<Permission>> {
  const today = todayOf(ctx);
  const one = wanted.report_id === undefined ? byPerson : byReport;
  const walked = wanted.membership_id === undefined && wanted.sort.endsWith('title') ? byReport : one;
  const walk: Walk = { descending: wanted.sort.startsWith('-'), limit: wanted.page * wanted.per_page, after: null };
  const page = sql`select * from (${walked(today, wanted, walk)}) as walked ${pageOf(wanted)}`;
  const { data, meta } = await listPage(ctx, wanted, rowsOfPairs(page), sql`select from (${one(today, wanted, unordered)}) as pair`);
  const decided = await askedOfService(ctx, await decideMany(ctx, data, today));
  return { data: decided.map(({ pair, decision }) => shown(pair, decision)), meta };
}

function shown(row: Row, decision: Decision): Permission {
  const ends = decision.reasons.flatMap(({ word, date }) => (word === 'grant_opens' ? [date ?? null] : []));
  const managed = decision.reasons.some(({ word }) => word === 'manager');
  return {
    ...row,
    id: `${row.membership_id}.${row.report_id}`,
    state: decision.see ? 'sees' : decision.why === 'not_found' ? 'closed' : decision.why,
    reasons: decision.reasons,
    filters: decision.see ? decision.filters : [],
    identity: decision.see ? decision.identity : null,
    edit: decision.see && decision.edit,
    // Access lasts as long as the longest assignment.
    ends_on: managed || ends.includes(null) ? null : (ends.toSorted((a, b) => String(a).localeCompare(String(b))).at(-1) ?? null),
  };
}

const through = ({ reasons }: Permission, locale: Locale): string =>
  reasons
    .flatMap(({ word, grant }) => {
      if (word === 'manager') return [translate(locale, 'reportAccess:through_manager')];
      if (word === 'removed') return [translate(locale, 'reportAccess:through_removed')];
      if (word !== 'grant_opens' || !grant) return [];
      return [grant.to === 'user_group' ? grant.name : translate(locale, `reportAccess:through_${grant.to}`)];
    })
    .join(', ');

const rowsOf = ({ state, filters, identity }: Permission, locale: Locale): string => {
  if (state !== 'sees') return '';
  if (identity) {
    return translate(locale, 'reportAccess:rows_as', { roles: identity.roles.join(' + ') || '–', username: identity.username });
  }
  const narrowed = filters.map(({ table, column, values }) => `${table}.${column}: ${values.join(', ')}`).join('; ');
  return narrowed || translate(locale, 'reportAccess:rows_all');
};

function exportColumns(locale: Locale): ExportColumn<Permission>[] {
  const header = (word: string) => translate(locale, `reportAccess:${word}`);
  return [
    { key: 'name', header: header('audit_person'), cell: ({ name }) => name },
    { key: 'email', header: 'E-mail', cell: ({ email }) => email },
    { key: 'department', header: header('audit_department'), cell: ({ department }) => department },
    { key: 'title', header: header('audit_report'), cell: ({ title }) => title },
    { key: 'group_name', header: header('audit_group'), cell: ({ group_name }) => group_name },
    { key: 'through', header: header('audit_through'), cell: (row) => through(row, locale) },
    { key: 'state', header: header('audit_state'), cell: ({ state }) => header(`state_${state}`) },
    { key: 'rows', header: header('rows'), cell: (row) => rowsOf(row, locale) },
    { key: 'edit', header: header('audit_edit'), cell: ({ edit }) => yesOrNo(locale, edit) },
    { key: 'ends_on', header: header('audit_until'), cell: ({ ends_on }) => ends_on },
  ];
}

/** The same lines as a file. Each batch begins where the last one ended, so that no pair is repeated or left out. */
async function exportPermissions(ctx: Context, wanted: Input<typeof contract.exportPermissions>['query']): Promise<Download> {
  const { locale } = ctx.request;
  const today = todayOf(ctx);
  const batch = async (after: Permission | null): Promise<Permission[]> => {
    const rows = await ctx.run(rowsOfPairs(byPerson(today, wanted, { descending: false, limit: exportBatch, after })));
    return (await askedOfService(ctx, await decideMany(ctx, rows, today))).map(({ pair, decision }) => shown(pair, decision));
  };
  const chosen = chosenColumns(exportColumns(locale), wanted.columns);
  return answerExport({ format: wanted.format, name: translate(locale, 'reportAccess:audit') }, chosen, inBatches(batch));
}

export function permissions(serve: Serve): void {
  serve(contract.exportPermissions, (ctx, { query: wanted }) => exportPermissions(ctx, wanted));
  serve(contract.permissions, (ctx, { query: wanted }) => listPermissions(ctx, wanted));
}
