/** Whom an incident concerns: found by logs, put in by hand, taken out again, and taken away as a list. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import * as contract from '@vitrine/contract/privacy/incidents.ts';
import type { Concerned, IncidentSearch } from '@vitrine/contract/privacy/incidents.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { membersFoundBy } from '#domain/people/findMembers.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { isForeignKeyViolation } from '#platform/database/errors.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { answerExport, chosenColumns, inBatches } from '#platform/http/exportList.ts';
import { fail, found } from '#platform/http/fail.ts';
import { every, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { translate } from '#platform/translate.ts';
import { readIncident } from './incidentRows.ts';
import { foundWith } from './searches.ts';

const candidatesShown = 20;

type Wanted = Pick<Input<typeof contract.people>['query'], 'q' | 'found_by'>;

const from = sql`from incident_person c join membership m on m.id = c.membership_id join person p on p.id = m.person_id`;
const columns = sql`m.id, p.name, p.email, c.found_by, c.added_at`;

const matching = async (ctx: Context, incident_id: string, { q, found_by }: Wanted) =>
  every(sql`c.incident_id = ${incident_id}`, found_by && sql`c.found_by = ${found_by}`, await membersFoundBy(ctx, q));

/** Everybody in the list, in the order of names. */
export const allConcerned = (incident_id: string): RawBuilder<Concerned> =>
  sql<Concerned>`select ${columns} ${from} where c.incident_id = ${incident_id} order by m.name_sort, m.id`;

async function people(ctx: Context, id: string, wanted: Input<typeof contract.people>['query']): Promise<Answer<typeof contract.people>> {
  const { can } = await readIncident(ctx, id);
  const condition = await matching(ctx, id, wanted);
  const order = orderBy(wanted.sort, { name: sql`m.name_sort`, added_at: sql`c.added_at` }, sql`m.id`);
  const rows = sql<Concerned>`select ${columns} ${from} where ${condition} ${order} ${pageOf(wanted)}`;
  return { ...(await listPage(ctx, wanted, rows, sql`select ${from} where ${condition}`)), can: { add: can.edit } };
}

async function exportPeople(ctx: Context, id: string, { format, columns: names, ...wanted }: Input<typeof contract.exportPeople>['query']) {
  await readIncident(ctx, id);
  const { locale } = ctx.request;
  const condition = await matching(ctx, id, wanted);
  type Row = Concerned & { name_sort: string };
  const all = [
    { key: 'name', header: translate(locale, 'fields:names.name'), cell: ({ name }: Row) => name },
    { key: 'email', header: translate(locale, 'fields:names.email'), cell: ({ email }: Row) => email },
    {
      key: 'found_by',
      header: translate(locale, 'incidentFile:found_by'),
      cell: ({ found_by }: Row) => translate(locale, `incidentFile:found_${found_by}`),
    },
    { key: 'added_at', header: translate(locale, 'incidentFile:added_at'), cell: ({ added_at }: Row) => added_at },
  ];
  const rows = inBatches<Row>((last) =>
    ctx.run(sql<Row>`select ${columns}, m.name_sort ${from} where ${condition}
      ${last ? sql`and (m.name_sort, m.id) > (${last.name_sort}, ${last.id}::uuid)` : sql``} order by m.name_sort, m.id limit 2000`),
  );
  return answerExport({ format, name: translate(locale, 'incidentFile:people') }, chosenColumns(all, names), rows);
}

/** Those of the search who are members, and whether they stand in the list. */
const matches = (ctx: Context, id: string, asked: IncidentSearch) => sql`
  select m.id, m.name_sort, p.name, p.email, f.times, f.last_at, c.membership_id is not null as listed
  from (${foundWith(ctx, asked)}) f join membership m on m.person_id = f.person_id join person p on p.id = m.person_id
  left join incident_person c on c.incident_id = ${id} and c.membership_id = m.id`;

/** A search as the log names it. */
const searchOf = ({ kind, from: searched_from, until: searched_until, ...rest }: IncidentSearch) => ({
  found_by: kind,
  searched_from,
  searched_until,
  ...rest,
});

