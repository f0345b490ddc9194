/** Inserts the people of `people.ts` and their organisations, each in the scope that may write them. */
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { dayIn } from '#domain/access/accessRules.ts';
import {
  demoEndedTrial,
  demoGroups,
  demoOperatorTenant,
  demoOtherUnits,
  demoPartners,
  demoPassword,
  demoPeople,
  demoTrialDays,
  demoUnits,
} from './people.ts';

const entries = <T extends object>(of: T) => Object.entries(of) as [keyof T & string, T[keyof T]][];
const people = Object.values(demoPeople);

const unitIds = { ...demoUnits, ...demoOtherUnits, ended_trial: demoEndedTrial };
async function writeContracts({ database, now }: Services): Promise<void> {
  const trial_ends_on = dayIn('America/Sao_Paulo', new Date(now().getTime() + demoTrialDays * 86_400_000));
  await database.run(
    { kind: 'operator', action: 'demo.load' },
    query.insertInto('partner').values(Object.values(demoPartners).map(({ id, name }) => ({ id, name }))),
    query.insertInto('partner_setting').values(Object.values(demoPartners).map(({ id }) => ({ partner_id: id }))),
    query.insertInto('tenant').values([
      { id: demoOperatorTenant.id, partner_id: null, name: demoOperatorTenant.name, is_operator_tenant: true, user_limit: 10 },
      ...entries(demoUnits).map(([subdomain, { id, partner, name }]) => ({
        id,
        partner_id: demoPartners[partner].id,
        name,
        subdomain,
        user_limit: 100,
        default_for_cloud: subdomain === 'aurora' || subdomain === 'litoral',
        default_for_registration: subdomain === 'serra' || subdomain === 'litoral',
      })),
      {
        id: demoEndedTrial.id,
        partner_id: demoPartners[demoEndedTrial.partner].id,
        name: demoEndedTrial.name,
        state: 'trial',
        trial_ends_on: demoEndedTrial.ended_on,
        kept: true,
      },
      ...entries(demoOtherUnits).map(([subdomain, { id, partner, name }]) => ({
        id,
        partner_id: demoPartners[partner].id,
        name,
        subdomain,
        user_limit: 10,
        ...(subdomain === 'nascente' ? { state: 'trial' as const, trial_ends_on } : {}),
      })),
    ]),
    query
      .insertInto('domain')
      .values([
        ...Object.values(demoPartners).map(({ id, host }) => ({ host, partner_id: id })),
        ...entries({ ...demoUnits, ...demoOtherUnits }).map(([name, { id }]) => ({ host: `${name}.localhost`, tenant_id: id })),
      ]),
  );
}

async function writePeople({ database, passwords, now }: Services): Promise<void> {
  // One hash for everybody: the demo's password is public anyway, and hashing it twenty times only costs.
  const password_hash = await passwords.hash(demoPassword);
  // The second factor that operator and partner staff always have is waived, so that everybody can look at everything.
  const staff = people.flatMap(({ id, staff: role }) =>
    role
      ? [
          {
            person_id: id,
            role: role.role,
            partner_id: 'partner' in role ? demoPartners[role.partner].id : null,
            seller: 'seller' in role,
            billing_administrator: 'bills' in role,
            support_agent: 'supports' in role,
            authentication_level: 'waived',
          },
        ]
      : [],
  );
  await database.run(
    { kind: 'identity', action: 'demo.load' },
    query
      .insertInto('person')
      .values(people.map(({ id, name, email }) => ({ id, name, email, password_hash, password_changed_at: now().toISOString() }))),
    query.insertInto('staff').values(staff),
  );
  for (const person of people) {
    for (const { unit, ...membership } of person.memberships) {
      const tenant_id = unitIds[unit].id;
      await database.run(
        { kind: 'tenant', tenant_id, action: 'demo.load' },
        query.insertInto('membership').values({ ...membership, tenant_id, person_id: person.id }),
      );
    }
  }
}

async function writeUnits({ database }: Services): Promise<void> {
  for (const { id, timezone } of Object.values(demoUnits)) {
    await database.run(
      { kind: 'tenant', tenant_id: id, action: 'demo.load' },
      query.insertInto('tenant_setting').values({
        tenant_id: id,
        value: JSON.stringify({ timezone, show_name_report: true, show_menu_report: true }),
      }),
    );
  }
  for (const { id } of [demoOperatorTenant, demoEndedTrial, ...Object.values(demoOtherUnits)]) {
    await database.run(
      { kind: 'tenant', tenant_id: id, action: 'demo.load' },
      query.insertInto('tenant_setting').values({ tenant_id: id }),
    );
  }
}

async function writeGroups({ database }: Services): Promise<void> {
  for (const { id, unit, members, ...group } of Object.values(demoGroups)) {
    const tenant_id = demoUnits[unit].id;
    const membershipOf = (person: (typeof members)[number]) =>
      demoPeople[person].memberships.find((membership) => membership.unit === unit)?.id;
    await database.run(
      { kind: 'tenant', tenant_id, action: 'demo.load' },
      query.insertInto('user_group').values({ tenant_id, id, ...group }),
      query
        .insertInto('user_group_member')
        .values(
          members.flatMap((person) => membershipOf(person) ?? []).map((membership_id) => ({ tenant_id, group_id: id, membership_id })),
        ),
    );
  }
}

/** Partners, units with their looks, people of every role, groups. */
export async function loadDemoOrganisation(services: Services): Promise<void> {
  await writeContracts(services);
  await writePeople(services);
  await writeUnits(services);
  await writeGroups(services);
}
