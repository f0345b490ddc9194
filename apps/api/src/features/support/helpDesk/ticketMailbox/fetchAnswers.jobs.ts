/** Looks into the mailbox every minute: what answers a mail of the help desk becomes a follow-up, everything else is put aside. */
import { createHash } from 'node:crypto';
import { refusalReasons } from '@vitrine/contract/support/ticketMailbox.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { isJobLost } from '#platform/database/errors.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Arrived, OpenMailbox } from '#platform/mail/imap.ts';
import { largestMail, withMailbox } from '#platform/mail/imap.ts';
import type { Mailbox } from './mailbox.ts';
import { readMailbox } from './mailbox.ts';
import type { MailboxProblem } from './mailboxProblem.rules.ts';
import { mailboxProblem } from './mailboxProblem.rules.ts';
import type { Verdict } from './takeAnswer.ts';
import { keyOf, takeAnswer } from './takeAnswer.ts';

/** In one look, which ends before the next begins; what is left waits a minute. */
const mailsAtOnce = 50;
const lookMs = 45_000;
/** After so many looks a mail that cannot be worked on is put aside, so that it is in nobody's way. */
const tries = 5;
/** How long it is known what came in. */
const keptDays = 30;
const dayMs = 86_400_000;

/** Enough to know a mail again in the mailbox, and no more of people who have nothing to do with the operator. */
const hintOf = (address: string): string => (/^[^@]+@[^@]+$/.test(address) ? address.replace(/^(.)[^@]*/u, '$1…').slice(0, 200) : '–');

const isRefusal = (verdict: string): boolean => (refusalReasons as readonly string[]).includes(verdict);

type Known = Pick<PlatformJobContext, 'identity' | 'now'>;
const keyIn = ({ from, message_id, uid, size }: Arrived): Buffer => keyOf(from.toLowerCase(), message_id || `number ${uid} ${size}`);

/** Once for each mail, however often it is looked at. */
const keep = ({ identity, now }: Known, arrived: Arrived, verdict: Verdict) => {
  const outcome = verdict === 'taken' ? 'taken' : isRefusal(verdict) ? 'refused' : 'put_aside';
  const reason = verdict === 'taken' ? null : verdict;
  return identity.run(sql`
    insert into ticket_mail (id, key, received_at, sender, outcome, reason)
    values (${uuidv7()}, ${keyIn(arrived)}, ${now()}, ${hintOf(arrived.from)}, ${outcome}, ${reason})
    on conflict (key) do update set outcome = excluded.outcome, reason = excluded.reason where ticket_mail.outcome = 'waiting' or excluded.outcome = 'taken'`);
};

/** How often it was tried by now. */
async function keepWaiting({ identity, now }: Known, arrived: Arrived): Promise<number> {
  const [row] = await identity.run(sql<{ tries: number }>`
    insert into ticket_mail (id, key, received_at, sender, outcome)
    values (${uuidv7()}, ${keyIn(arrived)}, ${now()}, ${hintOf(arrived.from)}, 'waiting')
    on conflict (key) do update set tries = ticket_mail.tries + 1 returning tries`);
  return row?.tries ?? tries;
}

async function verdictOn(ctx: PlatformJobContext, { source }: OpenMailbox, arrived: Arrived, { address }: Mailbox): Promise<Verdict> {
  if (arrived.size > largestMail) return 'too_large';
  const bytes = await source(arrived.uid);
  if (!bytes) return 'too_large';
  // One without a Message-ID is known again by what stands in it.
  const message_id = arrived.message_id || createHash('sha256').update(bytes).digest('hex');
  return takeAnswer(ctx, { mailbox: address, message_id, source: bytes });
}

/** It is marked last: whatever ends the process before that, the mail is looked at again, and found to be taken. */
async function work(ctx: PlatformJobContext, open: OpenMailbox, arrived: Arrived, mailbox: Mailbox): Promise<void> {
  let verdict: Verdict;
  try {
    verdict = await verdictOn(ctx, open, arrived, mailbox);
  } catch (error) {
    if (isJobLost(error) || !open.isOpen()) throw error;
    ctx.log.error({ err: error, uid: arrived.uid }, 'a mail to the help desk could not be worked on');
    if ((await keepWaiting(ctx, arrived)) < tries) return;
    verdict = 'failed';
  }
  await keep(ctx, arrived, verdict);
  await open.markSeen(arrived.uid);
}

const checked = ({ identity, now }: Known, problem: MailboxProblem | null) =>
  identity.run(sql`
    insert into ticket_mailbox_check (only_row, checked_at, problem) select only_row, ${now()}, ${problem} from ticket_mailbox
    on conflict (only_row) do update set checked_at = excluded.checked_at, problem = excluded.problem`);

export const fetchAnswers = definePlatformJob({
  name: 'ticket.answer_by_mail',
  schema: z.strictObject({}),
  every: '* * * * *',
  // A mailbox that does not answer holds one place for moments; the next minute asks again.
  pace: 'mail',
  retry: { limit: 0, delay_seconds: 0 },
  expires_seconds: 240,
  async work(ctx) {
    const mailbox = await readMailbox(ctx.identity, ctx.secrets);
    if (!mailbox) return;
    await ctx.identity.run(sql`delete from ticket_mail where received_at < ${new Date(ctx.now().getTime() - keptDays * dayMs)}`);
    const end = performance.now() + lookMs;
    try {
      await withMailbox(mailbox, { privateAllowed: ctx.environment.privateAddresses }, async (open) => {
        for (const arrived of await open.unseen(mailsAtOnce)) if (performance.now() < end) await work(ctx, open, arrived, mailbox);
      });
      await checked(ctx, null);
    } catch (error) {
      if (isJobLost(error)) throw error;
      const problem = mailboxProblem(error);
      ctx.log.warn({ err: error, problem }, 'the mailbox of the help desk could not be looked into');
      await checked(ctx, problem);
    }
  },
});
