/** Capacities of the unit's accounts: what they are, what they cost, and who or what starts and pauses them. */
import * as contract from '@vitrine/contract/datasets/capacities.ts';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import { hoursOf } from '#domain/reporting/capacityCost.rules.ts';
import type { Span } from '#domain/reporting/capacityCost.rules.ts';
import { accountToCall, isWithinReach } from '#domain/reporting/reportingAccount.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { unlessTaken } from '#platform/http/saving.ts';
import { perform } from './act.ts';
import { changeCapacity } from './changeCapacity.ts';
import { planning } from './plan.ts';
import type { FullRow } from './rows.ts';
import { capacityWithinReach, detailOf, heldBy, isKeeper, listedRows, shown, source } from './rows.ts';
import { look } from './seen.ts';
import { watchNext } from './watch.jobs.ts';

const nameTaken = { capacity_tenant_id_subscription_id_name_key: 'name' };
const scaledLatelyMs = 10 * 60_000;
const hoursShownMs = 7 * 24 * 3_600_000;

const tenantOf = ({ actor }: Context): string => actor.tenant_id ?? fail('not_found_companies');

/** Why it is not done now. */
async function checkWork(
  ctx: Context,
  row: FullRow,
  { kind, sku, force }: { kind: contract.WorkKind; sku: string | null; force: boolean },
) {
  if (row.open_act) fail('capacity_busy');
  if (kind === 'pause' && !force && heldBy(row) !== null) fail('capacity_in_use');
  if (kind !== 'scale') return;
  if (sku === null || sku[0] !== row.sku[0] || sku === row.sku) failFields({ sku: 'invalid' });
  const lately = await ctx.run(sql`
    select from capacity_act where capacity_id = ${row.id} and kind = 'scale' and state = 'done'
      and asked_at > ${new Date(ctx.now().getTime() - scaledLatelyMs)}`);
  if (lately.length > 0) fail('capacity_scaled_lately');
}

type Act = {
  id: string;
  kind: contract.WorkKind;
  source: (typeof contract.actSources)[number];
  by: string | null;
  reason: (typeof contract.ruleReasons)[number] | null;
  state: (typeof contract.actStates)[number];
  refusal: (typeof contract.refusals)[number] | null;
  from_sku: string;
  to_sku: string | null;
  asked_at: string;
  ended_at: string | null;
};
const actsOf = (id: string) => sql<Act>`
  select x.id, x.kind, x.source, p.name as by, x.reason, x.state, x.refusal, x.from_sku, x.to_sku, x.asked_at, x.ended_at
  from capacity_act x left join person p on p.id = x.asked_by where x.capacity_id = ${id} order by x.asked_at desc, x.id desc limit 100`;

function reading(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    if (!isKeeper(ctx)) fail('forbidden');
    const matching = every(isWithinReach(ctx), holdsWords(wanted.q, sql`c.name`, sql`a.name`));
    const sorted = orderBy(wanted.sort, { name: sql`c.name`, account: sql`search_text(a.name)` }, sql`c.id`);
    const [{ data, meta }, accounts] = await Promise.all([
      listPage(ctx, wanted, listedRows(matching, sorted, pageOf(wanted)), sql`select from ${source} where ${matching}`),
      ctx.run(sql`select from reporting_account a where ${isWithinReach(ctx)} limit 1`),
    ]);
    const add = mayCall(ctx.actor, contract.add.can) && accounts.length > 0;
    return { data: data.map((row) => shown(ctx, row)), meta, can: { add } };
  });

  serve(contract.accounts, async (ctx) => ({
    data: await ctx.run(sql<{ id: string; name: string; subscription_id: string | null }>`
      select a.id, a.name, a.subscription_id from reporting_account a where ${isWithinReach(ctx)} order by search_text(a.name), a.id`),
  }));

  serve(contract.discover, async (ctx, { params }) => {
    const account = await accountToCall(ctx, params.account_id);
    if (account.subscription_id === null) return { data: [] };
    const seen = await ctx.reporting.azureCapacities(account, account.subscription_id);
    const known = await ctx.run(sql<{ name: string }>`select name from capacity where subscription_id = ${account.subscription_id}`);
    const added = new Set(known.map(({ name }) => name));
    return { data: seen.map((one) => ({ ...one, added: added.has(one.name.toLowerCase()) })) };
  });

  serve(contract.get, async (ctx, { params }) => detailOf(ctx, params.id));

  serve(contract.history, async (ctx, { params }) => {
    await capacityWithinReach(ctx, params.id);
    const since = new Date(ctx.now().getTime() - hoursShownMs);
    const [acts, spans] = await ctx.run(
      actsOf(params.id),
      sql<Span>`select seen_from, seen_until, state, sku from capacity_seen where capacity_id = ${params.id} and seen_until > ${since}`,
    );
    return { acts, hours: hoursOf(spans, since) };
  });
}

