/** Mail domains whose people a unit lets in by its directories alone, and the administrators who keep a password (docs/reference/product-rules.md 9). */
import * as contract from '@vitrine/contract/signIn/ssoOnly.ts';
import type { PasswordAdministrator, SsoOnly } from '@vitrine/contract/signIn/ssoOnly.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { hasSsoWay, isOnSsoWay } from '#domain/access/ssoWays.ts';
import { ofMembers } from '#domain/people/sessionsOf.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { fail, found } from '#platform/http/fail.ts';

type Own = { domains: string[]; suggested: string[]; ways: boolean; version: number };

const own = (tenant_id: string): RawBuilder<Own> => sql<Own>`
  select coalesce(ts.password_off_domains, '{}') as domains, coalesce(ts.version, 1) as version, ${hasSsoWay(tenant_id)} as ways,
    array(select distinct unnest(d.email_domains) from entra_directory d where d.tenant_id = t.id and d.active order by 1) as suggested
  from tenant t left join tenant_setting ts on ts.tenant_id = t.id where t.id = ${tenant_id}`;

const peopleOf = (tenant_id: string): RawBuilder<SsoOnly['domains'][number]> => sql`
  select s.domain, count(m.id)::int as people, count(m.id) filter (where not ${isOnSsoWay})::int as unlinked
  from (select unnest(password_off_domains) as domain from tenant_setting where tenant_id = ${tenant_id}) s
  left join (membership m join person p on p.id = m.person_id)
    on m.tenant_id = ${tenant_id} and m.state = 'active' and split_part(p.email, '@', 2) = s.domain and not (m.role = 'admin' and m.keeps_password)
  group by s.domain order by s.domain`;

const administratorsOf = (tenant_id: string): RawBuilder<PasswordAdministrator> => sql<PasswordAdministrator>`
  select m.id, p.name, p.email, m.keeps_password, p.auth_method = 'password' and p.password_hash is not null as has_password
  from membership m join person p on p.id = m.person_id
  where m.tenant_id = ${tenant_id} and m.role = 'admin' and m.state = 'active' order by search_text(p.name), m.id`;

const unitOf = ({ actor }: Context): string => actor.tenant_id ?? fail('not_found_companies');

async function read(ctx: Context): Promise<SsoOnly> {
  const tenant_id = unitOf(ctx);
  // Whether somebody has a password is known to the sign-in alone.
  const [[row], domains, administrators] = await ctx.identity.run(own(tenant_id), peopleOf(tenant_id), administratorsOf(tenant_id));
  const { suggested, ways, version, domains: off } = found(row);
  return { domains, suggested: suggested.filter((domain) => !off.includes(domain)), administrators, ways, version };
}

async function save(ctx: Context, { domains, membership_ids, version }: Input<typeof contract.update>['body']): Promise<SsoOnly> {
  const tenant_id = unitOf(ctx);
  const keepers = [...new Set(membership_ids)];
  const [before] = await ctx.identity.run(own(tenant_id));
  const { ways, domains: off } = found(before);
  if (!ways && domains.some((domain) => !off.includes(domain))) fail('sso_no_way');
  const wanted = [...new Set(domains)];
  await ctx.withTenant(async (tx) => {
    const known = await tx.run(sql`select id from membership where id = any (${keepers}::uuid[])`);
    if (known.length < keepers.length) fail('not_found');
    // Whoever is to keep a password has it before the domain is closed, and gives it up after it was opened.
    await tx.run(sql`update membership set keeps_password = true where id = any (${keepers}::uuid[]) and not keeps_password`);
    const saved = await tx.run(sql`
      insert into tenant_setting as s (tenant_id, password_off_domains, version) values (${tenant_id}, ${wanted}::text[], ${version + 1})
      on conflict (tenant_id) do update set password_off_domains = excluded.password_off_domains, version = excluded.version
      where s.version = ${version} returning s.version`);
    if (saved.length === 0) fail('conflict');
    await tx.run(sql`update membership set keeps_password = false where keeps_password and id <> all (${keepers}::uuid[])`);
  });
  await endSessionsByPassword(ctx, tenant_id);
  return read(ctx);
}

/** Of whom no password is taken any more, sessions that began with one end; the caller's own goes on. */
async function endSessionsByPassword(ctx: Context, tenant_id: string): Promise<void> {
  await ctx.identity.run(sql`
    update session set ended_at = ${ctx.now()}, end_reason = 'sso_only'
    where tenant_id = ${tenant_id} and auth_type = 'password' and ended_at is null and ${ofMembers} and id <> ${ctx.actor.session_id}
      and person_id in (
        select m.person_id from membership m join person p on p.id = m.person_id
        where m.tenant_id = ${tenant_id} and passwords_off(m.tenant_id, p.email, m.role, m.keeps_password))`);
}

export function ssoOnly(serve: Serve): void {
  serve(contract.get, (ctx) => read(ctx));
  serve(contract.update, (ctx, { body }) => save(ctx, body));
}
