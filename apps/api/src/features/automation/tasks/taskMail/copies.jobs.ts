/** Makes the file of a run for those who see the same, and gives it to each of them to be mailed. */
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { ExportFormat } from '@vitrine/contract/reading/reportExports.ts';
import { exportKeptHours } from '@vitrine/contract/reading/reportExports.ts';
import { mailLimits } from '@vitrine/contract/automation/taskMail.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { narrowed } from '#domain/reportAccess/narrowed.ts';
import { exportRequest, fileName } from '#domain/reporting/export.rules.ts';
import type { Wanted } from '#domain/reporting/export.rules.ts';
import { contentTypes } from '#domain/reporting/files/contentTypes.ts';
import { coverOf, withCover } from '#domain/reporting/files/cover.ts';
import { withWatermark } from '#domain/reporting/files/watermark.ts';
import type { ReportAddress } from '#domain/reporting/powerbiReport.ts';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import { watermarkOfMail } from '#domain/reporting/watermarkText.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { storeFile } from '#platform/files/storeFile.ts';
import { Failure } from '#platform/http/fail.ts';
import { transient } from '../transient.ts';
import { closeRun, dropLetter } from './closeRun.ts';
import { sendLetter } from './letters.jobs.ts';
import { decisionsOn, sightKey } from './sights.ts';

/** What the portal keeps of a file. */
const largestKept = 50 * 1024 * 1024;
const retries = 3;

const payload = z.strictObject({ copy_id: z.guid() });

type Row = Omit<Wanted, 'locale'> &
  ReportAddress & {
    id: string;
    run_id: string;
    state: 'queued' | 'running';
    locale: Locale;
    report_id: string;
    title: string;
    task: string;
    external_id: string | null;
    /** Of the task; `filters` are those of whoever reads. */
    mail_filters: ColumnFilter[];
    account: ReportingAccount;
  };

const copyRow = (id: string) => sql<Row>`
  select c.id, c.run_id, c.state, c.identity, c.filters, c.locale, c.external_id, t.name as task, t.report_id, t.mail_format as format, t.mail_page as page, t.mail_filters,
    v.state as view_state, r.kind, r.title, r.workspace_id, r.external_report_id, r.dataset_id, to_jsonb(account) as account
  from task_copy c join task_run x on x.id = c.run_id join task t on t.id = x.task_id join report r on r.id = t.report_id
  left join saved_view v on v.id = t.mail_view_id
  join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true
  where c.id = ${id} and c.state in ('queued', 'running')`;

/** What the task asks for, within what the rule of whoever reads allows. */
const filtersOf = ({ filters, mail_filters }: Row): ColumnFilter[] => narrowed(filters, mail_filters);

type Letter = { id: string; run_id: string; person_id: string; membership_id: string | null };

const plannedLetters = (copy_id: string) => sql<Letter>`
  select l.id, l.run_id, l.person_id, m.id as membership_id from task_letter l left join membership m on m.person_id = l.person_id
  where l.copy_id = ${copy_id} and l.state = 'planned' order by l.id`;

/** Those who still see what the file will show; the others are dropped with the reason. */
async function stillEntitled(ctx: JobContext, row: Row, { timezone }: TenantSettings): Promise<Letter[]> {
  const letters = await ctx.run(plannedLetters(row.id));
  const decisions = await decisionsOn(ctx, row.report_id, letters, timezone);
  const planned = sightKey(row, row.locale);
  const entitled = ({ person_id }: Letter): boolean => {
    const decision = decisions.get(person_id);
    return decision?.see === true && sightKey(decision, row.locale) === planned;
  };
  for (const letter of letters.filter((one) => !entitled(one)))
    await ctx.withTenant((tx) => dropLetter({ tx, now: ctx.now() }, letter, 'no_report'));
  return letters.filter(entitled);
}

const auditOf = (row: Row, count: number) =>
  query.insertInto('audit_log').values({
    action: 'report.export',
    object_type: 'report',
    object_id: row.report_id,
    before: null,
    after: JSON.stringify({ title: row.title, format: row.format, task: row.task, count, identity: row.identity }),
  });

type Made = { bytes: Uint8Array; extension: string };

/** The log says who is given the data, and for how many, before the service is asked for them. */
async function exported(ctx: JobContext, row: Row, count: number): Promise<Made> {
  const { ofJobs } = ctx.reporting;
  if (row.state === 'queued') await ctx.run(sql`update task_copy set state = 'running' where id = ${row.id}`, auditOf(row, count));
  const begun = row.external_id ?? (await ofJobs.startExport(row.account, row, exportRequest({ ...row, filters: filtersOf(row) })));
  await ctx.run(sql`update task_copy set external_id = ${begun} where id = ${row.id}`);
  return ofJobs.finishExport(row.account, row, begun, () => Promise.resolve());
}

/** With the cover and the watermark of this person; the same bytes where the unit wants neither. */
async function drawnFor(
  ctx: JobContext,
  row: Row,
  { person_id }: Letter,
  bytes: Uint8Array,
  settings: TenantSettings,
): Promise<Uint8Array> {
  const { format } = row;
  const cover = format === 'PDF' ? await coverOf(ctx, { title: row.title, person_id, created_at: ctx.now() }) : null;
  const covered = cover ? await withCover(ctx.tenant_id, bytes, cover) : bytes;
  if (!settings.enable_watermark || !isMarkable(format)) return covered;
  const [person] = await ctx.identity.run(sql<{ name: string; email: string }>`select name, email from person where id = ${person_id}`);
  const text = watermarkOfMail({ name: person?.name ?? '', email: person?.email ?? '' }, settings.timezone, ctx.now());
  return withWatermark(ctx.tenant_id, format, covered, text);
}

