/** One mail: whether it gets in, and as a follow-up of which ticket. Nothing is answered to anybody. */
import { createHash } from 'node:crypto';
import type { putAsideReasons, refusalReasons } from '@vitrine/contract/support/ticketMailbox.ts';
import { sql } from 'kysely';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import type { Mark } from '#domain/mail/answering.ts';
import { isMarkOf, markIn, markOfMail } from '#domain/mail/answering.ts';
import { notify } from '#domain/notifications/notify.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { storeFile } from '#platform/files/storeFile.ts';
import { Failure } from '#platform/http/fail.ts';
import { automaticMail, isForged } from '#platform/mail/automaticMail.rules.ts';
import type { Attached, ReadMail, readMail } from '#platform/mail/readMail.ts';
import { parsingOfJobs } from '#platform/parsing/pool.ts';
import { translate } from '#platform/translate.ts';
import { attach, change } from '../changeTicket.ts';
import type { Desk } from '../desk.ts';
import { saying } from '../writeTicket.ts';
import type { Person } from './sender.ts';
import { deskOfSender, personAt } from './sender.ts';
import { takeFiles } from './takeFiles.ts';

type Refusal = (typeof refusalReasons)[number];
export type Verdict = 'taken' | (typeof putAsideReasons)[number] | Refusal;

type Mail = ReadMail & { attached: Attached[] };
type Named = { mailbox: string; message_id: string; source: Buffer };

const reader = { module: new URL('../../../../platform/mail/readMail.ts', import.meta.url), name: 'readMail', milliseconds: 10_000 };
const hourMs = 3_600_000;
/** Answers by mail of one person: a hand writes few, two programs that answer each other write many. */
const mailsAnHour = 20;
const longestText = 10_000;

/** Of the Message-ID and whoever uses it: what somebody makes up is in nobody else's way. */
export const keyOf = (of: string, message_id: string): Buffer => createHash('sha256').update(`${of}\n${message_id}`).digest();

/** Null: it cannot be read within the limits. */
async function read(source: Buffer): Promise<Mail | null> {
  try {
    const { parts, value } = await parsingOfJobs.run<typeof readMail>(reader, 'ticket_mailbox', { bytes: new Uint8Array(source) });
    return { ...value, attached: parts };
  } catch (error) {
    if (error instanceof Failure && error.word === 'too_complex') return null;
    throw error;
  }
}

/** What a mail says of the ticket that it belongs to: by the address that it was sent to, or by the mail that it answers. */
const marksOf = ({ to, answers }: Mail, mailbox: string, host: string): Mark[] => [
  ...to.flatMap((address) => markIn(mailbox, address) ?? []),
  ...answers.flatMap((id) => markOfMail(id, host) ?? []),
];

type Place = { tenant_id: string; ticket_id: string; person: Person };

/** The ticket that the sender was written to about. The address alone is not enough: it may have been passed on. */
async function placeOf(ctx: PlatformJobContext, mail: Mail, { mailbox }: Named): Promise<Place | Refusal> {
  const marks = marksOf(mail, mailbox, new URL(ctx.environment.publicUrl).hostname);
  if (marks.length === 0) return 'no_address';
  const person = mail.from === null ? null : await personAt(ctx, mail.from);
  if (!person) return 'unknown_sender';
  const mark = marks.find((one) => isMarkOf(ctx.secrets, one, person.id));
  if (!mark) return 'other_sender';
  // What was merged into another is gone on with there.
  const [ticket] = await ctx.identity.run(
    sql<Omit<Place, 'person'>>`select tenant_id, coalesce(merged_into_id, id) as ticket_id from ticket where id = ${mark.ticket_id}`,
  );
  return ticket ? { ...ticket, person } : 'ticket_gone';
}

/** What cannot be said within the limits of the screen is left out, and said to be. */
function wordsOf(text: string, { language }: Person, leftOut: readonly string[]): string {
  const note =
    leftOut.length === 0 ? '' : `\n\n${translate(language, 'mail:answer_left_out', { names: leftOut.join(', ').slice(0, 500) })}`;
  const room = longestText - note.length;
  const cut = `\n\n${translate(language, 'mail:answer_cut')}`;
  return (text.length <= room ? text : text.slice(0, room - cut.length).toWellFormed() + cut) + note;
}

