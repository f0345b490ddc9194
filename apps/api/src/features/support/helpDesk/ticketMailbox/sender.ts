/** Who wrote a mail, and as what they stand to the ticket: found anew for each mail, by the rules of a session that begins now. */
import type { Role } from '@vitrine/contract/roles.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import type { Standing } from '#domain/access/access.ts';
import { holds, noSwitches } from '#domain/access/access.ts';
import type { UnitFacts } from '#domain/access/accessRules.ts';
import { dayIn, settingsNow, unitRefusal } from '#domain/access/accessRules.ts';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import type { Desk } from '../desk.ts';
import { deskIn, deskOfOperator } from '../desk.ts';

export type Person = { id: string; language: Locale; is_operator: boolean };

export async function personAt({ identity }: Pick<PlatformJobContext, 'identity'>, address: string): Promise<Person | null> {
  const [person] = await identity.run(sql<Person>`
    select p.id, p.language, exists (select from staff s where s.person_id = p.id and s.role = 'operator') as is_operator
    from person p where p.email = ${address.toLowerCase()}`);
  return person ?? null;
}

type Row = UnitFacts & {
  member_role: Role | null;
  staff_role: Role | null;
  member_agent: boolean | null;
  staff_agent: boolean | null;
  seller: boolean | null;
};

/** In the unit, and of staff those of the unit's own partner and of the operator: whoever may not come in now is not there. */
const rowOf = (tenant_id: string, person_id: string) => sql<Row>`
  select t.state, t.trial_ends_on, ts.value as settings, ps.value as partner_settings, ts.ip_before, ts.ip_probation_until,
    m.role as member_role, m.support_agent as member_agent, s.role as staff_role, s.support_agent as staff_agent, s.seller
  from tenant t
  left join tenant_setting ts on ts.tenant_id = t.id
  left join partner pa on pa.id = t.partner_id
  left join partner_setting ps on ps.partner_id = t.partner_id
  left join membership m on m.tenant_id = t.id and m.person_id = ${person_id} and m.state = 'active'
  left join staff s on s.person_id = ${person_id} and s.state = 'active'
    and (s.role = 'operator' or (s.partner_id = t.partner_id and pa.state = 'active'))
  where t.id = ${tenant_id}`;

/** The desk at which somebody may write about tickets of the unit; null: at none. */
export async function deskOfSender(
  ctx: PlatformJobContext,
  { tenant_id, person_id }: { tenant_id: string; person_id: string },
): Promise<Desk | null> {
  const [row] = await ctx.identity.run(rowOf(tenant_id, person_id));
  const role = row?.staff_role ?? row?.member_role;
  if (!row || !role) return null;
  const { enable_helpdesk, timezone } = settingsNow(row, ctx.now());
  const isAgent = (row.staff_role === null ? row.member_agent : row.staff_agent) === true;
  const standing: Standing = {
    role,
    flags: [...(isAgent ? (['support_agent'] as const) : []), ...(row.seller === true ? (['seller'] as const) : [])],
    acting: null,
    switches: { ...noSwitches, enable_helpdesk },
  };
  const scopes = ctx.onBehalf(person_id);
  if (role === 'operator') return holds(standing, 'ticket_work', 'use') ? deskOfOperator(scopes.operator, person_id) : null;
  if (unitRefusal(row, role, dayIn(timezone, ctx.now())) !== null || !holds(standing, 'tickets', 'use')) return null;
  return deskIn(scopes.unit(tenant_id), { ...standing, person_id });
}