/** A report or group of the unit, as far as one is named. */
async function requireNamed(ctx: Context, { report_id, user_group_id }: IncidentSearch): Promise<void> {
  const [named] = await ctx.run(sql`
    select where ${every(
      report_id === undefined ? undefined : sql`exists (select from report where id = ${report_id})`,
      user_group_id === undefined ? undefined : sql`exists (select from user_group where id = ${user_group_id})`,
    )}`);
  found(named);
}

async function find(ctx: Context, id: string, asked: IncidentSearch): Promise<Answer<typeof contract.find>> {
  await readIncident(ctx, id);
  await requireNamed(ctx, asked);
  const [data, [numbers]] = await ctx.run(
    sql<Answer<typeof contract.find>['data'][number]>`
      select id, name, email, times, last_at from (${matches(ctx, id, asked)}) x order by name_sort, id limit ${sql.lit(contract.foundAtOnce)}`,
    sql<{ total: number; already: number }>`
      select count(*) as total, count(*) filter (where listed) as already from (${matches(ctx, id, asked)}) x`,
  );
  return { data, ...found(numbers) };
}

/** One line of the log for all of them: how they were found, and how many came. A line for each would bury the log. */
export const noted = (action: string, id: string, details: object): Statement =>
  query.insertInto('audit_log').values({ action, object_type: 'incident', object_id: id, before: null, after: JSON.stringify(details) });

/** Nobody closes it while the list is changed; a closed one takes nobody. */
async function holdOpen(tx: Transaction, id: string): Promise<void> {
  const [row] = await tx.run(sql<{ closed: boolean }>`select closed_at is not null as closed from incident where id = ${id} for share`);
  if (found(row).closed) fail('incident_closed');
}

async function put(ctx: Context, id: string, people: RawBuilder<unknown>, action: string, details: object): Promise<{ added: number }> {
  const work = ctx.withTenant(async (tx) => {
    await holdOpen(tx, id);
    const rows = await tx.run(sql`
      insert into incident_person (tenant_id, incident_id, membership_id, found_by, added_at)
      select ${ownTenant}, ${id}, x.id, x.found_by, ${ctx.now()} from (${people}) x on conflict do nothing returning membership_id`);
    if (rows.length > 0) await tx.run(noted(action, id, { ...details, added: rows.length }));
    return { added: rows.length };
  });
  return work.catch((error: unknown) => {
    // Foreign keys contain the tenant, so a person of another unit counts as missing.
    if (isForeignKeyViolation(error)) return fail('not_found');
    throw error;
  });
}

const remove = (ctx: Context, id: string, membership_id: string): Promise<void> =>
  ctx.withTenant(async (tx) => {
    await holdOpen(tx, id);
    const [gone] = await tx.run(sql<{ found_by: string }>`
      delete from incident_person where incident_id = ${id} and membership_id = ${membership_id} returning found_by`);
    await tx.run(noted('incident.remove_person', id, { membership_id, found_by: found(gone).found_by }));
  });

export function concerned(serve: Serve): void {
  serve(contract.people, (ctx, { params, query: wanted }) => people(ctx, params.id, wanted));
  serve(contract.exportPeople, (ctx, { params, query: wanted }) => exportPeople(ctx, params.id, wanted));
  serve(contract.candidates, async (ctx, { params, query: { q } }) => {
    await readIncident(ctx, params.id);
    const data = await ctx.run(sql<{ id: string; name: string; email: string }>`
      select m.id, p.name, p.email from membership m join person p on p.id = m.person_id
      where ${await membersFoundBy(ctx, q)}
        and not exists (select from incident_person c where c.incident_id = ${params.id} and c.membership_id = m.id)
      order by m.name_sort, m.id limit ${sql.lit(candidatesShown)}`);
    return { data };
  });
  serve(contract.find, (ctx, { params, query: asked }) => find(ctx, params.id, asked));
  serve(contract.addFound, async (ctx, { params, body }) => {
    await requireNamed(ctx, body);
    const people = sql`select id, ${body.kind}::text as found_by from (${matches(ctx, params.id, body)}) y`;
    return put(ctx, params.id, people, 'incident.add_found', searchOf(body));
  });
  serve(contract.addPeople, (ctx, { params, body: { membership_ids } }) =>
    put(ctx, params.id, sql`select unnest(${membership_ids}::uuid[]) as id, 'hand' as found_by`, 'incident.add_people', { membership_ids }),
  );
  serve(contract.removePerson, (ctx, { params }) => remove(ctx, params.id, params.membership_id));
}
