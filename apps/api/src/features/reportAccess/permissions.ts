/** The audit of permissions: SQL finds the pairs that anything connects, `decide` says what each of them comes to. */
import type { Download } from '@vitrine/contract/download.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type * as contract from '@vitrine/contract/features/reportAccess.ts';
import type { Permission } from '@vitrine/contract/features/reportAccess.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import type { ExportColumn } from '../../core/exportList.ts';
import { answerExport, chosenColumns, exportBatch, inBatches, yesOrNo } from '../../core/exportList.ts';
import type { ListAnswer } from '../../core/list.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '../../core/list.ts';
import type { Decision } from '../../core/reportAccess/decide.ts';
import { decideMany } from '../../core/reportAccess/facts.ts';
import { todayOf } from '../../core/reportAccess/visible.ts';
import { say } from '../../core/words.ts';

type Query = Input<typeof contract.permissions>['query'];
type Narrowing = Pick<Query, 'q' | 'membership_id' | 'report_id' | 'user_group_id' | 'through'>;
type Row = Pick<Permission, 'membership_id' | 'name' | 'email' | 'department' | 'report_id' | 'title' | 'group_name'>;

/** Whatever connects a person with a report today: the door of each, and what shuts it. */
const doors = (today: string): RawBuilder<unknown> => sql`
  select 'membership' as through, ra.membership_id, ra.report_id from report_grant ra
  where ra.membership_id is not null and (ra.ends_on is null or ra.ends_on >= ${today}::date)
  union all
  select 'user_group', gm.membership_id, ra.report_id from report_grant ra join user_group_member gm on gm.group_id = ra.user_group_id
  where (ra.ends_on is null or ra.ends_on >= ${today}::date) and (gm.ends_on is null or gm.ends_on >= ${today}::date)
  union all
  select 'unit', m.id, ra.report_id from report_grant ra cross join membership m
  where ra.unit and (ra.ends_on is null or ra.ends_on >= ${today}::date)
  union all
  select 'manager', m.id, r.id from membership m cross join report r where m.role = 'admin'
  union all
  select 'removed', membership_id, report_id from report_removal`;

/** Pairs as `m`, `p`, `r`, `g`, one row each. */
function matching(ctx: Context, wanted: Narrowing): RawBuilder<unknown> {
  const conditions = every(
    wanted.membership_id === undefined ? undefined : sql`m.id = ${wanted.membership_id}`,
    wanted.report_id === undefined ? undefined : sql`r.id = ${wanted.report_id}`,
    wanted.user_group_id === undefined
      ? undefined
      : sql`exists (select from user_group_member x where x.membership_id = m.id and x.group_id = ${wanted.user_group_id})`,
    wanted.q === '' ? undefined : holdsWords(wanted.q, sql`p.name`, sql`p.email`, sql`r.title`),
  );
  const through = wanted.through === undefined ? sql`` : sql`where door.through = ${wanted.through}`;
  return sql`
    from (select distinct door.membership_id, door.report_id from (${doors(todayOf(ctx))}) as door ${through}) as pair
    join membership m on m.id = pair.membership_id and m.state <> 'D'
    join person p on p.id = m.person_id
    join report r on r.id = pair.report_id and r.active
    join report_group g on g.id = r.group_id
    where ${conditions}`;
}

const columns = sql`m.id as membership_id, p.name, p.email, m.department, r.id as report_id, r.title, g.name as group_name`;
const sorts = { name: sql`search_text(p.name)`, title: sql`r.title_sort` };
const ties = sql`search_text(p.name), r.title_sort, m.id, r.id`;

export async function listPermissions(ctx: Context, wanted: Query): Promise<ListAnswer<Permission>> {
  const pairs = matching(ctx, wanted);
  const sorted = orderBy(wanted.sort, sorts, ties);
  const rows = sql<Row>`
    select ${columns}
    ${pairs} ${sorted} ${pageOf(wanted)}`;
  const { data, meta } = await listPage(ctx, wanted, rows, sql`select ${pairs}`);
  const decided = await decideMany(ctx, data, todayOf(ctx));
  return { data: decided.map(({ pair, decision }) => shown(pair, decision)), meta };
}

