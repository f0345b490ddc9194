/** Assignments of many reports for many people and groups: all or nothing, and idempotent. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import * as contract from '@vitrine/contract/access/bulkAccess.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { checkEnd, checkRules } from '#domain/reportAccess/checkRules.ts';
import { checkReceiver } from '#domain/reportAccess/receiver.rules.ts';
import { unlessTaken } from '#platform/http/saving.ts';
import { bulkPreviewOf } from './bulkPreview.ts';
import { commonModelOf } from './commonModel.ts';

type Receiver = Input<typeof contract.bulkAdd>['body']['receivers'][number];

/** More pairs than this are too much for one transaction, and probably a mistake. */
const mostPairs = 20_000;

type Chosen = { reports: string[]; memberships: string[]; groups: string[]; unit: boolean };

function chosenOf(report_ids: readonly string[], receivers: readonly Receiver[]): Chosen {
  for (const receiver of receivers) checkReceiver(receiver);
  const idsOf = (to: Receiver['to']) => [...new Set(receivers.filter((one) => one.to === to).flatMap(({ to_id }) => to_id ?? []))];
  const chosen = {
    reports: [...new Set(report_ids)],
    memberships: idsOf('membership'),
    groups: idsOf('user_group'),
    unit: receivers.some(({ to }) => to === 'unit'),
  };
  const each = chosen.memberships.length + chosen.groups.length + Number(chosen.unit);
  if (chosen.reports.length * each > mostPairs)
    failFields({ receivers: `too_many_items:${Math.floor(mostPairs / Math.max(1, chosen.reports.length))}` });
  return chosen;
}

/** Foreign and missing ids return no row; then nothing is assigned. */
const numberFound = ({ reports, memberships, groups }: Chosen): RawBuilder<{ found: number }> => sql<{ found: number }>`
  select (select count(*) from report where id = any (${reports}::uuid[]))
    + (select count(*) from membership where id = any (${memberships}::uuid[]))
    + (select count(*) from user_group where id = any (${groups}::uuid[])) as found`;

const requireAll = (chosen: Chosen, found: number): void => {
  if (found !== chosen.reports.length + chosen.memberships.length + chosen.groups.length) fail('not_found');
};

/** Every chosen report with every chosen receiver, as columns of `report_grant`. */
const pairs = ({ reports, memberships, groups, unit }: Chosen): RawBuilder<unknown> => sql`
  unnest(${reports}::uuid[]) as r (report_id) cross join (
    select m as membership_id, null::uuid as user_group_id, false as unit from unnest(${memberships}::uuid[]) m
    union all select null, g, false from unnest(${groups}::uuid[]) g
    union all select null, null, true where ${unit}
  ) as receiver`;

async function bulkAdd(ctx: Context, { report_ids, receivers, ...rules }: Input<typeof contract.bulkAdd>['body']) {
  checkEnd(ctx, rules.ends_on);
  await checkRules(ctx, report_ids, rules);
  const chosen = chosenOf(report_ids, receivers);
  const wanted = chosen.reports.length * (chosen.memberships.length + chosen.groups.length + Number(chosen.unit));
  const added = await ctx.withTenant(async (tx) => {
    const [found] = await tx.run(numberFound(chosen));
    requireAll(chosen, found?.found ?? 0);
    return tx.run(sql`
      insert into report_grant (tenant_id, id, report_id, membership_id, user_group_id, unit, filters, rls_roles, rls_username, permission_edit, ends_on)
      select app_setting('tenant_id')::uuid, uuid_v7(), r.report_id, membership_id, user_group_id, unit,
        ${JSON.stringify(rules.filters)}::jsonb, ${rules.rls_roles}::text[], ${rules.rls_username}::text, ${rules.permission_edit}, ${rules.ends_on}::date
      from ${pairs(chosen)}
      on conflict do nothing returning id`);
  });
  return { added: added.length, skipped: wanted - added.length } satisfies Answer<typeof contract.bulkAdd>;
}

async function bulkRemove(ctx: Context, { report_ids, receivers, in_person }: Input<typeof contract.bulkRemove>['body']) {
  const chosen = chosenOf(report_ids, receivers);
  const [removed, taken] = await ctx.withTenant(async (tx) => {
    const [found] = await tx.run(numberFound(chosen));
    requireAll(chosen, found?.found ?? 0);
    return tx.run(
      sql`
        delete from report_grant ra using ${pairs(chosen)}
        where ra.report_id = r.report_id and (ra.membership_id = receiver.membership_id or ra.user_group_id = receiver.user_group_id or (ra.unit and receiver.unit))
        returning ra.id`,
      sql`
        insert into report_removal (tenant_id, report_id, membership_id, removed_by)
        select app_setting('tenant_id')::uuid, r.report_id, membership_id, ${ctx.actor.actor_id}::uuid
        from ${pairs(chosen)} where membership_id is not null and ${in_person}
        on conflict do nothing returning report_id`,
    );
  });
  return { removed: removed.length, taken_off: taken.length } satisfies Answer<typeof contract.bulkRemove>;
}

export function bulkAccess(serve: Serve): void {
  // Foreign keys contain the tenant, so what another unit has counts as missing.
  serve(contract.bulkAdd, (ctx, { body }) => unlessTaken({}, bulkAdd(ctx, body)));
  serve(contract.bulkRemove, (ctx, { body }) => unlessTaken({}, bulkRemove(ctx, body)));
  serve(contract.bulkPreview, (ctx, { body }) => bulkPreviewOf(ctx, body));
  serve(contract.commonModel, (ctx, { body }) => commonModelOf(ctx, body.report_ids));
}
