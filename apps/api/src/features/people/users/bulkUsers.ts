/** One action for many people, in one transaction: all of it happens, or nothing. */
import type * as contract from '@vitrine/contract/people/users.ts';
import { memberStates } from '@vitrine/contract/people/users.ts';
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import { dayIn } from '#domain/access/accessRules.ts';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { failFields, found } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { requireOwnGroup } from '#domain/people/directory.ts';
import { endSessions } from '#domain/people/sessionsOf.ts';
import { inviteMany } from './inviteUsers.ts';
import type { MemberState } from './userState.ts';
import { putIntoState, stateReasons } from './userState.ts';
import { matching } from './users.queries.ts';

type Member = { id: string; person_id: string };
type Bulk = Input<typeof contract.bulk>['body'];
type Undo = NonNullable<Answer<typeof contract.bulk>['undo']>;

/** As many as one call may name. */
const mostUndone = 500;
const countOf = (undo: Undo): number => undo.reduce((sum, { membership_ids }) => sum + membership_ids.length, 0);

const isState = (action: Bulk['action']): action is MemberState => memberStates.some((state) => state === action);

/** The selected people, or those that the list's search finds, without the caller. */
async function chosen(ctx: Context, { membership_ids, found: search }: Bulk) {
  const condition = search ? await matching(ctx, search) : sql`m.id = any (${membership_ids}::uuid[])`;
  return sql<Member>`select m.id, m.person_id from membership m where ${condition}`;
}

async function inGroup(
  tx: Transaction,
  ids: readonly string[],
  group: string | undefined,
  action: 'add_to_group' | 'remove_from_group',
): Promise<Undo> {
  if (group === undefined) return failFields({ to_group: 'required' });
  await requireOwnGroup(tx, group);
  const [there] = await tx.run(query.selectFrom('user_group').select('id').where('id', '=', group));
  found(there, 'group_not_found');
  const work =
    action === 'add_to_group'
      ? sql<{ membership_id: string }>`insert into user_group_member (tenant_id, group_id, membership_id)
          select ${ownTenant}, ${group}::uuid, m from unnest(${[...ids]}::uuid[]) as m on conflict do nothing returning membership_id`
      : sql<{
          membership_id: string;
        }>`delete from user_group_member where group_id = ${group} and membership_id = any (${[...ids]}::uuid[]) returning membership_id`;
  const moved = (await tx.run(work)).map(({ membership_id }) => membership_id);
  const back = action === 'add_to_group' ? 'remove_from_group' : 'add_to_group';
  return [{ action: back, membership_ids: moved, to_group: group }];
}

/** Who is about to change, by the state that they are in now. */
async function statesNow(tx: Transaction, ids: readonly string[], next: MemberState): Promise<Undo> {
  const rows = await tx.run(sql<{ id: string; state: MemberState }>`
    select id, state from membership where id = any (${[...ids]}::uuid[]) and state <> ${next} limit ${sql.lit(mostUndone + 1)} for update`);
  return memberStates
    .map((action) => ({ action, membership_ids: rows.filter(({ state }) => state === action).map(({ id }) => id) }))
    .filter(({ membership_ids }) => membership_ids.length > 0);
}

export async function bulkUsers(ctx: Context, body: Bulk): Promise<Answer<typeof contract.bulk>> {
  const { action } = body;
  const { tenant_id, person_id, timezone, session_id } = ctx.actor;
  const out: { people: string[]; reason: string } = { people: [], reason: 'forced' };
  const wanted = await chosen(ctx, body);
  if (action === 'invite') return inviteMany(ctx, await ctx.run(wanted));
  const { changed, all, undo } = await ctx.withTenant(async (tx) => {
    const members = await tx.run(wanted);
    const ids = members.filter((member) => member.person_id !== person_id).map(({ id }) => id);
    if (action === 'logout') {
      out.people = members.map((member) => member.person_id);
      return { changed: members.length, all: members.length, undo: [] };
    }
    if (!isState(action)) {
      // The caller may add themselves to a group, because they could do so alone.
      const everybody = members.map(({ id }) => id);
      const undo = await inGroup(tx, everybody, body.to_group, action);
      return { changed: countOf(undo), all: members.length, undo };
    }
    const undo = await statesNow(tx, ids, action);
    const moved = await tx.run(putIntoState(ids, action, dayIn(timezone, ctx.now())));
    out.people = moved.map((member) => member.person_id);
    out.reason = stateReasons[action];
    return { changed: moved.length, all: members.length, undo };
  });
  if (out.people.length > 0)
    await ctx.identity.run(endSessions(out.people, { tenant_id, reason: out.reason, now: ctx.now(), except: session_id }));
  const takesBack = action !== 'logout' && changed > 0 && countOf(undo) <= mostUndone;
  return { changed, skipped: all - changed, ...(takesBack ? { undo } : {}) };
}
