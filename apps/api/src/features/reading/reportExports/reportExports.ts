/** Requests for exports; the job makes the files. */
import * as contract from '@vitrine/contract/reading/reportExports.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { fileAddress } from '#platform/files/address.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { readableReport } from '#domain/reportAccess/readable.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { translateError } from '#platform/translate.ts';
import { watermarkText } from '#domain/reporting/watermarkText.ts';
import { exportReport } from './exportReport.jobs.ts';

type Row = Omit<contract.ReportExport, 'reason' | 'address'> & {
  reason: ErrorWord | null;
  file_id: string | null;
  content_type: string | null;
};

const exportRows = ({ actor, now }: Context, where: RawBuilder<unknown>) => sql<Row>`
  select e.id, e.report_id, r.title, e.format, e.state, e.percent, e.reason, e.created_at, e.file_id, f.name as file_name, f.size, f.content_type
  from report_export e join report r on r.id = e.report_id left join file f on f.id = e.file_id and f.expires_at > ${now()}
  where e.person_id = ${actor.person_id} and e.created_at > ${new Date(now().getTime() - contract.exportKeptHours * 3_600_000)} and ${where}
  order by e.created_at desc, e.id desc`;

function shown(ctx: Context, { reason, file_id, content_type, ...row }: Row): contract.ReportExport {
  const address = file_id && content_type ? fileAddress(ctx, { id: file_id, content_type }) : null;
  return { ...row, address, reason: reason === null ? null : translateError(ctx.request.locale, reason) };
}

/** Requests an export by a person who may see and export the report; the data rule is decided now. */
async function addExport(
  ctx: Context,
  report_id: string,
  { format, page, state }: Input<typeof contract.add>['body'],
): Promise<contract.ReportExport> {
  const { report, decision } = await readableReport(ctx, report_id);
  if (!report.allow_export) fail('forbidden');
  if (!(await ctx.reporting.onCapacity(report.account, report.workspace_id))) fail('export_needs_capacity');
  const { enable_watermark } = await readTenantSettings(ctx);
  const watermark = enable_watermark ? watermarkText(ctx) : null;
  if (!contract.exportFormatsOf[report.kind].includes(format)) failFields({ format: 'format_not_here' });
  // Pictures and tables cannot get a watermark, so they are refused where watermarks are on.
  if (watermark !== null && !contract.markableFormats.includes(format)) failFields({ format: 'format_not_here' });

  const id = uuidv7();
  const insert = query.insertInto('report_export').values({
    tenant_id: ownTenant,
    id,
    report_id,
    person_id: ctx.actor.person_id,
    format,
    page,
    view_state: state,
    locale: ctx.request.locale,
    identity: decision.identity && JSON.stringify(decision.identity),
    filters: JSON.stringify(decision.filters),
    watermark,
  });
  const audit = query.insertInto('audit_log').values({
    action: 'report.export',
    object_type: 'report',
    object_id: report_id,
    before: null,
    after: JSON.stringify({ title: report.title, format, export_id: id, rule: decision.rule, identity: decision.identity }),
  });
  try {
    const [, , , [row]] = await ctx.run(
      insert,
      audit,
      addJob(exportReport, found(ctx.actor.tenant_id ?? undefined), { export_id: id }),
      exportRows(ctx, sql`e.id = ${id}`),
    );
    return shown(ctx, found(row));
  } catch (error) {
    if (isUniqueViolation(error) && error.constraint === 'report_export_running') fail('export_running');
    throw error;
  }
}

async function noteData(ctx: Context, id: string, visual: string): Promise<void> {
  const { report, decision } = await readableReport(ctx, id);
  if (!report.allow_export) fail('forbidden');
  const after = JSON.stringify({ title: report.title, visual, rule: decision.rule, identity: decision.identity });
  await ctx.run(
    query.insertInto('audit_log').values({ action: 'report.export_data', object_type: 'report', object_id: id, before: null, after }),
  );
}

export function reportExports(serve: Serve): void {
  serve(contract.noteData, (ctx, { params, body }) => noteData(ctx, params.id, body.visual));
  serve(contract.add, (ctx, { params, body }) => addExport(ctx, params.id, body));
  serve(contract.list, async (ctx) => ({ data: (await ctx.run(exportRows(ctx, sql`true`))).map((row) => shown(ctx, row)) }));
  serve(contract.remove, async (ctx, { params }) => {
    const [removed] = await ctx.run(sql<{ id: string }>`
      with gone as (delete from report_export where id = ${params.export_id} and person_id = ${ctx.actor.person_id} returning id, file_id),
        file_gone as (delete from file f using gone where f.id = gone.file_id
          and not exists (select from report_export o where o.file_id = f.id and o.id <> gone.id))
      select id from gone`);
    found(removed);
  });
}
