/** Memberships of one person in several units: partner staff manage all units of the partner, administrators those that they administer. */
import type { memberRoles } from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { dayIn } from '#domain/access/accessRules.ts';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import { managedUnits } from '#domain/people/managedTenants.ts';
import { endSessions } from '#domain/people/sessionsOf.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { putIntoState } from './userState.ts';
import { checkRole } from './users.rules.ts';

type Role = (typeof memberRoles)[number];

async function personOf(ctx: Context, id: string): Promise<string> {
  const [member] = await ctx.run(query.selectFrom('membership').select('person_id').where('id', '=', id));
  return found(member).person_id;
}

export async function unitsOf(ctx: Context, id: string) {
  const person_id = await personOf(ctx, id);
  const managed = await managedUnits(ctx);
  const roles = await ctx.identity.run(
    sql<{ tenant_id: string; role: Role }>`select tenant_id, role from membership
      where person_id = ${person_id} and state <> 'deactivated' and tenant_id = any (${managed.map((unit) => unit.id)}::uuid[])`,
  );
  return managed.map((unit) => {
    const role = roles.find(({ tenant_id }) => tenant_id === unit.id)?.role ?? null;
    return { ...unit, member: role !== null, role, current: unit.id === ctx.actor.tenant_id };
  });
}

type Place = { id: string; tenant_id: string };

/** Adds or reactivates the membership. */
export async function joinUnit(ctx: Context, { id, tenant_id }: Place, role: Role): Promise<void> {
  const person_id = await personOf(ctx, id);
  const there = await ctx.unit(tenant_id);
  checkRole(ctx.actor, role);
  await there.run(
    query
      .insertInto('membership')
      .values({ id: uuidv7(), tenant_id, person_id, role })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'person_id']).doUpdateSet({ role, state: 'active', deactivated_on: null })),
  );
  await ctx.identity.run(endSessions([person_id], { tenant_id, reason: 'role_change', now: ctx.now(), except: ctx.actor.session_id }));
}

export async function leaveUnit(ctx: Context, { id, tenant_id }: Place): Promise<void> {
  const person_id = await personOf(ctx, id);
  const there = await ctx.unit(tenant_id);
  const [member] = await there.run(query.selectFrom('membership').select('id').where('person_id', '=', person_id));
  await there.run(putIntoState([found(member).id], 'deactivated', dayIn(ctx.actor.timezone, ctx.now())));
  await ctx.identity.run(endSessions([person_id], { tenant_id, reason: 'deactivated', now: ctx.now() }));
}
