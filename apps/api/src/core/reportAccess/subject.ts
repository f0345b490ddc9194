/** Somebody of the unit whose sight is asked for: an administrator looks as they see, a screen runs with their rights. */
import type { Role } from '@vitrine/contract/roles.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Subject, Who } from './visible.ts';

export type Member = Omit<Subject, 'timezone' | 'role'> & { name: string; role: Role; state: string };

/** Statement for a member of the unit, with the rights of this moment. */
export const memberRow = (membership_id: string): RawBuilder<Member> => sql<Member>`
  select m.id as membership_id, m.person_id, m.role, m.state, p.email, p.name
  from membership m join person p on p.id = m.person_id where m.id = ${membership_id}`;

/** The same moment and time zone as the caller's, in somebody else's eyes. */
export const inTheEyesOf = ({ actor, now }: Pick<Context, 'actor' | 'now'>, member: Member): Who => ({
  actor: { ...member, timezone: actor.timezone },
  now,
});
