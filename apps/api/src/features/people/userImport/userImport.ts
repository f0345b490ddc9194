/** Importing people: upload, columns, review, the work in the background, results and undoing. */
import * as contract from '@vitrine/contract/people/userImport.ts';
import type { ImportProblem, UserImport } from '@vitrine/contract/people/userImport.ts';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import { dayIn } from '#domain/access/accessRules.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import { every, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { managedUnits } from '#domain/people/managedTenants.ts';
import { endSessions } from '#domain/people/sessionsOf.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { addFromFile, addFromUnit, rememberMapping } from './addImport.ts';
import { importOf, importPage, toUserImport } from './importStore.ts';
import { validateRows, judgeAround, readReview } from './validateRows.ts';
import { exportResults } from './results.ts';
import { importTemplate } from './template.ts';
import type { ImportRules } from './rows.rules.ts';
import { suggestionsFor } from './suggest.rules.ts';
import { importUsers } from './userImport.jobs.ts';

type Row = {
  line: number;
  cells: string[];
  state: 'pending' | 'success' | 'failed';
  problems: Record<string, ImportProblem>;
  doubtful: boolean;
  returns: boolean;
};

const read = async (ctx: Context, id: string): Promise<UserImport> => toUserImport(found((await ctx.run(importOf(id)))[0]), ctx.now());

/** The import in this state and version; otherwise it has changed meanwhile. */
async function inReview(ctx: Context, id: string, version?: number): Promise<UserImport> {
  const given = await read(ctx, id);
  return given.state === 'review' && (version === undefined || given.version === version) ? given : fail('conflict');
}

async function mapColumns(
  ctx: Context,
  id: string,
  body: { mapping: (string | null)[]; update_existing: boolean; version: number },
): Promise<UserImport> {
  const given = await inReview(ctx, id, body.version);
  const used = body.mapping.filter((field) => field !== null);
  const columns = given.header.length;
  if (body.mapping.length !== columns) failFields({ mapping: `exact_items:${columns}` });
  if (new Set(used).size < used.length) failFields({ mapping: 'repeated' });
  if (!used.includes('name') || !used.includes('email')) failFields({ mapping: 'columns_missing' });
  await ctx.run(
    query
      .updateTable('user_import')
      .set((row) => ({ mapping: body.mapping as string[], update_existing: body.update_existing, version: row('version', '+', 1) }))
      .where('id', '=', id),
    rememberMapping(given.header, body.mapping),
  );
  await validateRows(ctx, id);
  return read(ctx, id);
}

async function correctRow(ctx: Context, id: string, line: number, cells: string[]) {
  const given = await inReview(ctx, id);
  if (cells.length !== given.header.length) failFields({ cells: `exact_items:${given.header.length}` });
  const [former] = await ctx.run(
    sql<Row>`select line, cells, state, problems, doubtful, returns from user_import_row where import_id = ${id} and line = ${line}`,
  );
  found(former);
  await ctx.run(sql`update user_import_row set cells = ${cells}::text[] where import_id = ${id} and line = ${line}`);
  await judgeAround(ctx, id, line, former?.cells ?? []);
  const [row] = await ctx.run(
    sql<Row>`select line, cells, state, problems, doubtful, returns from user_import_row where import_id = ${id} and line = ${line}`,
  );
  const { around } = await readReview(ctx, id);
  return shown(found(row), around);
}

const shown = ({ doubtful, ...row }: Row, around: ImportRules) => ({
  ...row,
  id: String(row.line),
  suggestions: suggestionsFor(
    row.cells,
    [...Object.keys(row.problems), ...(doubtful ? [String(around.mapping.indexOf('email'))] : [])],
    around,
  ),
});

