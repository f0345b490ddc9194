/** Legal holds of a unit: administrators put and lift them; the partner reads. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/privacy/retention.ts';
import type { LegalHold } from '@vitrine/contract/privacy/retention.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { dayIn } from '#domain/access/accessRules.ts';
import { lockForHold } from '#domain/retention/holds.ts';
import type { Context } from '#domain/serving/context.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';

const holdsWhere = (condition: RawBuilder<unknown>, now: Date) => sql<LegalHold>`
  select h.id, case when h.membership_id is not null then jsonb_build_object('membership_id', h.membership_id, 'name', p.name) end as member,
    h.reason, s.state, to_char(h.last_day, 'YYYY-MM-DD') as ends_on, h.created_at, maker.name as created_by, h.lifted_at, lifter.name as lifted_by
  from legal_hold h
  cross join lateral (
    select case when h.lifted_at is not null then 'lifted' when h.ends_at <= ${now}::timestamptz then 'ended' else 'standing' end as state) as s
  left join person p on p.id = h.person_id left join person maker on maker.id = h.created_by left join person lifter on lifter.id = h.lifted_by
  where ${condition} order by s.state <> 'standing', h.id desc limit 100`;

export const listHolds = (ctx: Context): Promise<LegalHold[]> => ctx.run(holdsWhere(sql`true`, ctx.now()));

export async function putHold(ctx: Context, input: Input<typeof contract.hold>['body']): Promise<Answer<typeof contract.hold>> {
  const { membership_id, reason, ends_on } = input;
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const { timezone, person_id } = ctx.actor;
  if (ends_on !== null && ends_on < dayIn(timezone, ctx.now())) failFields({ ends_on: 'in_the_past' });
  const id = uuidv7();
  await ctx.withTenant(async (tx) => {
    await tx.run(lockForHold(tenant_id));
    const [member] = await tx.run(sql<{ person_id: string }>`select person_id from membership where id = ${membership_id}::uuid`);
    if (membership_id !== null && !member) fail('not_found');
    await tx.run(sql`
      insert into legal_hold (tenant_id, id, membership_id, person_id, reason, last_day, ends_at, created_at, created_by)
      values (${ownTenant}, ${id}, ${membership_id}::uuid, ${member?.person_id ?? null}::uuid, ${reason}, ${ends_on}::date,
        (${ends_on}::date + 1)::timestamp at time zone ${timezone}, ${ctx.now()}, ${person_id}::uuid)`);
  });
  return found((await ctx.run(holdsWhere(sql`h.id = ${id}`, ctx.now())))[0]);
}

/** One that is over already stays as it ended. */
export async function liftHold(ctx: Context, id: string): Promise<void> {
  const [lifted, [known]] = await ctx.run(
    sql`update legal_hold set lifted_at = ${ctx.now()}, lifted_by = ${ctx.actor.person_id}::uuid
      where id = ${id} and lifted_at is null and (ends_at is null or ends_at > ${ctx.now()}) returning id`,
    sql`select from legal_hold where id = ${id}`,
  );
  found(known);
  if (lifted.length === 0) fail('conflict');
}
