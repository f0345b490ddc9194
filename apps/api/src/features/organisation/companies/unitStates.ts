/** Suspending, closing, reopening and erasing a unit. The state holds with the next call of everybody in it; their sessions end as well. */
import * as contract from '@vitrine/contract/organisation/companies.ts';
import { sql } from 'kysely';
import { asTyped } from '#domain/people/correctedInput.ts';
import { beginErasing } from '#domain/organisation/beginErasing.ts';
import { ofMembers } from '#domain/people/sessionsOf.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';

type Unit = { name: string; state: string };

/** The operator reaches every unit but its own, a partner its own ones. */
const scopeOf = (ctx: Context): Scoped => (ctx.actor.role === 'operator' ? ctx.operator() : ctx.partner());

const unitOf = async (scope: Scoped, id: string): Promise<Unit> =>
  found(
    (await scope.run(sql<Unit>`select name, state from tenant where id = ${id} and not is_operator_tenant and erasing_since is null`))[0],
  );

/** The change names the former state of the unit: whoever was first wins, and the other is told. */
async function change(scope: Scoped, statement: Statement): Promise<void> {
  if ((await scope.run(statement)).length === 0) fail('conflict');
}

const endSessions = ({ identity, now }: Context, tenant_id: string, reason: string) =>
  identity.run(sql`
    update session set ended_at = ${now()}, end_reason = ${reason} where tenant_id = ${tenant_id} and ${ofMembers} and ended_at is null`);

/** Why it was suspended is the operator's to say, and to take back. */
const unsaid = (isOperator: boolean) => (isOperator ? sql`, suspended_for = ''` : sql``);

export function unitStates(serve: Serve): void {
  serve(contract.close, async (ctx, { params: { id }, body: { confirm } }) => {
    const scope = scopeOf(ctx);
    const { name } = await unitOf(scope, id);
    if (asTyped(confirm) !== asTyped(name)) failFields({ confirm: 'name_differs' });
    const isOperator = ctx.actor.role === 'operator';
    await change(
      scope,
      // What the operator has suspended a partner neither closes nor, by that, reopens.
      sql`update tenant set state = 'closed', closed_at = ${ctx.now()}, reopens_as = case state when 'trial' then 'trial' else 'active' end,
          default_for_cloud = false, default_for_registration = false${unsaid(isOperator)}, version = version + 1
        where id = ${id} and (state in ('trial', 'active') or (${isOperator} and state = 'suspended')) returning id`,
    );
    await endSessions(ctx, id, 'unit_closed');
    // Staff of the partner goes on, in no unit.
    await ctx.identity.run(sql`update session set tenant_id = null where tenant_id = ${id} and role = 'partner' and ended_at is null`);
  });

  serve(contract.reopen, async (ctx, { params: { id } }) => {
    const scope = scopeOf(ctx);
    await unitOf(scope, id);
    const isOperator = ctx.actor.role === 'operator';
    await change(
      scope,
      sql`update tenant set state = coalesce(reopens_as, case when trial_ends_on is null then 'active' else 'trial' end),
          closed_at = null, reopens_as = null${unsaid(isOperator)}, version = version + 1
        where id = ${id} and (state = 'closed' or (${isOperator} and state = 'suspended')) returning id`,
    );
  });

  serve(contract.erase, async (ctx, { params: { id }, query: { confirm } }) => {
    const { name } = await unitOf(ctx.operator(), id);
    if (asTyped(confirm) !== asTyped(name)) failFields({ confirm: 'name_differs' });
    await beginErasing({ ...ctx, operator: ctx.operator() }, id);
  });

  serve(contract.suspend, async (ctx, { params: { id }, body: { reason } }) => {
    const operator = ctx.operator();
    await unitOf(operator, id);
    await change(
      operator,
      sql`update tenant set state = 'suspended', suspended_for = ${reason}, reopens_as = case state when 'trial' then 'trial' else 'active' end, version = version + 1
        where id = ${id} and state in ('trial', 'active') returning id`,
    );
    await endSessions(ctx, id, 'unit_suspended');
  });
}