/** Rows with problems fail at once if errors are ignored; the others wait for the job. */
async function startImport(
  ctx: Context,
  id: string,
  { ignore_errors, reactivate, version }: Input<typeof contract.start>['body'],
): Promise<UserImport> {
  await inReview(ctx, id, version);
  await validateRows(ctx, id);
  const given = await inReview(ctx, id, version);
  if (given.with_problems > 0 && !ignore_errors) fail('users_not_registered', { count: given.with_problems });
  if (given.with_problems + (reactivate ? 0 : given.returning) === given.rows) fail('import_file_invalid');
  const may_grant_admin = holds(ctx.actor, 'grant_admin', 'use');
  const [started] = await ctx.run(
    query
      .updateTable('user_import')
      .set({ state: 'running', ignore_errors, started_at: ctx.now(), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id'),
    reactivate
      ? sql`select`
      : sql`update user_import_row set problems = jsonb_build_object(${String(given.mapping.indexOf('email'))}::text, 'deactivated') where import_id = ${id} and problems = '{}' and returns`,
    sql`update user_import_row set state = 'failed' where import_id = ${id} and problems <> '{}'`,
    addJob(importUsers, ctx.actor.tenant_id ?? '', { import_id: id, may_grant_admin }, { key: id }),
  );
  if (started.length === 0) fail('conflict');
  return read(ctx, id);
}

/** Deactivates people who joined by this import, and keeps how many it left: those whom it updated, the caller, and who is deactivated already. */
async function undoImport(ctx: Context, id: string): Promise<UserImport> {
  const given = await read(ctx, id);
  if (given.undo_until === null) fail('conflict');
  const today = dayIn(ctx.actor.timezone, ctx.now());
  const me = ctx.actor.person_id;
  const [, gone] = await ctx.run(
    sql`
      update user_import i set state = 'undone', version = i.version + 1, undone = (
        select jsonb_build_object(
          'deactivated', count(*) filter (where r.made and m.state <> 'deactivated' and m.person_id <> ${me}),
          'updated', count(*) filter (where not r.made),
          'already', count(*) filter (where r.made and (m.id is null or m.state = 'deactivated')),
          'yourself', count(*) filter (where r.made and m.state <> 'deactivated' and m.person_id = ${me}))
        from user_import_row r left join membership m on m.id = r.membership_id where r.import_id = i.id and r.state = 'success')
      where i.id = ${id} and i.state = 'done'`,
    sql<{ person_id: string }>`
      update membership m set state = 'deactivated', deactivated_on = ${today}::date, version = m.version + 1
      from user_import_row r where r.import_id = ${id} and r.made and r.membership_id = m.id and m.state <> 'deactivated' and m.person_id <> ${me}
      returning m.person_id`,
  );
  const people = gone.map(({ person_id }) => person_id);
  await ctx.identity.run(endSessions(people, { tenant_id: ctx.actor.tenant_id, reason: 'deactivated', now: ctx.now() }));
  return read(ctx, id);
}

const only = {
  problems: sql`r.problems <> '{}'`,
  doubtful: sql`r.problems = '{}' and r.doubtful`,
  returning: sql`r.problems = '{}' and r.returns`,
  good: sql`r.problems = '{}'`,
  success: sql`r.state = 'success'`,
  failed: sql`r.state = 'failed'`,
};

export function userImport(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const { data, meta } = await listPage(ctx, wanted, importPage(pageOf(wanted)), sql`select from user_import`);
    return { data: data.map((record) => toUserImport(record, ctx.now())), meta };
  });
  serve(contract.add, (ctx, { body, query: { name } }) => addFromFile(ctx, body as Uint8Array, name));
  serve(contract.sources, async (ctx) => {
    const units = (await managedUnits(ctx)).filter(({ id }) => id !== ctx.actor.tenant_id);
    const counts = await ctx.identity.run(sql<{ tenant_id: string; people: number }>`
      select tenant_id, count(*) as people from membership where state = 'active' and tenant_id = any (${units.map(({ id }) => id)}::uuid[]) group by tenant_id`);
    return { data: units.map((unit) => ({ ...unit, people: counts.find(({ tenant_id }) => tenant_id === unit.id)?.people ?? 0 })) };
  });
  serve(contract.addFromUnit, (ctx, { body }) => addFromUnit(ctx, body.source_tenant_id));
  serve(contract.get, (ctx, { params }) => read(ctx, params.id));
  serve(contract.map, (ctx, { params, body }) => mapColumns(ctx, params.id, body));
  serve(contract.rows, async (ctx, { params, query: wanted }) => {
    const { around } = await readReview(ctx, params.id);
    const condition = every(
      sql`r.import_id = ${params.id}`,
      wanted.only ? only[wanted.only] : undefined,
      wanted.q === '' ? undefined : sql`search_text(array_to_string(r.cells, ' ')) like all (search_patterns(${wanted.q}))`,
    );
    const rows = sql<Row>`
      select r.line, r.cells, r.state, r.problems, r.doubtful, r.returns from user_import_row r where ${condition}
      ${orderBy(wanted.sort, { line: sql`r.line` }, sql`r.line`)} ${pageOf(wanted)}`;
    const { data, meta } = await listPage(ctx, wanted, rows, sql`select from user_import_row r where ${condition}`);
    return { data: data.map((row) => shown(row, around)), meta };
  });
  serve(contract.correct, (ctx, { params, body }) => correctRow(ctx, params.id, Number(params.line), body.cells));
  serve(contract.start, (ctx, { params, body }) => startImport(ctx, params.id, body));
  serve(contract.undo, (ctx, { params }) => undoImport(ctx, params.import_id));
  serve(contract.template, (ctx, { query: { format } }) => importTemplate(ctx, format));
  serve(contract.results, (ctx, { params, query: wanted }) => exportResults(ctx, params.id, wanted));
  serve(contract.remove, async (ctx, { params }) => {
    await inReview(ctx, params.id);
    await ctx.run(query.deleteFrom('user_import').where('id', '=', params.id).where('state', '=', 'review'));
  });
}
