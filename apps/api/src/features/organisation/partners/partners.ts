/** Partners and their units in numbers. The operator sees contracts and counts, and names of partner staff only. */
import * as contract from '@vitrine/contract/organisation/partners.ts';
import type { Partner } from '@vitrine/contract/organisation/partners.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import { holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { takeFactorsAway } from '#domain/secondFactor/takeAway.ts';
import type { Serve } from '#domain/serving/serve.ts';

const staffOf = (partners: readonly string[]) => sql<Partner['staff'][number] & { partner_id: string }>`
  select p.id, p.name, p.email, st.partner_id,
    (exists (select from passkey k where k.person_id = p.id) or exists (select from second_factor f
      where f.person_id = p.id and (f.totp_confirmed_at is not null or f.email_confirmed_at is not null))) as second_factor
  from staff st join person p on p.id = st.person_id
  where st.role = 'partner' and st.state = 'active' and st.partner_id = any (${partners}::uuid[]) order by search_text(p.name), p.id`;

/** Partners `p` with their units; seats are counted as for the user limit (active and blocked people). */
const withUnits = (chosen: RawBuilder<unknown>, sorted: RawBuilder<unknown>) => sql<Omit<Partner, 'staff'>>`
  select p.id, p.name, coalesce(units.count, 0) as unit_count, coalesce(units.people, 0) as person_count, coalesce(units.list, '[]') as units
  from (${chosen}) as p
  left join lateral (
    select count(*) as count, sum(person_count)::int as people, jsonb_agg(to_jsonb(unit) order by search_text(unit.name)) as list
    from (
      select t.id, t.name, t.state, coalesce((select s.used from unit_seats s where s.tenant_id = t.id), 0) as person_count, t.user_limit
      from tenant t where t.partner_id = p.id
    ) as unit
  ) as units on true
  ${sorted}`;

async function withStaff(ctx: Context, rows: readonly Omit<Partner, 'staff'>[]): Promise<Partner[]> {
  const people = await ctx.identity.run(staffOf(rows.map(({ id }) => id)));
  const ofPartner = (id: string) => people.flatMap(({ partner_id, ...person }) => (partner_id === id ? [person] : []));
  return rows.map((partner) => ({ ...partner, staff: ofPartner(partner.id) }));
}

export function partners(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = holdsWords(wanted.q, sql`p.name`);
    const sorted = orderBy(wanted.sort, { name: sql`search_text(p.name)` }, sql`p.id`);
    const rows = withUnits(sql`select p.* from partner p where ${matching} ${sorted} ${pageOf(wanted)}`, sorted);
    const { data, meta } = await listPage(ctx.operator(), wanted, rows, sql`select from partner p where ${matching}`);
    return { meta, data: await withStaff(ctx, data) };
  });

  serve(contract.get, async (ctx, { params: { id } }) => {
    const row = found((await ctx.operator().run(withUnits(sql`select p.* from partner p where p.id = ${id}`, sql``)))[0]);
    return found((await withStaff(ctx, [row]))[0]);
  });

  serve(contract.resetSecondFactor, async (ctx, { params: { id } }) => {
    const [row] = await ctx.identity.run(sql<{ person_id: string; name: string; email: string; language: string; partner_id: string }>`
      select p.id as person_id, p.name, p.email, p.language, st.partner_id from staff st join person p on p.id = st.person_id
      where p.id = ${id} and st.role = 'partner' and st.state = 'active'`);
    const person = found(row);
    await takeFactorsAway(ctx, { ...person, staff_role: 'partner' }, { tenant_id: null, partner_id: person.partner_id });
  });
}
