/** Partners as they are read: counts of their units, their staff, and who waits to become staff. */
import type { Partner, PartnerStaff, StaffRequest } from '@vitrine/contract/organisation/partners.ts';
import * as contract from '@vitrine/contract/organisation/partners.ts';
import { list as invoices } from '@vitrine/contract/billing/billing.ts';
import * as companies from '@vitrine/contract/organisation/companies.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { mayCall, reaches } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';

export type PartnerRow = Omit<Partner, 'staff' | 'requests' | 'can'>;

/** Clients `c` that stay: they are not at their end, or were billed. */
export const keptClients: RawBuilder<boolean> = sql<boolean>`(c.situation <> 'ended'
  or exists (select from invoice i where i.client_id = c.id) or exists (select from client_credit k where k.client_id = c.id))`;

const staffOf = (partners: readonly string[]) => sql<Partner['staff'][number] & { partner_id: string }>`
  select p.id, p.name, p.email, st.partner_id, st.billing_administrator,
    (exists (select from passkey k where k.person_id = p.id) or exists (select from second_factor f
      where f.person_id = p.id and (f.totp_confirmed_at is not null or f.email_confirmed_at is not null))) as second_factor
  from staff st join person p on p.id = st.person_id
  where st.role = 'partner' and st.state = 'active' and st.partner_id = any (${partners}::uuid[]) order by search_text(p.name), p.id`;

/** Requests `r` that still wait: for somebody else's yes, or for their account. */
export const isWaiting = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`((r.state = 'open' and r.lapses_at > ${now}) or (r.state = 'confirmed' and r.person_id is null))`;

type RequestRow = Omit<StaffRequest, 'can'> & { partner_id: string; asker_id: string };

const requestsOf = (partners: readonly string[], now: Date) => sql<RequestRow>`
  select r.id, r.partner_id, r.name, r.email, p.name as asked_by, r.asked_by as asker_id, r.asked_at, r.lapses_at,
    r.state = 'confirmed' as confirmed
  from staff_request r join person p on p.id = r.asked_by
  where r.partner_id = any (${partners}::uuid[]) and ${isWaiting(now)} order by r.id`;

/** Sellers find the partners of their own clients. */
export const shownTo = ({ actor }: Context): RawBuilder<unknown> =>
  reaches(actor, 'partners', 'read') === 'own'
    ? sql`exists (select from client c where c.partner_id = p.id and c.seller_id = ${actor.person_id})`
    : sql`true`;

const lastBilled = sql`(select max(i.month) from invoice i where i.state <> 'cancelled')`;

/** What the clients of a partner `p` were billed for that month; null for whoever sees no invoices. */
const billed = ({ actor }: Context): RawBuilder<unknown> =>
  mayCall(actor, invoices.can)
    ? sql`(select coalesce(sum(i.total_cents), 0)::bigint from invoice i
        where i.partner_id = p.id and i.month = ${lastBilled} and i.state <> 'cancelled')`
    : sql`null::bigint`;

/** Partners `p` with what is counted of them, of their units those that are looked for; seats are counted as for the user limit (active and blocked people). */
export const counted = (ctx: Context, wanted: RawBuilder<boolean> = sql<boolean>`true`): RawBuilder<unknown> => sql`p.*,
  ${billed(ctx)} as bill_cents,
  (select count(*)::int from tenant t where t.partner_id = p.id and t.state <> 'closed' and ${wanted}) as unit_count,
  (select count(*)::int from client c where c.partner_id = p.id) as client_count,
  coalesce((select sum(s.used)::int from tenant t join unit_seats s on s.tenant_id = t.id
    where t.partner_id = p.id and ${wanted}), 0) as person_count`;

const bill = sql`(
  select jsonb_build_object('month', ${lastBilled}, 'total_cents', p.bill_cents,
    'unpaid_cents', coalesce(sum(i.total_cents), 0), 'overdue_cents', coalesce(sum(i.total_cents) filter (where i.state = 'overdue'), 0))
  from invoice i where i.partner_id = p.id and i.state in ('open', 'overdue'))`;

/** Those partners as rows, with the list of their units. */
export const withUnits = (chosen: RawBuilder<unknown>, sorted: RawBuilder<unknown>): RawBuilder<PartnerRow> => sql<PartnerRow>`
  select p.id, p.name, p.state, p.suspends_on, p.contract_date, p.allow_several_people, p.unit_limit, p.user_limit, p.price_cents,
    p.bonus_users, p.created_at, p.version, p.unit_count, p.client_count, p.person_count,
    case when p.bill_cents is not null then ${bill} end as bill, coalesce(units.list, '[]') as units,
    jsonb_build_object('units', (select count(*) from tenant t where t.partner_id = p.id),
      'clients', (select count(*) from client c where c.partner_id = p.id and ${keptClients})) as "left"
  from (${chosen}) as p
  left join lateral (
    select jsonb_agg(to_jsonb(unit) order by search_text(unit.name)) as list
    from (
      select t.id, t.name, t.state, coalesce((select s.used from unit_seats s where s.tenant_id = t.id), 0) as person_count, t.user_limit,
        t.suspended_for, t.closed_at, t.erasing_since is not null as erasing
      from tenant t where t.partner_id = p.id
    ) as unit
  ) as units on true
  ${sorted}`;

/** What decides whether people may be added, of a partner. */
type Staffed = { id: string; state: Partner['state']; allow_several_people: boolean };

/** The people of partners, who waits to become one, and what the caller may do about it. */
export async function staffed(ctx: Context, partners: readonly Staffed[]): Promise<PartnerStaff[]> {
  const ids = partners.map(({ id }) => id);
  const [people, requests] = await ctx.identity.run(staffOf(ids), requestsOf(ids, ctx.now()));
  const mayGrant = mayCall(ctx.actor, contract.addStaff.can);
  return partners.map(({ id, state, allow_several_people }) => {
    const staff = people.flatMap(({ partner_id, ...person }) => (partner_id === id ? [person] : []));
    const waiting = requests.flatMap(({ partner_id, asker_id, ...request }): StaffRequest[] => {
      if (partner_id !== id) return [];
      const [open, own] = [mayGrant && !request.confirmed, asker_id === ctx.actor.actor_id];
      return [{ ...request, can: { confirm: open && !own, withdraw: open && own } }];
    });
    const isFree = allow_several_people || staff.length + waiting.length === 0;
    return {
      id,
      staff,
      requests: waiting,
      can: { add_staff: mayGrant && state !== 'closed' && isFree, give_billing: mayGrant && state !== 'closed' },
    };
  });
}

/** The rows with their staff and what may be done. */
export async function whole(ctx: Context, rows: readonly PartnerRow[]): Promise<Partner[]> {
  const people = await staffed(ctx, rows);
  const edit_units = mayCall(ctx.actor, companies.suspend.can) && mayCall(ctx.actor, companies.erase.can);
  const mayEdit = mayCall(ctx.actor, contract.update.can);
  return rows.map((partner, index) => {
    const { staff, requests, can } = found(people[index]);
    const goesOn = partner.state !== 'closed';
    return {
      ...partner,
      staff,
      requests,
      can: {
        ...can,
        edit: mayEdit && goesOn,
        edit_units,
        close: mayEdit && goesOn && partner.unit_count === 0,
        remove: mayEdit && !goesOn,
      },
    };
  });
}
