/** A business unit of a journey's own, so that its changes do not affect others. */
import { demoPartners, demoPassword, demoPeople } from '@vitrine/api/demo/people.ts';
import { nothingOwn } from '@vitrine/contract/organisation/themes.ts';
import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** Somebody who can sign in; everybody has the password of the demo. */
type Person = { id: string; email: string; name: string };

export type Member = Person & { membership_id: string };

export type Unit = {
  id: string;
  name: string;
  /** Adds somebody to the unit; `state` is the membership's. */
  person: (
    name: string,
    role: 'admin' | 'user',
    options?: { state?: 'active' | 'blocked' | 'inactive' | 'deactivated' },
  ) => Promise<Member>;
};

export const password = demoPassword;

const mark = (): string => randomBytes(4).toString('hex');

/** A unit of the partner Horizonte with nobody in it. Its names are unique, so that a run can follow another one. */
export async function makeUnit(database: Database, values: { state?: string; trial_ends_on?: string } = {}): Promise<Unit> {
  const name = `Unidade ${mark()}`;
  const [tenant] = await database.rows<{ id: string }>(
    `insert into tenant (id, partner_id, name, user_limit, state, trial_ends_on) values (uuidv7(), $1, $2, 50, $3, $4) returning id`,
    [demoPartners.horizonte.id, name, values.state ?? 'active', values.trial_ends_on ?? null],
  );
  const tenant_id = tenant?.id ?? '';
  const look = JSON.stringify({ ...nothingOwn, own: ['words'], title: name });
  await database.rows(
    `with look as (
       insert into theme (tenant_id, name, draft, published, number, published_at) values ($1, $2, $3, $3, 1, now()) returning id
     ), kept as (
       insert into theme_version (theme_id, number, document, published_at) select id, 1, $3, now() from look
     )
     insert into tenant_setting (tenant_id, theme_id, value)
     select $1, id, '{"timezone":"America/Sao_Paulo","show_name_report":true,"show_menu_report":true,"admins_set_second_factor":true,"enable_helpdesk":false}' from look`,
    [tenant_id, name, look],
  );
  return {
    id: tenant_id,
    name,
    async person(personName, role, { state = 'active' } = {}) {
      const email = `${role}-${mark()}@unidade.example`;
      const [row] = await database.rows<{ id: string; membership_id: string }>(
        `with made as (
           insert into person (id, email, name, password_hash, password_changed_at)
           select uuidv7(), $1, $2, password_hash, now() from person where id = $3 returning id
         ), joined as (
           insert into membership (tenant_id, id, person_id, role, state) select $4, uuidv7(), made.id, $5, $6 from made returning id
         ), told as (
           insert into profile_survey (person_id, position, answered_at) select id, 'analyst', now() from made
         )
         select made.id, joined.id as membership_id from made, joined`,
        [email, personName, demoPeople.ana.id, tenant_id, role, state],
      );
      if (!row) throw new Error('Nobody of the demo is there to take the password of');
      return { ...row, email, name: personName };
    },
  };
}
