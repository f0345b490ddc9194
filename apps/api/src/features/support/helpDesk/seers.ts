/** Who sees a ticket, as far as they have to do with it: whom one may mention, and who is told that somebody writes. */
import type { Mentionable } from '@vitrine/contract/support/helpDesk.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';

/**
 * Whoever opened it or one that was merged into it, the agents and administrators of the unit, and the agents of those it was escalated to; `notes`: of these only who
 * reads what is kept from the opener.
 */
export function seersOf({ identity }: Pick<Context, 'identity'>, ticket_id: string, { notes }: { notes: boolean }): Promise<Mentionable[]> {
  return identity.run(sql<Mentionable>`
    with held as (select t.tenant_id, t.id, t.opened_by, t.level, u.partner_id from ticket t join tenant u on u.id = t.tenant_id where t.id = ${ticket_id}),
    found as (
      select m.person_id, 'unit' as side, 1 as place from held h join membership m on m.tenant_id = h.tenant_id
      where m.state = 'active' and (m.support_agent or m.role = 'admin')
      union all
      select s.person_id, s.role, 2 from held h join staff s on s.state = 'active' and s.support_agent
      where (s.role = 'partner' and s.partner_id = h.partner_id and h.level <> 'unit') or (s.role = 'operator' and h.level = 'operator')
      union all
      select o.person_id, 'opener', 3 from held h, lateral (
        select h.opened_by as person_id
        union select w.person_id from ticket_watcher w where w.tenant_id = h.tenant_id and w.ticket_id = h.id) o
      where not ${notes} and (exists (select from membership m where m.tenant_id = h.tenant_id and m.person_id = o.person_id and m.state = 'active')
        or exists (select from staff s where s.person_id = o.person_id and s.partner_id = h.partner_id and s.state = 'active')))
    select p.id, p.name, (array_agg(f.side order by f.place))[1] as side
    from found f join person p on p.id = f.person_id group by p.id, p.name order by search_text(p.name), p.id`);
}
