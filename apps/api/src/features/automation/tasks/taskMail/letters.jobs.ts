/**
 * Mails a file to one recipient of a run, and once: that it is being sent is written down before the mail server is called. Whoever finds
 * that later does not know whether the mail has arrived, says so in the run, and sends nothing.
 */
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { DropReason, TaskVariable } from '@vitrine/contract/automation/task.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { dayIn } from '#domain/access/accessRules.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import { hostOfTenant } from '#domain/hosts/hostOfTenant.ts';
import { readWordings } from '#domain/mail/wordings.ts';
import { accountMail } from '#domain/people/accountMail.ts';
import { narrowed } from '#domain/reportAccess/narrowed.ts';
import { readsReport } from '#domain/reportAccess/readers.ts';
import { readMailServer } from '#domain/settings/mailSender.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import type { Message } from '#platform/mail/mail.ts';
import { refusedForGood, surelyNotTaken } from '#platform/mail/mail.ts';
import { translate } from '#platform/translate.ts';
import { filledMessage } from '../variables.rules.ts';
import { dropLetter } from './closeRun.ts';

const payload = z.strictObject({ letter_id: z.guid() });

type Row = {
  id: string;
  run_id: string;
  person_id: string;
  state: 'waiting' | 'sending';
  by_link: boolean;
  task: string;
  message: string;
  variables: TaskVariable[];
  report_id: string;
  report: string;
  report_active: boolean;
  /** Of the recipient's rule, and of the task. */
  filters: ColumnFilter[];
  mail_filters: ColumnFilter[];
  /** None where the file is gone. */
  file: { name: string; content_type: string; base64: string } | null;
};

/** A file that is fetched by a link is not read. */
const letterRow = (id: string) => sql<Row>`
  select l.id, l.run_id, l.person_id, l.state, l.by_link, t.name as task, t.message, t.variables, t.report_id, r.title as report, r.active as report_active, t.mail_filters, c.filters,
    (select jsonb_build_object('name', f.name, 'content_type', f.content_type, 'base64', case when l.by_link then '' else encode(f.bytes, 'base64') end)
      from file f where f.id = l.file_id) as file
  from task_letter l join task_copy c on c.id = l.copy_id join task_run x on x.id = l.run_id join task t on t.id = x.task_id join report r on r.id = t.report_id
  where l.id = ${id} and l.state in ('waiting', 'sending') for update of l`;

/** A partner's staff has no membership, and sees the reports of its units. */
const stillReads = ({ person_id, report_id }: Row, today: string) => sql<{ reads: boolean }>`
  select not exists (select from membership m where m.person_id = ${person_id})
    or exists (select from membership m where m.person_id = ${person_id} and ${readsReport(report_id, today)}) as reads`;

/** Null: it is over, or was ended here because it must not be sent. */
async function claim(ctx: JobContext, letter_id: string): Promise<Row | null> {
  const today = dayIn((await readTenantSettings(ctx)).timezone, ctx.now());
  return ctx.withTenant(async (tx) => {
    const [row] = await tx.run(letterRow(letter_id));
    if (!row) return null;
    const drop = async (reason: DropReason) => {
      await dropLetter({ tx, now: ctx.now() }, row, reason);
      return null;
    };
    if (row.state === 'sending') return drop('mail_unsure');
    if (row.file === null) return drop('mail_unsent');
    const [may] = await tx.run(stillReads(row, today));
    if (!row.report_active || !may?.reads) return drop('no_report');
    await tx.run(sql`update task_letter set state = 'sending' where id = ${letter_id}`);
    return row;
  });
}

type Person = { name: string; email: string; language: Locale };

/** On the columns that the task asks about: what the file shows of them to this recipient. */
const askedFor = ({ filters, mail_filters }: Row): ColumnFilter[] =>
  narrowed(filters, mail_filters).filter((one) => mail_filters.some(({ table, column }) => table === one.table && column === one.column));

/** `Loja, Região: Sul, Norte`. */
const onlyOf = ({ table, column, values }: ColumnFilter, language: Locale): string =>
  translate(language, 'mail:file_only', { column: `${table}, ${column}`, values: values.map(String).join(', ') });

async function messageOf(ctx: JobContext, row: Row): Promise<Message | null> {
  const whose = { tenant_id: ctx.tenant_id, partner_id: null };
  const [[person], host, look, server, wordings] = await Promise.all([
    ctx.identity.run(sql<Person>`select name, email, language from person where id = ${row.person_id}`),
    hostOfTenant(ctx, ctx.tenant_id),
    readHostBranding(ctx, whose),
    readMailServer(ctx.identity, ctx.secrets, whose),
    readWordings(ctx.identity, whose),
  ]);
  if (!person) return null;
  const kind = row.by_link ? 'task_report_link' : 'task_report';
  const content = { path: `/${row.report_id}/reports/view`, values: { task: row.task, report: row.report } };
  const mail = accountMail(kind, person, { host, look, server, wordings }, content);
  const words = new Map([
    ...row.variables.map((one) => [one.name.toLowerCase(), one.value] as const),
    ['report', row.report],
    ['task', row.task],
  ]);
  const said = filledMessage(row.message, words)
    .split(/\n+/)
    .filter((paragraph) => paragraph.trim() !== '');
  const text = {
    ...mail.text,
    paragraphs: [...mail.text.paragraphs, ...said, ...askedFor(row).map((one) => onlyOf(one, person.language))],
  };
  return { ...mail, text, ...(row.by_link || row.file === null ? {} : { attachments: [row.file] }) };
}

/** The server may take it later. What it said names the recipient, whom the log does not. */
class NotMailed extends Error {
  override name = 'NotMailed';
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');

/** Nothing was taken of it: it may be sent at another attempt. */
const backToWaiting = (letter_id: string) => sql`update task_letter set state = 'waiting' where id = ${letter_id} and state = 'sending'`;

export const sendLetter: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'task.send_letter',
  schema: payload,
  retry: { limit: 5, delay_seconds: 60 },
  waiting: {
    key: 'letter_id',
    since: (before) => sql`select id as letter_id from task_letter where state in ('waiting', 'sending') and created_at < ${before}`,
  },
  async work(ctx, { letter_id }) {
    const row = await claim(ctx, letter_id);
    if (!row) return;
    const drop = (reason: DropReason) => ctx.withTenant((tx) => dropLetter({ tx, now: ctx.now() }, row, reason));
    const message = await messageOf(ctx, row).catch(async (error: unknown) => {
      await ctx.run(backToWaiting(letter_id));
      throw error;
    });
    if (message === null) return drop('inactive');
    try {
      await ctx.mail.send(message, letter_id);
    } catch (error) {
      if (refusedForGood(error) !== null) return drop('mail_refused');
      if (!surelyNotTaken(error)) {
        ctx.log.warn({ code: codeOf(error), letter_id }, 'nobody knows whether a report was mailed');
        return drop('mail_unsure');
      }
      await ctx.run(backToWaiting(letter_id));
      throw new NotMailed(`The mail server did not take a report (${codeOf(error)})`);
    }
    await ctx.run(sql`update task_letter set state = 'sent', ended_at = ${ctx.now()} where id = ${letter_id} and state = 'sending'`);
  },
  async gaveUp(ctx, { letter_id }) {
    await ctx.withTenant(async (tx) => {
      const [row] = await tx.run(letterRow(letter_id));
      if (row) await dropLetter({ tx, now: ctx.now() }, row, row.state === 'waiting' ? 'mail_unsent' : 'mail_unsure');
    });
  },
});
