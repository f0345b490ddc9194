/** What of a report a task can mail: asked by the form, and required when the task is saved. */
import type { MailFormat, MailOptions } from '@vitrine/contract/automation/taskMail.ts';
import { mailFormats } from '@vitrine/contract/automation/taskMail.ts';
import type { TaskInput } from '@vitrine/contract/automation/task.ts';
import { exportFormatsOf, markableFormats } from '@vitrine/contract/reading/reportExports.ts';
import { sql } from 'kysely';
import { inTime, requireColumns } from '#domain/reportAccess/askService.ts';
import { isVisible } from '#domain/reportAccess/visible.ts';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import type { Context } from '#domain/serving/context.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { fail, Failure, failFields, found } from '#platform/http/fail.ts';
import { requireReport } from '../question.ts';
import type { StoredTask } from '../rows.ts';

type Mailable = {
  id: string;
  kind: 'report' | 'paginated' | 'link' | 'page';
  allow_export: boolean;
  workspace_id: string;
  external_report_id: string;
  account: ReportingAccount;
  names: string[] | null;
  titles: string[] | null;
};

const mailableReport = (ctx: Context, id: string) => sql<Mailable>`
  select r.id, r.kind, r.allow_export, r.workspace_id, r.external_report_id, to_jsonb(account) as account, l.names, l.titles
  from report r left join page_list l on l.report_id = r.id
  left join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true
  where r.id = ${id} and ${isVisible(ctx)}`;

const ownBookmarks = ({ actor }: Context, report_id: string) => sql<{ id: string; name: string }>`
  select v.id, v.name from saved_view v
  where v.report_id = ${report_id} and v.person_id = ${actor.person_id} and v.kind = 'bookmark' order by v.position, v.id`;

/** Where files carry a watermark, those that cannot are not sent. */
export function formatsOf(kind: Mailable['kind'], enable_watermark: boolean): MailFormat[] {
  if (kind !== 'report' && kind !== 'paginated') return [];
  return mailFormats.filter((format) => exportFormatsOf[kind].includes(format) && (!enable_watermark || markableFormats.includes(format)));
}

/** Nobody waits for a service that does not answer: what it says is shown where it is there. */
async function answered<T>(ctx: Context, work: Promise<T>): Promise<T | null> {
  try {
    return await inTime(work);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    ctx.log.info({ err: error }, 'what a task can mail was not asked of the reporting service');
    return null;
  }
}

function pagesOf(ctx: Context, report: Mailable): MailOptions['pages'] | Promise<MailOptions['pages'] | null> {
  if (report.kind === 'paginated') return [];
  const { names, titles } = report;
  if (names === null || titles === null) return answered(ctx, ctx.reporting.pages(report.account, report));
  return names.map((name, index) => ({ name, title: titles[index] ?? name }));
}

export async function readMailOptions(ctx: Context, report_id: string): Promise<MailOptions> {
  const [[row], views] = await ctx.run(mailableReport(ctx, report_id), ownBookmarks(ctx, report_id));
  const report = found(row);
  const { enable_watermark } = await readTenantSettings(ctx);
  const formats = formatsOf(report.kind, enable_watermark);
  const nothingElse = { formats, pages: [], views: [], filters: false };
  if (formats.length === 0) return { refusal: 'not_of_service', ...nothingElse };
  if (!report.allow_export) return { refusal: 'export_off', ...nothingElse };
  const [pages, on_capacity] = await Promise.all([
    pagesOf(ctx, report),
    answered(ctx, ctx.reporting.onCapacity(report.account, report.workspace_id)),
  ]);
  const filters = report.kind === 'report';
  return { refusal: on_capacity === false ? 'capacity' : null, formats, pages: pages ?? [], views: filters ? views : [], filters };
}

type Values = Pick<StoredTask, 'mail_format' | 'mail_page' | 'mail_view_id' | 'mail_view_name'>;
const nothing: Values = { mail_format: 'PDF', mail_page: null, mail_view_id: null, mail_view_name: null };

/** The bookmark is one of the caller's own, or that which the task had. */
async function requireView(ctx: Context, { report_id, mail_view_id }: TaskInput, before: StoredTask | null): Promise<string | null> {
  if (mail_view_id === null) return null;
  if (before?.mail_view_id === mail_view_id && before.report_id === report_id) return before.mail_view_name;
  const views = await ctx.run(ownBookmarks(ctx, report_id));
  return views.find(({ id }) => id === mail_view_id)?.name ?? fail('not_found');
}

/** Columns that the model has; the service is asked where they are others than before. */
async function requireFilters(ctx: Context, kind: Mailable['kind'], input: TaskInput, before: StoredTask | null): Promise<void> {
  const { report_id, mail_filters } = input;
  if (mail_filters.length === 0) return;
  if (kind === 'paginated') failFields({ mail_filters: 'invalid' });
  const isKnown = before?.report_id === report_id && JSON.stringify(before.mail_filters) === JSON.stringify(mail_filters);
  if (!isKnown) await requireColumns(ctx, await requireReport(ctx, report_id), mail_filters, 'mail_filters');
}

/** What is stored of the mail: nothing of it where the task sends none. */
export async function requireMail(ctx: Context, input: TaskInput, before: StoredTask | null): Promise<Values> {
  const mail_view_name = await requireView(ctx, input, before);
  if (input.kind !== 'mail') return nothing;
  const [row] = await ctx.run(mailableReport(ctx, input.report_id));
  const report = found(row);
  const { enable_watermark } = await readTenantSettings(ctx);
  const formats = formatsOf(report.kind, enable_watermark);
  if (formats.length === 0) failFields({ report_id: 'not_of_service' });
  if (!report.allow_export) failFields({ report_id: 'export_off' });
  if (!formats.includes(input.mail_format)) failFields({ mail_format: 'format_not_here' });
  const isWhole = input.mail_page === null && input.mail_view_id === null;
  if (report.kind === 'paginated' && !isWhole) failFields({ mail_page: 'invalid' });
  await requireFilters(ctx, report.kind, input, before);
  const { mail_format, mail_page, mail_view_id } = input;
  return { mail_format, mail_page, mail_view_id, mail_view_name };
}