function shown(row: Row, decision: Decision): Permission {
  const ends = decision.reasons.flatMap(({ word, date }) => (word === 'grant_opens' ? [date ?? null] : []));
  const managed = decision.reasons.some(({ word }) => word === 'manager');
  return {
    ...row,
    id: `${row.membership_id}.${row.report_id}`,
    state: decision.see ? 'sees' : decision.why === 'no_data_rule' ? 'no_data_rule' : 'closed',
    reasons: decision.reasons,
    filters: decision.see ? decision.filters : [],
    identity: decision.see ? decision.identity : null,
    edit: decision.see && decision.edit,
    // Whatever holds longest keeps the door open.
    ends_on: managed || ends.includes(null) ? null : (ends.toSorted((a, b) => String(a).localeCompare(String(b))).at(-1) ?? null),
  };
}

const through = ({ reasons }: Permission, locale: Locale): string =>
  reasons
    .flatMap(({ word, grant }) => {
      if (word === 'manager') return [say(locale, 'reportAccess:through_manager')];
      if (word === 'removed') return [say(locale, 'reportAccess:through_removed')];
      if (word !== 'grant_opens' || !grant) return [];
      return [grant.to === 'user_group' ? grant.name : say(locale, `reportAccess:through_${grant.to}`)];
    })
    .join(', ');

const rowsOf = ({ filters, identity }: Permission): string =>
  identity
    ? `${identity.roles.join(' + ')} (${identity.username})`
    : filters.map(({ table, column, values }) => `${table}.${column}: ${values.join(', ')}`).join('; ');

function exportColumns(locale: Locale): ExportColumn<Permission>[] {
  const header = (word: string) => say(locale, `reportAccess:${word}`);
  return [
    { key: 'name', header: header('audit_person'), cell: ({ name }) => name },
    { key: 'email', header: 'E-mail', cell: ({ email }) => email },
    { key: 'department', header: header('audit_department'), cell: ({ department }) => department },
    { key: 'title', header: header('audit_report'), cell: ({ title }) => title },
    { key: 'group_name', header: header('audit_group'), cell: ({ group_name }) => group_name },
    { key: 'through', header: header('audit_through'), cell: (row) => through(row, locale) },
    { key: 'state', header: header('audit_state'), cell: ({ state }) => header(`state_${state}`) },
    { key: 'rows', header: header('rows'), cell: rowsOf },
    { key: 'edit', header: header('audit_edit'), cell: ({ edit }) => yesOrNo(locale, edit) },
    { key: 'ends_on', header: header('audit_until'), cell: ({ ends_on }) => ends_on },
  ];
}

/** The same lines as a file. A batch begins where the last one ended, so that nobody is told twice or forgotten. */
export async function exportPermissions(ctx: Context, wanted: Input<typeof contract.exportPermissions>['query']): Promise<Download> {
  const { locale } = ctx.request;
  const pairs = matching(ctx, wanted);
  const batch = async (last: Permission | null): Promise<Permission[]> => {
    const after = last
      ? sql`and (search_text(p.name), r.title_sort, m.id, r.id) > (search_text(${last.name}), search_text(${last.title}), ${last.membership_id}::uuid, ${last.report_id}::uuid)`
      : sql``;
    const rows = await ctx.run(sql<Row>`select ${columns} ${pairs} ${after} order by ${ties} limit ${sql.lit(exportBatch)}`);
    return (await decideMany(ctx, rows, todayOf(ctx))).map(({ pair, decision }) => shown(pair, decision));
  };
  const chosen = chosenColumns(exportColumns(locale), wanted.columns);
  return answerExport({ format: wanted.format, name: say(locale, 'reportAccess:audit') }, chosen, inBatches(batch));
}