function keeping(serve: Serve): void {
  serve(contract.add, async (ctx, { body }) => {
    await accountToCall(ctx, body.account_id);
    const id = uuidv7();
    await unlessTaken(
      nameTaken,
      ctx.run(
        sql`update capacity set current = false where account_id = ${body.account_id} and current and ${body.current}`,
        query.insertInto('capacity').values({ ...body, id, tenant_id: ownTenant }),
        watchNext(tenantOf(ctx), id, ctx.now()),
      ),
    );
    return { id };
  });

  serve(contract.update, async (ctx, { params: { id }, body: { version, waking, ...changes } }) => {
    const { account_id } = await capacityWithinReach(ctx, id);
    const change = ctx.withTenant(async (tx) => {
      if (changes.current)
        await tx.run(sql`update capacity set current = false where account_id = ${account_id} and current and id <> ${id}`);
      await changeCapacity(tx, { id, version }, changes);
      await tx.run(
        sql`update reporting_account set waking = ${waking}, version = version + 1 where id = ${account_id} and waking <> ${waking}`,
      );
    });
    await unlessTaken(nameTaken, change);
  });

  serve(contract.remove, async (ctx, { params: { id } }) => {
    const row = await capacityWithinReach(ctx, id);
    const [removed] = await ctx.run(query.deleteFrom('capacity').where('id', '=', row.id).returning('id'));
    found(removed);
  });
}

function working(serve: Serve): void {
  serve(contract.look, async (ctx, { params }) => {
    await look(ctx, await capacityWithinReach(ctx, params.id));
    return detailOf(ctx, params.id);
  });

  serve(contract.work, async (ctx, { params, body }) => {
    const row = await capacityWithinReach(ctx, params.id);
    await checkWork(ctx, row, body);
    const { kind, sku } = body;
    const act = { kind, to_sku: kind === 'scale' ? sku : null, source: 'person', reason: null, asked_by: ctx.actor.actor_id } as const;
    await perform(ctx, tenantOf(ctx), row, act);
    return detailOf(ctx, params.id);
  });

  serve(contract.setRule, async (ctx, { params: { id }, body: { version, shift_ids, ...rule } }) => {
    await capacityWithinReach(ctx, id);
    const change = ctx.withTenant(async (tx) => {
      await changeCapacity(tx, { id, version }, rule);
      await tx.run(
        query.deleteFrom('capacity_shift').where('capacity_id', '=', id),
        // Ids of another unit violate the foreign key, as missing ones do.
        sql`insert into capacity_shift (tenant_id, capacity_id, shift_id)
          select distinct ${ownTenant}, ${id}::uuid, shift_id from unnest(${shift_ids}::uuid[]) as t (shift_id)`,
        watchNext(tenantOf(ctx), id, ctx.now()),
      );
    });
    await unlessTaken({}, change);
  });
}

export function capacities(serve: Serve): void {
  reading(serve);
  keeping(serve);
  working(serve);
  planning(serve);
}
