/** The policy of second factors, whom a stricter one would affect, and resetting a person's factors. */
import type { SecondFactorPolicy } from '@vitrine/contract/signIn/secondFactorPolicy.ts';
import * as contract from '@vitrine/contract/signIn/secondFactorPolicy.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { fail, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { takeFactorsAway } from '#domain/secondFactor/takeAway.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { countNone, countPeople, membersWithFactors, policyRow } from './secondFactorPolicy.queries.ts';

async function readPolicy(ctx: Context): Promise<SecondFactorPolicy> {
  const [[row], [people]] = await ctx.identity.run(policyRow(ctx), countPeople(ctx));
  const { unit_mfa, permission_admin, trusted_devices, unit_version, partner_mfa, partner_version } = found(row);
  const may_change = ctx.actor.role === 'partner';
  const counts = may_change ? await ctx.identity.run(countNone(ctx)) : [];
  const units = counts.flatMap(({ name, none }) => (name === null ? [] : [{ name, none }]));
  const none = counts.find(({ name }) => name === null)?.none ?? null;
  return {
    unit: { require_second_factor: unit_mfa, admins_set_second_factor: permission_admin, trusted_devices, version: unit_version },
    partner: { require_second_factor: partner_mfa, version: partner_version, may_change, none, units },
    people: found(people),
  };
}

type UnitRules = { require_second_factor: boolean; admins_set_second_factor: boolean; trusted_devices: boolean; version: number };

async function savePolicy(
  ctx: Context,
  { require_second_factor, admins_set_second_factor, trusted_devices, version }: UnitRules,
): Promise<SecondFactorPolicy> {
  const before = await readPolicy(ctx);
  if (before.unit.admins_set_second_factor !== admins_set_second_factor && ctx.actor.role !== 'partner') fail('functionality_not_allowed');
  const document = JSON.stringify({ require_second_factor, admins_set_second_factor });
  const [saved] = await ctx.run(sql<{ version: number }>`
    insert into tenant_setting as s (tenant_id, value, trusted_devices, version)
    values (${ctx.actor.tenant_id}::uuid, ${document}::jsonb, ${trusted_devices}, ${version + 1})
    on conflict (tenant_id) do update set value = s.value || excluded.value, trusted_devices = excluded.trusted_devices, version = excluded.version
    where s.version = ${version}
    returning version`);
  if (!saved) fail('conflict');
  return readPolicy(ctx);
}

async function savePartnerPolicy(
  ctx: Context,
  { require_second_factor, version }: { require_second_factor: boolean; version: number },
): Promise<SecondFactorPolicy> {
  const [saved] = await ctx.partner().run(sql<{ version: number }>`
    update partner_setting set value = value || ${JSON.stringify({ require_second_factor })}::jsonb, version = version + 1
    where partner_id = ${ctx.actor.partner_id}::uuid and version = ${version} returning version`);
  if (!saved) fail('conflict');
  return readPolicy(ctx);
}

/** Not allowed for a person who also belongs to a unit that the caller does not manage. */
async function resetSecondFactor(ctx: Context, id: string): Promise<void> {
  const [member] = await ctx.run(
    sql<{ person_id: string; email: string; name: string; language: string; is_ours: boolean }>`
      select p.id as person_id, p.email, p.name, p.language, person_is_ours(p.id) as is_ours from membership m join person p on p.id = m.person_id where m.id = ${id}`,
  );
  const person = found(member);
  const { person_id, is_ours } = person;
  if (person_id === ctx.actor.person_id) fail('not_yourself');
  if (!is_ours) fail('functionality_not_allowed');
  const { tenant_id, partner_id } = ctx.actor;
  await takeFactorsAway(ctx, person, { tenant_id, partner_id });
}

export function secondFactorPolicy(serve: Serve): void {
  serve(contract.getPolicy, (ctx) => readPolicy(ctx));
  serve(contract.savePolicy, (ctx, { body }) => savePolicy(ctx, body));
  serve(contract.savePartnerPolicy, (ctx, { body }) => savePartnerPolicy(ctx, body));
  serve(contract.resetSecondFactor, (ctx, { params: { id } }) => resetSecondFactor(ctx, id));

  serve(contract.listStopped, (ctx, { query }) => {
    const stopped = sql`
      select id, name, email, department, level, last_sign_in, case when email_code then 'email' else 'nothing' end as has
      from (${membersWithFactors(ctx, 'unit')}) members
      where ${every(
        sql`auth_method = 'password' and not strong and not (email_code and level <> 'app')`,
        holdsWords(query.q, sql`name`, sql`email`, sql`department`),
      )}`;
    const order = orderBy(query.sort, { name: sql`search_text(name)`, last_sign_in: sql`last_sign_in` }, sql`id`);
    return listPage(ctx.identity, query, sql`${stopped} ${order} ${pageOf(query)}`, stopped);
  });
}
