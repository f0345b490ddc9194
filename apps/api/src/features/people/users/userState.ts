/** Changing states of memberships. A change ends sessions at once, because the session row is read with every request. */
import type { memberStates } from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { fail, found } from '#platform/http/fail.ts';
import { dayIn } from '#domain/access/accessRules.ts';
import type { Statement } from '#platform/database/query.ts';
import { endSessions } from '#domain/people/sessionsOf.ts';

export type MemberState = (typeof memberStates)[number];

/** Sets the state of people who are not in it. Scheduled dates that have passed are cleared, or they would apply again. */
export const putIntoState = (
  ids: readonly string[],
  state: MemberState,
  today: string,
): Statement<{ id: string; person_id: string }> => sql`
  update membership set state = ${state}, version = version + 1,
    block_on = case when ${state} = 'active' and block_on <= ${today}::date then null else block_on end,
    delete_on = case when ${state} <> 'deactivated' and delete_on <= ${today}::date then null else delete_on end,
    deactivated_on = case when ${state} = 'deactivated' then ${today}::date end
  where id = any (${[...ids]}::uuid[]) and state <> ${state} returning id, person_id`;

export const stateReasons = {
  active: 'activated',
  inactive: 'inactivated',
  blocked: 'blocked',
  deactivated: 'deactivated',
} as const satisfies Record<MemberState, string>;

async function memberOf(ctx: Context, id: string): Promise<{ id: string; person_id: string }> {
  const [member] = await ctx.run(sql<{ id: string; person_id: string }>`select id, person_id from membership where id = ${id}`);
  return found(member);
}

export async function setState(ctx: Context, id: string, state: MemberState): Promise<void> {
  const { person_id } = await memberOf(ctx, id);
  if (person_id === ctx.actor.person_id) fail('not_yourself');
  await ctx.run(putIntoState([id], state, dayIn(ctx.actor.timezone, ctx.now())));
  // Also on activation, so that old sessions stay ended.
  await ctx.identity.run(endSessions([person_id], { tenant_id: ctx.actor.tenant_id, reason: stateReasons[state], now: ctx.now() }));
}

/** Ends all sessions of the person in this unit; for oneself, all but the current one. */
export async function forceLogout(ctx: Context, id: string): Promise<void> {
  const { person_id } = await memberOf(ctx, id);
  const { tenant_id, session_id } = ctx.actor;
  await ctx.identity.run(endSessions([person_id], { tenant_id, reason: 'forced', now: ctx.now(), except: session_id }));
  await ctx.run(sql`
    insert into audit_log (tenant_id, action, object_type, object_id) values (${tenant_id}, 'user.force_logout', 'membership', ${id})`);
}
