/** A report becomes a file: asked for at the service, watched to its end, marked, kept for a day. */
import { exportKeptHours } from '@vitrine/contract/features/reportExports.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import { query } from '../../core/database/query.ts';
import { Failure } from '../../core/fail.ts';
import { storeFile } from '../../core/files/storeFile.ts';
import type { JobContext, UnitJob } from '../../core/jobs/defineJob.ts';
import { defineJob } from '../../core/jobs/defineJob.ts';
import { tellLive } from '../../core/live/tellLive.ts';
import { notify } from '../../core/notify/notify.ts';
import type { Seen } from '../../core/reportAccess/decide.ts';
import { decideFor, isOfService } from '../../core/reportAccess/readable.ts';
import { askerNow } from '../../core/reportAccess/subject.ts';
import type { ReportAddress, ReportingAccount } from '../../core/reporting.ts';
import { callingColumns } from '../../core/reportingAccount.ts';
import { uuidv7 } from '../../core/uuid.ts';
import type { Wanted } from './export.rules.ts';
import { exportRequest, fileName } from './export.rules.ts';
import { withWatermark } from './watermark.ts';

const payload = z.strictObject({ export_id: z.guid() });

/** Whose rows, and which of them. */
type Sight = Pick<Seen, 'identity' | 'filters'>;

type Row = Omit<Wanted, keyof Sight> &
  ReportAddress & {
    report_id: string;
    id: string;
    title: string;
    person_id: string;
    external_id: string | null;
    watermark: string | null;
    account: ReportingAccount;
  };

/** No row: it was forgotten, or another try has ended it. */
const exportRow = (id: string): RawBuilder<Row> => sql<Row>`
  select e.id, e.report_id, e.person_id, e.format, e.page, e.view_state, e.locale, e.watermark, e.external_id,
    r.kind, r.title, r.workspace_id, r.external_report_id, r.dataset_id, to_jsonb(account) as account
  from report_export e join report r on r.id = e.report_id
  join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true
  where e.id = ${id} and e.state in ('queued', 'running')`;

const types: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.png': 'image/png',
  '.csv': 'text/csv; charset=utf-8',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.zip': 'application/zip',
};

const told = ({ person_id, id }: Pick<Row, 'person_id' | 'id'>) => tellLive({ topic: 'report', person_id, about: { export_id: id } });

async function make(ctx: JobContext, row: Row & Sight): Promise<void> {
  const begun = row.external_id ?? (await ctx.reporting.startExport(row.account, row, exportRequest(row)));
  await ctx.run(sql`update report_export set state = 'running', external_id = ${begun} where id = ${row.id}`, told(row));
  const { extension, bytes } = await ctx.reporting.finishExport(row.account, row, begun, async (percent) => {
    await ctx.run(sql`update report_export set percent = greatest(percent, ${percent}) where id = ${row.id}`, told(row));
  });
  const markable = row.format === 'PDF' || row.format === 'PPTX' ? row.format : null;
  const marked = row.watermark !== null && markable !== null ? await withWatermark(markable, bytes, row.watermark) : bytes;
  const file = {
    id: uuidv7(),
    kind: 'report_export',
    name: fileName(row.title, extension),
    content_type: types[extension] ?? 'application/octet-stream',
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
  await ctx.run(storeFile(file), end, told(row), ...notices);
}

/** What the reader may see now, not what they might when they asked; or why they may not. */
async function sightOf(ctx: JobContext, { person_id, report_id }: Row): Promise<Sight | ErrorWord> {
  const who = await askerNow(ctx, person_id);
  if (!who) return 'forbidden';
  const { report, decision } = await decideFor(ctx, who, report_id);
  if (!decision.see) return decision.why;
  return isOfService(report) && report.allow_export ? decision : 'forbidden';
}

/** No file comes of it, and the reader's open pages hear so. */
async function endWithout(ctx: JobContext, id: string, reason: ErrorWord): Promise<void> {
  await ctx.run(
    sql`update report_export set state = 'failed', reason = ${reason}, ended_at = ${ctx.now()} where id = ${id} and state in ('queued', 'running')`,
    sql`insert into live_event (tenant_id, topic, person_id, about) select tenant_id, 'report', person_id, jsonb_build_object('export_id', id) from report_export where id = ${id}`,
  );
}

export const exportReport: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'report.export',
  schema: payload,
  pace: 'slow',
  retry: { limit: 2, delay_seconds: 15 },
  expires_seconds: 900,
  async work(ctx, { export_id }) {
    const [row] = await ctx.run(exportRow(export_id));
    if (!row) return;
    const sight = await sightOf(ctx, row);
    if (typeof sight === 'string') return endWithout(ctx, export_id, sight);
    try {
      await make(ctx, { ...row, ...sight });
    } catch (error) {
      // The service has tried and says that trying again is of no use.
      if (error instanceof Failure && error.word === 'export_failed') return endWithout(ctx, export_id, error.word);
      // The next try begins anew: an export that has failed stays failed.
      await ctx.run(sql`update report_export set external_id = null where id = ${row.id}`);
      throw error;
    }
  },
  async gaveUp(ctx, { export_id }, error) {
    const reason = error instanceof Failure ? error.word : 'export_failed';
    await endWithout(ctx, export_id, reason);
  },
});