const isMarkable = (format: ExportFormat): format is 'PDF' | 'PPTX' => format === 'PDF' || format === 'PPTX';

class TooLarge extends Error {
  override name = 'TooLarge';
}

const fileOf = (ctx: JobContext, row: Row, { bytes, extension }: Made) => {
  if (bytes.length > largestKept) throw new TooLarge();
  return {
    id: uuidv7(),
    kind: 'report_export',
    name: fileName(row.title, extension),
    content_type: contentTypes[extension] ?? 'application/octet-stream',
    bytes: Buffer.from(bytes),
    expires_at: new Date(ctx.now().getTime() + exportKeptHours * 3_600_000),
  };
};

/** Among the exports of this person, for as long as these are kept. */
const asExport = (ctx: JobContext, row: Row, person_id: string, file_id: string) =>
  query.insertInto('report_export').values({
    tenant_id: ownTenant,
    id: uuidv7(),
    report_id: row.report_id,
    person_id,
    format: row.format,
    page: row.page,
    locale: row.locale,
    identity: row.identity && JSON.stringify(row.identity),
    filters: JSON.stringify(filtersOf(row)),
    state: 'done',
    percent: 100,
    file_id,
    created_at: ctx.now(),
    ended_at: ctx.now(),
  });

/** The file is there, and so is the job that sends it: both or neither. */
async function give(ctx: JobContext, row: Row, letter: Letter, file: ReturnType<typeof fileOf>, own: ReturnType<typeof fileOf> | null) {
  const by_link = file.bytes.length > mailLimits.attached_bytes;
  await ctx.withTenant(async (tx) => {
    const [open] = await tx.run(sql`select from task_letter where id = ${letter.id} and state = 'planned' for update`);
    if (!open) return;
    if (own) await tx.run(storeFile(own));
    if (by_link) await tx.run(asExport(ctx, row, letter.person_id, file.id));
    await tx.run(
      sql`update task_letter set state = 'waiting', file_id = ${file.id}, by_link = ${by_link}, created_at = ${ctx.now()} where id = ${letter.id}`,
      addJob(sendLetter, ctx.tenant_id, { letter_id: letter.id }, { key: letter.id }),
    );
  });
}

async function make(ctx: JobContext, row: Row, letters: readonly Letter[], settings: TenantSettings): Promise<void> {
  const made = await exported(ctx, row, letters.length);
  const isPersonal = (settings.enable_watermark && isMarkable(row.format)) || (settings.cover_exports && row.format === 'PDF');
  if (isPersonal) {
    for (const letter of letters) {
      const file = fileOf(ctx, row, { ...made, bytes: await drawnFor(ctx, row, letter, made.bytes, settings) });
      await give(ctx, row, letter, file, file);
    }
  } else {
    const file = fileOf(ctx, row, made);
    await ctx.run(storeFile(file), sql`update task_copy set file_id = ${file.id} where id = ${row.id}`);
    for (const letter of letters) await give(ctx, row, letter, file, null);
  }
  await ctx.run(sql`update task_copy set state = 'done', ended_at = ${ctx.now()} where id = ${row.id}`);
}

/** Nobody gets this file: each is named in the run with the reason. */
async function endWithout(ctx: JobContext, copy_id: string, reason: string): Promise<void> {
  const drop = reason === 'export_too_large' ? reason : 'export_failed';
  for (const letter of await ctx.run(plannedLetters(copy_id)))
    await ctx.withTenant((tx) => dropLetter({ tx, now: ctx.now() }, letter, drop));
  await ctx.run(
    sql`update task_copy set state = 'failed', reason = ${reason}, ended_at = ${ctx.now()} where id = ${copy_id} and state in ('queued', 'running')`,
  );
}

async function close(ctx: JobContext, copy_id: string): Promise<void> {
  const [copy] = await ctx.run(sql<{ run_id: string }>`select run_id from task_copy where id = ${copy_id}`);
  if (copy) await closeRun(ctx, copy.run_id);
}

export const makeCopy: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'task.make_copy',
  schema: payload,
  pace: 'long',
  retry: { limit: retries, delay_seconds: 60 },
  expires_seconds: 900,
  waiting: {
    key: 'copy_id',
    since: (before) => sql`select id as copy_id from task_copy where state in ('queued', 'running') and created_at < ${before}`,
  },
  async work(ctx, { copy_id }) {
    const [row] = await ctx.run(copyRow(copy_id));
    if (row) {
      const settings = await readTenantSettings(ctx);
      const letters = await stillEntitled(ctx, row, settings);
      try {
        if (letters.length > 0) await make(ctx, row, letters, settings);
        else await ctx.run(sql`update task_copy set state = 'done', ended_at = ${ctx.now()} where id = ${copy_id}`);
      } catch (error) {
        const isFinal = error instanceof TooLarge || (error instanceof Failure && !transient(error));
        if (!isFinal) {
          // The next attempt begins a new export, because a failed one stays failed.
          await ctx.run(sql`update task_copy set external_id = null where id = ${copy_id}`);
          throw error;
        }
        ctx.log.warn({ err: error, copy_id }, 'a report for a mail came to nothing');
        await endWithout(ctx, copy_id, error instanceof Failure ? error.word : 'export_too_large');
      }
    }
    await close(ctx, copy_id);
  },
  async gaveUp(ctx, { copy_id }, error) {
    await endWithout(ctx, copy_id, error instanceof Failure ? error.word : 'export_failed');
    await close(ctx, copy_id);
  },
});