/** A lone half of a character and what no text may hold were refused from the screen; a mail is taken without them. */
const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();

async function lately(desk: Desk, key: Buffer, now: Date): Promise<{ known: boolean; mails: number }> {
  const [[known], [counted]] = await desk.scope.run(
    sql`select from ticket_entry where mail_key = ${key}`,
    sql<{ mails: number }>`
      select count(*)::int as mails from ticket_entry
      where person_id = ${desk.person_id} and mail_key is not null and created_at > ${new Date(now.getTime() - hourMs)}`,
  );
  return { known: known !== undefined, mails: counted?.mails ?? 0 };
}

const refusals: Readonly<Record<string, Refusal>> = {
  ticket_not_found: 'ticket_gone',
  ticket_not_now: 'ticket_not_now',
  ticket_full: 'ticket_not_now',
  throttled: 'too_many',
};

/** Once for a Message-ID, also after a crash: it is written in the same transaction, which no second one survives. */
async function write(ctx: PlatformJobContext, mail: Mail, { tenant_id, ticket_id, person }: Place, message_id: string): Promise<Verdict> {
  const desk = await deskOfSender(ctx, { tenant_id, person_id: person.id });
  if (!desk) return 'not_active';
  const key = keyOf(person.id, message_id);
  const { known, mails } = await lately(desk, key, ctx.now());
  if (known) return 'taken';
  if (mails >= mailsAnHour) return 'too_many';
  // The operator attaches nothing on its screen either.
  const { files, leftOut } = await takeFiles(mail.attached, tenant_id, desk.side === 'operator' ? 0 : undefined);
  const said = clean(mail.text);
  if (said === '' && files.length === 0) return 'empty';
  const text = wordsOf(said === '' ? translate(person.language, 'mail:answer_files_only') : said, person, leftOut);
  await change(ctx, desk, ticket_id, 'reply', async (now) => {
    const entry_id = await saying(now, desk, { text, internal: false, mail_key: key });
    const stored = files.map((file) => ({ ...file, id: uuidv7(), kind: 'ticket_attachment', person_id: desk.person_id }));
    for (const file of stored) await now.tx.run(storeFile(file));
    await attach(now.tx, { ticket_id, entry_id, person_id: desk.person_id, file_ids: stored.map(({ id }) => id) });
  });
  return 'taken';
}

/** Whoever is known and answers too late would wait for an answer. The operator's people have no bell in a unit. */
async function tellOfLateAnswer(ctx: PlatformJobContext, { tenant_id, ticket_id, person }: Place): Promise<void> {
  if (person.is_operator) return;
  const unit = ctx.unit(tenant_id);
  const [ticket] = await unit.run(
    sql<{ title: string }>`select '#' || number || ' ' || title as title from ticket where id = ${ticket_id}`,
  );
  const [first, ...more] = notify(tenant_id, {
    person_ids: [person.id],
    kind: 'ticket_not_taken',
    values: { title: ticket?.title ?? '–' },
    link: `/help_desk/${ticket_id}`,
  });
  if (first) await unit.run(first, ...more);
}

export async function takeAnswer(ctx: PlatformJobContext, named: Named): Promise<Verdict> {
  const mail = await read(named.source);
  if (!mail) return 'unreadable';
  const host = new URL(ctx.environment.publicUrl).hostname;
  const automatic = automaticMail(mail.headers, { from: mail.from ?? '', host });
  if (automatic !== null) return automatic;
  if (mail.from !== null && markIn(named.mailbox, mail.from) !== null) return 'own';
  if (isForged(mail.headers)) return 'forged';
  const place = await placeOf(ctx, mail, named);
  if (typeof place === 'string') return place;
  try {
    return await write(ctx, mail, place, named.message_id);
  } catch (error) {
    const refusal = error instanceof Failure ? refusals[error.word] : undefined;
    if (refusal === 'ticket_not_now') await tellOfLateAnswer(ctx, place);
    if (refusal) return refusal;
    throw error;
  }
}
