/** States of a membership. Whoever is not active any more is out at once: the session row is read with every request. */
import type { memberStates } from '@vitrine/contract/features/users.ts';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { fail, found } from '../../core/fail.ts';
import { dayIn } from '../../core/accessRules.ts';
import type { Statement } from '../../core/database/query.ts';
import { endSessions } from '../../core/people/sessionsOf.ts';

export type MemberState = (typeof memberStates)[number];

/** Sets the state of those who are not in it. Dates that have done their work are cleared, or they would do it again. */
export const putIntoState = (
  ids: readonly string[],
  state: MemberState,
  today: string,
): Statement<{ id: string; person_id: string }> => sql`
  update membership set state = ${state}, version = version + 1,
    block_on = case when ${state} = 'A' and block_on <= ${today}::date then null else block_on end,
    delete_on = case when ${state} <> 'D' and delete_on <= ${today}::date then null else delete_on end,
    deactivated_on = case when ${state} = 'D' then ${today}::date end
  where id = any (${[...ids]}::uuid[]) and state <> ${state} returning id, person_id`;

export const stateReasons = { A: 'activated', I: 'inactivated', B: 'blocked', D: 'deactivated' } as const satisfies Record<
  MemberState,
  string
>;

async function memberOf(ctx: Context, id: string): Promise<{ id: string; person_id: string }> {
  const [member] = await ctx.run(sql<{ id: string; person_id: string }>`select id, person_id from membership where id = ${id}`);
  return found(member);
}

export async function setState(ctx: Context, id: string, state: MemberState): Promise<void> {
  const { person_id } = await memberOf(ctx, id);
  if (person_id === ctx.actor.person_id) fail('not_yourself');
  await ctx.run(putIntoState([id], state, dayIn(ctx.actor.timezone, ctx.now())));
  // Also when somebody becomes active again: what was open before stays closed.
  await ctx.identity.run(endSessions([person_id], { tenant_id: ctx.actor.tenant_id, reason: stateReasons[state], now: ctx.now() }));
}

/** Ends every session of the person in this unit; of oneself all but the one that asks. */
export async function forceLogout(ctx: Context, id: string): Promise<void> {
  const { person_id } = await memberOf(ctx, id);
  const { tenant_id, session_id } = ctx.actor;
  await ctx.identity.run(endSessions([person_id], { tenant_id, reason: 'forced', now: ctx.now(), except: session_id }));
  await ctx.run(sql`
    insert into audit_log (tenant_id, action, object_type, object_id) values (${tenant_id}, 'user.force_logout', 'membership', ${id})`);
}
