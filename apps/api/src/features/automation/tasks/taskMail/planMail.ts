/** A run that mails a report: who gets which file is decided and written down at once; jobs make the files, others send them. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { DropReason } from '@vitrine/contract/automation/task.ts';
import { mailLimits } from '@vitrine/contract/automation/taskMail.ts';
import { sql } from 'kysely';
import { dayIn } from '#domain/access/accessRules.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import type { Seen } from '#domain/reportAccess/decide.ts';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { found } from '#platform/http/fail.ts';
import type { Due } from '../due.ts';
import { isMuted } from '../due.ts';
import { recipients } from '../telling.ts';
import type { Outcome } from '../outcome.ts';
import { closeRun } from './closeRun.ts';
import { makeCopy } from './copies.jobs.ts';
import { formatsOf } from './mailOptions.ts';
import { decisionsOn, sightKey } from './sights.ts';

type Report = {
  kind: 'report' | 'paginated' | 'link' | 'page';
  allow_export: boolean;
  workspace_id: string;
  account: ReportingAccount;
};

const reportToMail = (id: string) => sql<Report>`
  select r.kind, r.allow_export, r.workspace_id, to_jsonb(account) as account
  from report r left join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true
  where r.id = ${id}`;

/** What has changed since the task was saved, so that nobody can be sent anything; a capacity that stands still is nobody's failure. */
async function refusalOf(ctx: JobContext, due: Due, settings: TenantSettings): Promise<Outcome | null> {
  const [row] = await ctx.run(reportToMail(due.report_id));
  const report = found(row);
  const failed = (reason: string): Outcome => ({ state: 'failed', reason, detail: null });
  if (!report.allow_export) return failed('export_off');
  if (!formatsOf(report.kind, settings.enable_watermark).includes(due.mail_format)) return failed('format_not_here');
  if (due.mail_view_id === null && due.mail_view_name !== null) return { state: 'failed', reason: 'view_gone', detail: due.mail_view_name };
  return (await ctx.reporting.ofJobs.onCapacity(report.account, report.workspace_id)) ? null : failed('export_needs_capacity');
}

type Person = { person_id: string; membership_id: string | null; language: Locale; active: boolean; reads: boolean; wants: boolean };

/** Those who are named or in a group, and the owner, who may be of the partner and so no member. */
async function peopleOf(ctx: JobContext, due: Due, today: string): Promise<Person[]> {
  const people = await ctx.run(recipients({ due, today }));
  if (!due.to_self || people.some(({ person_id }) => person_id === due.owner_id)) return people;
  const [owner] = await ctx.identity.run(sql<{ language: Locale }>`select language from person where id = ${due.owner_id}`);
  const own = { person_id: due.owner_id, membership_id: null, active: true, reads: true, wants: true };
  return owner ? [...people, { ...own, language: owner.language }] : people;
}

type Copy = Pick<Seen, 'identity' | 'filters'> & { id: string; locale: Locale };
type Letter = { id: string; person_id: string; copy_id: string | null; reason: DropReason | null };
type Plan = { copies: Copy[]; letters: Letter[] };

function reasonNot({ active, reads, wants }: Person): DropReason | null {
  if (!active) return 'inactive';
  if (!reads) return 'no_report';
  return wants ? null : 'no_mails';
}

async function planOf(ctx: JobContext, due: Due, timezone: string): Promise<Plan> {
  const people = await peopleOf(ctx, due, dayIn(timezone, ctx.now()));
  const able = people.filter((person) => reasonNot(person) === null).slice(0, mailLimits.recipients);
  const decisions = await decisionsOn(ctx, due.report_id, able, timezone);
  const copies = new Map<string, Copy>();
  const letters = people.map((person): Letter => {
    const drop = (reason: DropReason): Letter => ({ id: uuidv7(), person_id: person.person_id, copy_id: null, reason });
    const reason = reasonNot(person);
    if (reason !== null) return drop(reason);
    if (!able.includes(person)) return drop('too_many');
    const decision = decisions.get(person.person_id);
    if (!decision?.see) return drop(decision?.why === 'no_data_rule' ? 'no_rows' : 'no_report');
    const { identity, filters } = decision;
    const key = sightKey(decision, person.language);
    const copy = copies.get(key) ?? { id: uuidv7(), identity, filters, locale: person.language };
    if (!copies.has(key) && copies.size >= mailLimits.copies) return drop('too_many');
    copies.set(key, copy);
    return { id: uuidv7(), person_id: person.person_id, copy_id: copy.id, reason: null };
  });
  return { copies: [...copies.values()], letters };
}

/** Once for each run: another attempt finds that it is planned. */
async function writePlan(ctx: JobContext, { run_id }: Due, { copies, letters }: Plan): Promise<void> {
  const now = ctx.now();
  await ctx.withTenant(async (tx) => {
    const [[open], [planned]] = await tx.run(
      sql`select from task_run where id = ${run_id} and state = 'running' for update`,
      sql`select from task_letter where run_id = ${run_id} limit 1`,
    );
    if (!open || planned) return;
    await tx.run(
      sql`insert into task_copy (tenant_id, id, run_id, identity, filters, locale, created_at)
        select ${ownTenant}, c.id, ${run_id}, nullif(c.identity, 'null'), c.filters, c.locale, ${now}
        from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as c (id uuid, identity jsonb, filters jsonb, locale text)`,
      sql`insert into task_letter (tenant_id, id, run_id, person_id, copy_id, reason, state, created_at, ended_at)
        select ${ownTenant}, l.id, ${run_id}, l.person_id, l.copy_id, l.reason, case when l.copy_id is null then 'dropped' else 'planned' end, ${now},
          case when l.copy_id is null then ${now}::timestamptz end
        from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) as l (id uuid, person_id uuid, copy_id uuid, reason text)`,
    );
    for (const { id } of copies) await tx.run(addJob(makeCopy, ctx.tenant_id, { copy_id: id }, { key: id }));
  });
}

/** Null: the run goes on in its jobs, and the last of them ends it. */
export async function planMail(ctx: JobContext, due: Due): Promise<Outcome | null> {
  if (isMuted(due, ctx.now())) return { state: 'done' };
  const [planned] = await ctx.run(sql`select from task_letter where run_id = ${due.run_id} limit 1`);
  if (!planned) {
    const settings = await readTenantSettings(ctx);
    const refusal = await refusalOf(ctx, due, settings);
    if (refusal !== null) return refusal;
    const plan = await planOf(ctx, due, settings.timezone);
    if (plan.letters.length === 0) return { state: 'done' };
    await writePlan(ctx, due, plan);
  }
  await closeRun(ctx, due.run_id);
  return null;
}
