/** Adding and giving up ways of the second step. What is needed stays; the person is told of every change by mail. */
import { sql } from 'kysely';
import { accountMail, mailSenderOf, unasked } from '../../core/accountMail.ts';
import type { Context } from '../../core/context.ts';
import type { Statement } from '../../core/database/query.ts';
import { query } from '../../core/database/query.ts';
import { fail, found } from '../../core/fail.ts';
import { ofId, requireAttempt } from '../../core/guard.ts';
import { newRecoveryCodes } from '../../core/secondFactor/codes.ts';
import * as enrolment from '../../core/secondFactor/enrolment.ts';
import type { Person } from '../../core/secondFactor/enrolment.ts';
import { factorsOf, waysOf } from '../../core/secondFactor/factors.ts';
import { auditLine } from '../../core/sessionAudit.ts';
import { accountOf, placesOf } from './account.queries.ts';
import { askedOf } from './secondStep.ts';
import { requireConfirmed } from './confirmIdentity.ts';

export async function personOf({ identity, actor }: Context): Promise<Person> {
  const [person] = await identity.run(
    query.selectFrom('person').select(['id', 'email', 'name', 'language']).where('id', '=', actor.person_id),
  );
  return found(person);
}

export const requirementOfActor = async (ctx: Context) => {
  const whom = { id: ctx.actor.person_id };
  const [[account], places] = await ctx.identity.run(accountOf(whom), placesOf(whom, null));
  return askedOf(found(account), places);
};

/** Changes somebody's own keys: for whoever has just shown who they are, with a line of the log and a mail. */
export async function change(ctx: Context, action: string, mail: 'factor_on' | 'factor_off', work: () => Promise<void>): Promise<void> {
  await requireConfirmed(ctx);
  await work();
  const { person_id, tenant_id, partner_id, role, membership_id } = ctx.actor;
  await ctx.identity.run(auditLine({ action: `second_factor.${action}`, person_id, tenant_id, partner_id }));
  const person = { ...(await personOf(ctx)), staff_role: membership_id === null ? role : null };
  ctx.mail.sendLater(accountMail(mail, person, await mailSenderOf(ctx), { more: unasked(person) }));
}

/** Adds a way; the first one comes with recovery codes. */
export async function add(ctx: Context, action: string, work: () => Promise<unknown>): Promise<{ recovery_codes: string[] }> {
  let recovery_codes: string[] = [];
  await change(ctx, action, 'factor_on', async () => {
    await work();
    recovery_codes = await enrolment.firstRecoveryCodes(ctx, ctx.actor.person_id);
  });
  return { recovery_codes };
}

/** Codes that prove a new way are guessed like any other. */
export const requireGuess = (ctx: Context) =>
  requireAttempt(ctx.identity, [ofId('step', ctx.actor.session_id), ofId('code_device', ctx.actor.person_id)], ctx.now());

/** Gives a way up. Two at the same time wait for each other, so that together they do not take the last one of somebody who needs it. */
export function remove(ctx: Context, action: string, statement: Statement): Promise<void> {
  return change(ctx, action, 'factor_off', async () => {
    const { requirement } = await requirementOfActor(ctx);
    const { person_id } = ctx.actor;
    await ctx.identity.withTenant(async (tx) => {
      await tx.run(sql`select 1 from person where id = ${person_id} for update`);
      const [removed] = await tx.run(statement);
      found(removed);
      const [left] = await tx.run(factorsOf(sql`${person_id}::uuid`, ctx.request.site));
      const { methods, enough } = waysOf(found(left), requirement);
      if (!enough) fail('second_factor_required');
      // Without a way left the recovery codes recover nothing.
      if (methods.length === 0) {
        await tx.run(
          sql`delete from recovery_code where person_id = ${person_id}`,
          sql`update second_factor set recovery_made_at = null where person_id = ${person_id}`,
        );
      }
    });
  });
}

/** Ten new ones; whoever has nothing that they could recover gets none. */
export async function renewRecoveryCodes(ctx: Context): Promise<{ recovery_codes: string[] }> {
  await requireConfirmed(ctx);
  const { person_id, tenant_id, partner_id } = ctx.actor;
  const [factors] = await ctx.identity.run(factorsOf(sql`${person_id}::uuid`, ctx.request.site));
  if (waysOf(found(factors), 'none').methods.length === 0) return fail('not_found');
  const { codes, statements } = newRecoveryCodes(ctx.secrets, person_id, ctx.now());
  await ctx.identity.run(
    sql`insert into second_factor (person_id) values (${person_id}) on conflict do nothing`,
    ...statements,
    auditLine({ action: 'second_factor.recovery_codes', person_id, tenant_id, partner_id }),
  );
  return { recovery_codes: codes };
}
