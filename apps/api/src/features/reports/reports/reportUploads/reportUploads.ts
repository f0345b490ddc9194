/** Uploads of files that become reports: start, parts, check of the type, job. */
import * as contract from '@vitrine/contract/reports/reportUploads.ts';
import { uploadLimits } from '@vitrine/contract/reports/reportUploads.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { isDemo } from '#platform/environment.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { accountToCall } from '#domain/reporting/reportingAccount.ts';
import { unlessTaken } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { translateError } from '#platform/translate.ts';
import { placeOf } from '../reportPlacement.ts';
import { publishUpload } from './publishUpload.jobs.ts';
import { kindOfContent } from './uploadKind.rules.ts';

type Row = Omit<contract.ReportUpload, 'reason' | 'original'> & { reason: ErrorWord | null; detail: string | null };

const dayMs = 86_400_000;
const { partBytes } = uploadLimits;

const rows = ({ actor, now }: Context, where: RawBuilder<unknown>) => sql<Row>`
  select u.id, u.file_name, u.size, u.title, u.kind, u.state, u.reason, u.detail, u.report_id, u.reading, u.created_at from report_upload u
  where u.person_id = ${actor.person_id} and u.created_at > ${new Date(now().getTime() - uploadLimits.days * dayMs)} and ${where}
  order by u.created_at desc, u.id desc`;

const shown = ({ request }: Context, { reason, detail, ...row }: Row): contract.ReportUpload => ({
  ...row,
  reason: reason === null ? null : translateError(request.locale, reason, { reason: detail ?? '' }),
  original: reason === 'upload_refused' && detail ? detail : null,
});

const read = async (ctx: Context, id: string): Promise<Row> => found((await ctx.run(rows(ctx, sql`u.id = ${id}`)))[0]);

async function beginUpload(ctx: Context, { replaces, ...body }: Input<typeof contract.begin>['body']): Promise<contract.ReportUpload> {
  if (body.size > uploadLimits.bytes) fail('upload_too_large', { limit: uploadLimits.bytes / 1024 ** 2 });
  const account = await accountToCall(ctx, body.account_id);
  const place = await placeOf(ctx, body);
  const [same] = await ctx.run(
    sql`select from report r where r.group_id = ${place.group_id} and r.title_key = lower(${body.title}) and not (${replaces} and r.workspace_id = ${body.workspace_id}::uuid)`,
  );
  if (same) failFields({ title: 'taken' });
  const there = await ctx.reporting.reports(account, body.workspace_id);
  if (!replaces && there.some(({ name }) => name.toLowerCase() === body.title.toLowerCase())) failFields({ title: 'taken_at_service' });

  const id = uuidv7();
  const { person_id } = ctx.actor;
  const old = new Date(ctx.now().getTime() - uploadLimits.days * dayMs);
  const insert = query
    .insertInto('report_upload')
    .values({ ...body, ...place, id, tenant_id: ownTenant, person_id, replaces, created_at: ctx.now() });
  const [, , [row]] = await unlessTaken(
    {},
    ctx.run(
      sql`delete from report_upload where (person_id = ${person_id} and state = 'receiving') or created_at < ${old}`,
      insert,
      rows(ctx, sql`u.id = ${id}`),
    ),
  );
  return shown(ctx, found(row));
}

const partsOf = (size: number) => Math.ceil(size / partBytes);

async function takePart(ctx: Context, id: string, number: number, bytes: Buffer): Promise<void> {
  const { state, size } = await read(ctx, id);
  if (state !== 'receiving') fail('conflict');
  const expected = Math.min(partBytes, size - number * partBytes);
  if (bytes.length !== expected) fail('upload_incomplete');
  await ctx.run(sql`
    insert into report_upload_part (tenant_id, upload_id, number, bytes) values (${ownTenant}, ${id}, ${number}, ${bytes})
    on conflict (tenant_id, upload_id, number) do update set bytes = excluded.bytes`);
}

async function finishUpload(ctx: Context, id: string): Promise<contract.ReportUpload> {
  const { state, size } = await read(ctx, id);
  if (state !== 'receiving') fail('conflict');
  const last = partsOf(size) - 1;
  const [[counted], ends] = await ctx.run(
    sql<{ parts: number }>`select count(*) as parts from report_upload_part where upload_id = ${id}`,
    sql<{ number: number; bytes: Buffer }>`
      select number, bytes from report_upload_part where upload_id = ${id} and number in (0, ${last - 1}, ${last}) order by number`,
  );
  if (Number(counted?.parts) !== last + 1) fail('upload_incomplete');
  const tail = Buffer.concat(ends.filter(({ number }) => number >= last - 1).map(({ bytes }) => bytes));
  const kind = kindOfContent(found(ends[0]).bytes, tail);
  if (kind === null) return failFields({ file: 'unpublishable' });
  const [started, , [row]] = await ctx.run(
    query
      .updateTable('report_upload')
      .set({ state: 'publishing', kind })
      .where('id', '=', id)
      .where('state', '=', 'receiving')
      .returning('id'),
    addJob(publishUpload, found(ctx.actor.tenant_id ?? undefined), { upload_id: id }, { key: id }),
    rows(ctx, sql`u.id = ${id}`),
  );
  if (started.length === 0) fail('conflict');
  return shown(ctx, found(row));
}

export function reportUploads(serve: Serve): void {
  serve(contract.list, async (ctx) => ({
    data: (await ctx.run(rows(ctx, sql`u.state <> 'receiving'`))).map((row) => shown(ctx, row)),
    demo: isDemo(ctx.environment),
  }));
  serve(contract.begin, (ctx, { body }) => beginUpload(ctx, body));
  serve(contract.sendPart, (ctx, { params, body }) => takePart(ctx, params.id, Number(params.number), Buffer.from(body as Uint8Array)));
  serve(contract.finish, (ctx, { params }) => finishUpload(ctx, params.id));
  serve(contract.remove, async (ctx, { params }) => {
    const { state } = await read(ctx, params.id);
    if (state === 'publishing') fail('conflict');
    await ctx.run(query.deleteFrom('report_upload').where('id', '=', params.id).where('state', '!=', 'publishing'));
  });
}
