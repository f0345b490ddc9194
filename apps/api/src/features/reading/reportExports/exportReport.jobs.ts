/** Exports a report: starts the export at the service, waits for it, adds the watermark, stores the file for a day. */
import { exportKeptHours } from '@vitrine/contract/reading/reportExports.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import { query } from '#platform/database/query.ts';
import { Failure } from '#platform/http/fail.ts';
import { storeFile } from '#platform/files/storeFile.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import { notify } from '#domain/notifications/notify.ts';
import type { Seen } from '#domain/reportAccess/decide.ts';
import { decideFor, isOfService } from '#domain/reportAccess/readable.ts';
import { askerNow } from '#domain/reportAccess/subject.ts';
import type { ReportAddress } from '#domain/reporting/powerbiReport.ts';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Wanted } from '#domain/reporting/export.rules.ts';
import { exportRequest, fileName } from '#domain/reporting/export.rules.ts';
import { coverOf, withCover } from '#domain/reporting/files/cover.ts';
import { withWatermark } from '#domain/reporting/files/watermark.ts';
import { contentTypes } from '#domain/reporting/files/contentTypes.ts';

const payload = z.strictObject({ export_id: z.guid() });

/** The effective identity and filters. */
type Sight = Pick<Seen, 'identity' | 'filters'>;

type Row = Omit<Wanted, keyof Sight> &
  ReportAddress & {
    report_id: string;
    id: string;
    title: string;
    person_id: string;
    created_at: string;
    external_id: string | null;
    watermark: string | null;
    account: ReportingAccount;
  };

/** No row: the export was deleted, or another attempt has ended it. */
const exportRow = (id: string): RawBuilder<Row> => sql<Row>`
  select e.id, e.report_id, e.person_id, e.format, e.page, e.view_state, e.locale, e.watermark, e.external_id, e.created_at,
    r.kind, r.title, r.workspace_id, r.external_report_id, r.dataset_id, to_jsonb(account) as account
  from report_export e join report r on r.id = e.report_id
  join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true
  where e.id = ${id} and e.state in ('queued', 'running')`;

const tellOwner = ({ person_id, id }: Pick<Row, 'person_id' | 'id'>) =>
  publishEvent({ topic: 'report', person_id, about: { export_id: id } });

async function make(ctx: JobContext, row: Row & Sight): Promise<void> {
  const begun = row.external_id ?? (await ctx.reporting.startExport(row.account, row, exportRequest(row)));
  await ctx.run(sql`update report_export set state = 'running', external_id = ${begun} where id = ${row.id}`, tellOwner(row));
  const { extension, bytes } = await ctx.reporting.finishExport(row.account, row, begun, async (percent) => {
    await ctx.run(sql`update report_export set percent = greatest(percent, ${percent}) where id = ${row.id}`, tellOwner(row));
  });
  const markable = row.format === 'PDF' || row.format === 'PPTX' ? row.format : null;
  const cover = row.format === 'PDF' ? await coverOf(ctx, row) : null;
  const covered = cover ? await withCover(ctx.tenant_id, bytes, cover) : bytes;
  const marked =
    row.watermark !== null && markable !== null ? await withWatermark(ctx.tenant_id, markable, covered, row.watermark) : covered;
  const file = {
    id: uuidv7(),
    kind: 'report_export',
    name: fileName(row.title, extension),
    content_type: contentTypes[extension] ?? 'application/octet-stream',
    bytes: Buffer.from(marked),
    person_id: row.person_id,
    expires_at: new Date(ctx.now().getTime() + exportKeptHours * 3_600_000),
  };
  const end = query
    .updateTable('report_export')
    .set({ state: 'done', percent: 100, file_id: file.id, ended_at: ctx.now() })
    .where('id', '=', row.id);
  const notices = notify(ctx.tenant_id, {
    person_ids: [row.person_id],
    kind: 'export_ready',
    values: { name: file.name },
    link: `/${row.report_id}/reports/view`,
  });
  await ctx.withTenant(async (tx) => {
    const [open] = await tx.run(sql`select from report_export where id = ${row.id} and state = 'running' for update`);
    // Deleted while it was made: nobody wants the file.
    if (open) await tx.run(storeFile(file), end, tellOwner(row), ...notices);
  });
}

/** What the reader may see now, which may be less than at the time of the request; or why not. */
async function sightOf(ctx: JobContext, { person_id, report_id }: Row): Promise<Sight | ErrorWord> {
  const who = await askerNow(ctx, person_id);
  if (!who) return 'forbidden';
  const { report, decision } = await decideFor(ctx, who, report_id);
  if (!decision.see) return decision.why;
  return isOfService(report) && report.allow_export ? decision : 'forbidden';
}

/** The service says that it will not make the file, or made one that gets no watermark and so does not leave. */
const isFinal = (word: ErrorWord): boolean => word === 'export_failed' || word === 'export_unmarkable';

/** Marks the export as failed and tells the reader's open pages. */
async function endWithout(ctx: JobContext, id: string, reason: ErrorWord): Promise<void> {
  await ctx.run(
    sql`update report_export set state = 'failed', reason = ${reason}, ended_at = ${ctx.now()} where id = ${id} and state in ('queued', 'running')`,
    sql`insert into live_event (tenant_id, topic, person_id, about) select tenant_id, 'report', person_id, jsonb_build_object('export_id', id) from report_export where id = ${id}`,
  );
}

export const exportReport: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'report.export',
  schema: payload,
  pace: 'long',
  retry: { limit: 2, delay_seconds: 15 },
  expires_seconds: 900,
  waiting: {
    key: 'export_id',
    since: (before) => sql`select id as export_id from report_export where state in ('queued', 'running') and created_at < ${before}`,
  },
  async work(ctx, { export_id }) {
    const [row] = await ctx.run(exportRow(export_id));
    if (!row) return;
    const sight = await sightOf(ctx, row);
    if (typeof sight === 'string') return endWithout(ctx, export_id, sight);
    try {
      await make(ctx, { ...row, ...sight });
    } catch (error) {
      // Another attempt would not help.
      if (error instanceof Failure && isFinal(error.word)) {
        ctx.log.warn({ err: error, export_id }, 'an export came to nothing');
        return endWithout(ctx, export_id, error.word);
      }
      // The next attempt starts a new export, because a failed one stays failed.
      await ctx.run(sql`update report_export set external_id = null where id = ${row.id}`);
      throw error;
    }
  },
  async gaveUp(ctx, { export_id }, error) {
    const reason = error instanceof Failure ? error.word : 'export_failed';
    await endWithout(ctx, export_id, reason);
  },
});
