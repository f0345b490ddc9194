/** Partners and their units as figures: the operator's role sees contracts and counts, nobody's name or data. */
import * as contract from '@vitrine/contract/features/partners.ts';
import type { Partner } from '@vitrine/contract/features/partners.ts';
import { sql } from 'kysely';
import { holdsWords, listPage, orderBy, pageOf } from '../../core/list.ts';
import type { Serve } from '../../core/serve.ts';

export function partners(serve: Serve): void {
  serve(contract.list, (ctx, { query: wanted }) => {
    const matching = holdsWords(wanted.q, sql`p.name`);
    const sorted = orderBy(wanted.sort, { name: sql`search_text(p.name)` }, sql`p.id`);
    // As the unit counts its seats: active and blocked people have one.
    const rows = sql<Partner>`
      select p.id, p.name, coalesce(units.count, 0) as unit_count, coalesce(units.people, 0) as person_count, coalesce(units.list, '[]') as units
      from (select p.* from partner p where ${matching} ${sorted} ${pageOf(wanted)}) as p
      left join lateral (
        select count(*) as count, sum(person_count)::int as people, jsonb_agg(to_jsonb(unit) order by search_text(unit.name)) as list
        from (
          select t.id, t.name, t.state, coalesce((select s.used from unit_seats s where s.tenant_id = t.id), 0) as person_count, t.user_limit
          from tenant t where t.partner_id = p.id
        ) as unit
      ) as units on true
      ${sorted}`;
    return listPage(ctx.operator(), wanted, rows, sql`select from partner p where ${matching}`);
  });
}
