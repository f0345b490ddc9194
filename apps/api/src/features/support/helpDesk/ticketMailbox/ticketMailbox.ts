/** The operator gives the mailbox that answers come to, tries it, and sees what came in. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { AsideMail, TicketMailbox } from '@vitrine/contract/support/ticketMailbox.ts';
import * as contract from '@vitrine/contract/support/ticketMailbox.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import { withMailbox } from '#platform/mail/imap.ts';
import { passwordPlace } from './mailbox.ts';
import { fieldOf, mailboxProblem } from './mailboxProblem.rules.ts';

/** How far the list of what was put aside goes back. */
const days = 14;
const listed = 100;

const shown = sql<TicketMailbox>`
  select b.host, b.port, b.protocol, b.user_name as user, b.address, c.checked_at, c.problem, b.version
  from ticket_mailbox b left join ticket_mailbox_check c on true`;

type Given = Omit<Input<typeof contract.save>['body'], 'version'>;

/** The stored password only for the server and user that it was stored for, so that it cannot be sent to another server. */
async function passwordFor(ctx: Context, { host, user, password }: Given): Promise<string> {
  if (password !== null) return password;
  const [stored] = await ctx.identity.run(sql<{ password: string }>`
    select password from ticket_mailbox where host = ${host} and user_name = ${user}`);
  return stored ? ctx.secrets.decrypt(stored.password, passwordPlace) : failFields({ password: 'required' });
}

async function save(ctx: Context, { version, ...given }: Input<typeof contract.save>['body']): Promise<TicketMailbox> {
  const { host, port, protocol, user, address } = given;
  const password = ctx.secrets.encrypt(await passwordFor(ctx, given), passwordPlace);
  return ctx.operator().withTenant(async (tx) => {
    const changed = await tx.run(
      version === null
        ? sql`insert into ticket_mailbox (host, port, protocol, user_name, password, address)
            values (${host}, ${port}, ${protocol}, ${user}, ${password}, ${address}) on conflict do nothing returning version`
        : sql`update ticket_mailbox set host = ${host}, port = ${port}, protocol = ${protocol}, user_name = ${user}, password = ${password},
            address = ${address}, version = version + 1 where version = ${version} returning version`,
    );
    if (changed.length === 0) fail('conflict');
    // What was seen of another mailbox says nothing about this one.
    const [, [row]] = await tx.run(sql`delete from ticket_mailbox_check`, shown);
    return found(row);
  });
}

/** Opens the mailbox as the job does, and says at the field what is in the way. */
async function check(ctx: Context, given: Given): Promise<{ unread: number }> {
  await requireAttempt(ctx.identity, [ofId('mail_test', ctx.actor.person_id)], ctx.now());
  const server = { ...given, password: await passwordFor(ctx, given) };
  try {
    return await withMailbox(server, { privateAllowed: ctx.environment.privateAddresses }, async ({ unseen }) => ({
      unread: (await unseen(listed)).length,
    }));
  } catch (error) {
    const problem = mailboxProblem(error);
    ctx.log.info({ problem }, 'a mailbox that was tried did not open');
    return failFields({ [fieldOf(problem)]: problem });
  }
}

export function ticketMailbox(serve: Serve): void {
  serve(contract.get, async (ctx) => {
    const since = new Date(ctx.now().getTime() - days * 86_400_000);
    const [[mailbox], aside, [counted]] = await ctx.operator().run(
      shown,
      sql<AsideMail>`
        select id, received_at, sender, reason from ticket_mail
        where received_at > ${since} and reason is not null order by received_at desc, id desc limit ${sql.lit(listed)}`,
      sql<{ taken: number }>`select count(*)::int as taken from ticket_mail where received_at > ${since} and outcome = 'taken'`,
    );
    return { mailbox: mailbox ?? null, days, taken: counted?.taken ?? 0, aside };
  });

  serve(contract.save, (ctx, { body }) => save(ctx, body));
  serve(contract.check, (ctx, { body }) => check(ctx, body));
  serve(contract.remove, async (ctx) => {
    await ctx.operator().run(sql`delete from ticket_mailbox`);
  });
}
