/** Adding and removing second factors. A required factor cannot be removed; every change is mailed to the person. */
import { sql } from 'kysely';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { query } from '#platform/database/query.ts';
import { fail, found } from '#platform/http/fail.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import { newRecoveryCodes } from '#domain/secondFactor/codes.ts';
import * as enrolment from '#domain/secondFactor/enrolment.ts';
import type { Person } from '#domain/secondFactor/enrolment.ts';
import { factorsOf, waysOf } from '#domain/secondFactor/factors.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import { accountOf, choicesOf } from '../account.queries.ts';
import { askedOf } from '../secondFactor/secondStep.ts';
import { requireConfirmed } from './confirmIdentity.ts';

export async function personOf({ identity, actor }: Context): Promise<Person> {
  const [person] = await identity.run(
    query.selectFrom('person').select(['id', 'email', 'name', 'language']).where('id', '=', actor.person_id),
  );
  return found(person);
}

const requirementOfActor = async (ctx: Context) => {
  const whom = { id: ctx.actor.person_id };
  const [[account], choices] = await ctx.identity.run(accountOf(whom), choicesOf(whom, null));
  return askedOf(found(account), choices);
};

type Change = { action: string; mail: 'factor_on' | 'factor_off' };

/** Changes the caller's factors; the audit line and the mail that tell of it are part of the same transaction. */
async function change<T>(ctx: Context, { action, mail }: Change, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { person_id, tenant_id, partner_id, role, membership_id } = ctx.actor;
  const person = { ...(await personOf(ctx)), staff_role: membership_id === null ? role : null };
  const message = accountMail(mail, person, await mailSenderOf(ctx));
  return ctx.identity.withTenant(async (tx) => {
    const result = await work(tx);
    await tx.run(auditLine({ action: `second_factor.${action}`, person_id, tenant_id, partner_id }), queueMail(ctx, message));
    return result;
  });
}

/** Adds a factor that was proved; the first one comes with recovery codes. Needs a recent confirmation. */
export async function add(ctx: Context, action: string, prove: () => Promise<enrolment.Proved>): Promise<{ recovery_codes: string[] }> {
  await requireConfirmed(ctx);
  const store = await prove();
  return change(ctx, { action, mail: 'factor_on' }, async (tx) => {
    await store(tx);
    return { recovery_codes: await enrolment.firstRecoveryCodes(tx, ctx, ctx.actor.person_id) };
  });
}

/** Codes that confirm a new factor are limited like any other. */
export const requireGuess = (ctx: Context) =>
  requireAttempt(ctx.identity, [ofId('step', ctx.actor.session_id), ofId('code_device', ctx.actor.person_id)], ctx.now());

/** Removes a factor. Parallel calls are serialised, so that together they cannot remove the last one where one is required. */
export async function remove(ctx: Context, action: string, statement: Statement): Promise<void> {
  await requireConfirmed(ctx);
  const { requirement } = await requirementOfActor(ctx);
  const { person_id } = ctx.actor;
  await change(ctx, { action, mail: 'factor_off' }, async (tx) => {
    await tx.run(sql`select 1 from person where id = ${person_id} for update`);
    const [removed] = await tx.run(statement);
    found(removed);
    const [left] = await tx.run(factorsOf(sql`${person_id}::uuid`, ctx.request.host));
    const { methods, enough } = waysOf(found(left), requirement);
    if (!enough) fail('second_factor_required');
    // Without any factor recovery codes are useless, so they are removed.
    if (methods.length === 0) {
      await tx.run(
        sql`delete from recovery_code where person_id = ${person_id}`,
        sql`update second_factor set recovery_made_at = null where person_id = ${person_id}`,
      );
    }
  });
}

/** Ten new recovery codes; none for a person without factors. */
export async function renewRecoveryCodes(ctx: Context): Promise<{ recovery_codes: string[] }> {
  await requireConfirmed(ctx);
  const { person_id, tenant_id, partner_id } = ctx.actor;
  const [factors] = await ctx.identity.run(factorsOf(sql`${person_id}::uuid`, ctx.request.host));
  if (waysOf(found(factors), 'none').methods.length === 0) return fail('not_found');
  const { codes, statements } = newRecoveryCodes(ctx.secrets, person_id, ctx.now());
  await ctx.identity.run(
    sql`insert into second_factor (person_id) values (${person_id}) on conflict do nothing`,
    ...statements,
    auditLine({ action: 'second_factor.recovery_codes', person_id, tenant_id, partner_id }),
  );
  return { recovery_codes: codes };
}
