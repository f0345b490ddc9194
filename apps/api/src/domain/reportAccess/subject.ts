/** A member of the unit in whose place a report is read: an administrator opens it as that person, or a display runs with their rights. */
import type { Role } from '@vitrine/contract/roles.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { SettingsDocument } from '#domain/settings/tenantSettings.ts';
import { effectiveSettings } from '#domain/settings/tenantSettings.ts';
import type { Subject, Who } from './visible.ts';

export type Member = Omit<Subject, 'timezone' | 'role'> & { name: string; role: Role; state: string };

/** Statement for a member of the unit with their current rights. */
export const memberRow = (membership_id: string): RawBuilder<Member> => sql<Member>`
  select m.id as membership_id, m.person_id, m.role, m.state, p.email, p.name
  from membership m join person p on p.id = m.person_id where m.id = ${membership_id}`;

/** The caller's time and time zone with another person as the reader. */
export const inTheEyesOf = ({ actor, now }: Pick<Context, 'actor' | 'now'>, member: Member): Who => ({
  actor: { ...member, timezone: actor.timezone },
  now,
});

type Asker = Omit<Subject, 'timezone'> & { settings: SettingsDocument; partner_settings: SettingsDocument };

/** The person who requested a job, with current rights: partner or operator staff, or an active member. Null when they are neither any more. */
export async function askerNow(
  { identity, now, tenant_id }: { identity: Scoped; now: () => Date; tenant_id: string },
  person_id: string,
): Promise<Who | null> {
  const [asker] = await identity.run(sql<Asker>`
    select p.id as person_id, p.email, coalesce(s.role, m.role) as role, case when s.role is null then m.id end as membership_id,
      ts.value as settings, ps.value as partner_settings
    from person p
    join tenant t on t.id = ${tenant_id}
    left join tenant_setting ts on ts.tenant_id = t.id
    left join partner_setting ps on ps.partner_id = t.partner_id
    left join staff s on s.person_id = p.id and s.state = 'active'
      and (s.role = 'partner' and s.partner_id = t.partner_id or s.role = 'operator' and t.is_operator_tenant)
    left join membership m on m.person_id = p.id and m.tenant_id = t.id and m.state = 'active'
    where p.id = ${person_id} and coalesce(s.role, m.role) is not null`);
  if (!asker) return null;
  const { settings, partner_settings, ...actor } = asker;
  return { actor: { ...actor, timezone: effectiveSettings(settings, partner_settings).timezone }, now };
}
