/** Partners, units and people for tests, as quickly as rows can be written. Everybody has the same password. */
import type { Role } from '@vitrine/contract/roles.ts';
import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import { query } from '#platform/database/query.ts';
import type { DB } from '#platform/database/schema.ts';
import { openPasswordHasher } from '#platform/secrets/passwordHasher.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Owner } from './owner.ts';

type Values<Table extends keyof DB> = Partial<Insertable<DB[Table]>>;

export type Person = {
  id: string;
  email: string;
  name: string;
  password: string;
  role: Role;
  /** The unit of the first membership; the operator’s own unit for an operator; null for a partner's person. */
  tenant_id: string | null;
  partner_id: string | null;
  membership_id: string | null;
};

export type Unit = {
  id: string;
  partner_id: string | null;
  name: string;
  /** A text that stands in every name of the unit, to be searched for where it must not appear. */
  marker: string;
  person: (role: 'admin' | 'user', values?: { person?: Values<'person'>; membership?: Values<'membership'> }) => Promise<Person>;
};

export type Partner = {
  id: string;
  name: string;
  marker: string;
  unit: (values?: UnitValues) => Promise<Unit>;
  /** A partner's person who works in the given unit, or in none yet. */
  person: (values?: { unit?: Unit; person?: Values<'person'>; staff?: Values<'staff'> }) => Promise<Person>;
};

type UnitValues = { tenant?: Values<'tenant'>; settings?: Record<string, unknown>; host?: string };

export type Population = {
  partner: (values?: { partner?: Values<'partner'>; settings?: Record<string, unknown>; host?: string }) => Promise<Partner>;
  /** A unit of a partner of its own. */
  unit: (values?: UnitValues) => Promise<Unit>;
  operator: (values?: { person?: Values<'person'>; staff?: Values<'staff'> }) => Promise<Person>;
  /** One more membership for somebody; answers the person as they are in this unit. */
  join: (person: Person, unit: Unit, role?: 'admin' | 'user', values?: Values<'membership'>) => Promise<Person>;
};

const password = 'Correct-horse-7-battery';
const hashed = openPasswordHasher().hash(password);
const marker = () => `mark${randomBytes(5).toString('hex')}`;

export function createPopulation(owner: Owner): Population {
  let operatorTenant: Promise<string> | null = null;

  async function insertPerson(
    mark: string,
    values: Values<'person'> = {},
  ): Promise<{ id: string; email: string; name: string; password: string }> {
    const id = uuidv7();
    const email = `person-${mark}-${randomBytes(4).toString('hex')}@example.com`;
    const row = { id, email, name: `Person ${mark}`, password_hash: await hashed, password_changed_at: new Date(), ...values };
    await owner.run(query.insertInto('person').values(row));
    return { id, email: row.email, name: row.name, password };
  }

  async function insertMembership(
    tenant_id: string,
    person_id: string,
    role: 'admin' | 'user',
    values: Values<'membership'> = {},
  ): Promise<string> {
    const id = uuidv7();
    await owner.run(query.insertInto('membership').values({ tenant_id, id, person_id, role, ...values }));
    return id;
  }

  async function insertUnit(partner_id: string | null, { tenant, settings, host }: UnitValues = {}): Promise<Unit> {
    const id = uuidv7();
    const mark = marker();
    const name = `Unit ${mark}`;
    await owner.run(query.insertInto('tenant').values({ id, partner_id, name, user_limit: 100, ...tenant }));
    await owner.run(query.insertInto('tenant_setting').values({ tenant_id: id, value: JSON.stringify(settings ?? {}) }));
    if (host) await owner.run(query.insertInto('domain').values({ host, tenant_id: id }));
    return {
      id,
      partner_id,
      name,
      marker: mark,
      async person(role, values = {}) {
        const person = await insertPerson(mark, values.person);
        const membership_id = await insertMembership(id, person.id, role, values.membership);
        return { ...person, role, tenant_id: id, partner_id, membership_id };
      },
    };
  }

  async function partner({ partner: values, settings, host }: Parameters<Population['partner']>[0] = {}): Promise<Partner> {
    const id = uuidv7();
    const mark = marker();
    await owner.run(query.insertInto('partner').values({ id, name: `Partner ${mark}`, ...values }));
    await owner.run(query.insertInto('partner_setting').values({ partner_id: id, value: JSON.stringify(settings ?? {}) }));
    if (host) await owner.run(query.insertInto('domain').values({ host, partner_id: id }));
    return {
      id,
      name: `Partner ${mark}`,
      marker: mark,
      unit: (unit) => insertUnit(id, unit),
      async person({ unit, person, staff } = {}) {
        const inserted = await insertPerson(mark, person);
        await owner.run(
          query
            .insertInto('staff')
            .values({ person_id: inserted.id, role: 'partner', partner_id: id, authentication_level: 'waived', ...staff }),
        );
        return { ...inserted, role: 'partner', tenant_id: unit?.id ?? null, partner_id: id, membership_id: null };
      },
    };
  }

  return {
    partner,
    unit: async (values) => (await partner()).unit(values),
    async operator({ person, staff } = {}) {
      operatorTenant ??= insertUnit(null, { tenant: { is_operator_tenant: true } }).then((unit) => unit.id);
      const tenant_id = await operatorTenant;
      const inserted = await insertPerson(marker(), person);
      await owner.run(
        query.insertInto('staff').values({ person_id: inserted.id, role: 'operator', authentication_level: 'waived', ...staff }),
      );
      return { ...inserted, role: 'operator', tenant_id, partner_id: null, membership_id: null };
    },
    async join(person, unit, role = 'user', values) {
      const membership_id = await insertMembership(unit.id, person.id, role, values);
      return { ...person, role, tenant_id: unit.id, partner_id: unit.partner_id, membership_id };
    },
  };
}
