/**
 * A business unit that is ready at once: the unit within the contract of its partner, its host, its settings (which begin as those of the
 * partner, with its brand), its default group, and its first administrator with an invitation. All of it in one transaction. A demo report
 * is asked for in it, if wished, and published by a job.
 */
import type { Locale } from '@vitrine/contract/fields.ts';
import { subdomainLook } from '@vitrine/contract/organisation/subdomain.ts';
import { sql } from 'kysely';
import { addJob } from '#domain/jobs/addJob.ts';
import { inviting } from '#domain/people/invite.jobs.ts';
import type { Services } from '#domain/serving/context.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#platform/database/errors.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { translate } from '#platform/translate.ts';
import { publishSample } from './sampleReport.jobs.ts';

type FirstAdministrator = { name: string; email: string; language: Locale };

export type NewUnit = {
  partner_id: string;
  /** Who signs for it; null: nobody yet, and the unit is not billed. */
  client_id: string | null;
  name: string;
  /** Checked by the schema `subdomain`. Null only where `host` names another place. */
  subdomain: string | null;
  /** Another host than `<subdomain>.<host of the partner or platform>`: what is set up on the server itself. */
  host?: string;
  user_limit: number;
  /** The last day of the trial; null: the unit is under contract. */
  trial_ends_on: string | null;
  /** In whose language the default group is named. */
  language: Locale;
  administrator: FirstAdministrator | null;
  /** A report to open at once, in `language`. */
  demo_report?: boolean;
  /** The unit of the partner itself. */
  partner_own?: boolean;
};

type Tools = Pick<Services, 'environment' | 'now'> & { identity: Scoped };
type By = { person_id: string | null };

/** Where units of the partner are reached: below its own active host, else below the platform's. */
export async function hostAbove({ identity, environment }: Pick<Tools, 'identity' | 'environment'>, partner_id: string): Promise<string> {
  const [own] = await identity.run(sql<{ host: string }>`
    select host from domain where partner_id = ${partner_id} and state = 'active' and verify_token is null order by created_at, host limit 1`);
  return own?.host ?? new URL(environment.publicUrl).hostname;
}

/** Why a subdomain of the right form cannot be had, or null; `except` is the unit that has it already. */
export async function refusedSubdomain(
  tools: Pick<Tools, 'identity' | 'environment'>,
  { partner_id, subdomain, except = null }: { partner_id: string; subdomain: string; except?: string | null },
): Promise<'subdomain_taken' | 'subdomain_alike' | null> {
  const host = `${subdomain}.${await hostAbove(tools, partner_id)}`;
  const [found] = await tools.identity.run(sql<{ taken: boolean; alike: boolean }>`
    select
      exists (select from tenant where subdomain = ${subdomain} and id is distinct from ${except}::uuid)
        or exists (select from domain where host = ${host} and tenant_id is distinct from ${except}::uuid) as taken,
      exists (select from tenant where subdomain_look = ${subdomainLook(subdomain)} and id is distinct from ${except}::uuid) as alike`);
  if (found?.taken) return 'subdomain_taken';
  return found?.alike ? 'subdomain_alike' : null;
}

/** An account that goes on, or null for one that is made. An account of somebody else's unit is taken, as where people are added. */
async function accountOf({ identity }: Tools, partner_id: string, { email }: FirstAdministrator): Promise<string | null> {
  const [known] = await identity.run(sql<{ id: string; is_staff: boolean; is_near: boolean }>`
    select p.id, exists (select from staff s where s.person_id = p.id) as is_staff,
      exists (select from membership m join tenant t on t.id = m.tenant_id where m.person_id = p.id and t.partner_id = ${partner_id}
        and m.state <> 'deactivated') as is_near
    from person p where p.email = ${email}`);
  if (!known) return null;
  if (known.is_staff) failFields({ email: 'staff_is_no_member' });
  return known.is_near ? known.id : failFields({ email: 'taken' });
}

/** The statements that make the unit, for a transaction of its partner that may make more, such as its client. */
export async function unitStatements(
  tools: Tools,
  by: By,
  unit: NewUnit,
): Promise<{ id: string; host: string; statements: [Statement, ...Statement[]] }> {
  const { partner_id, client_id, name, subdomain, user_limit, trial_ends_on, language, administrator, partner_own = false } = unit;
  if (subdomain !== null) {
    const refused = await refusedSubdomain(tools, { partner_id, subdomain });
    if (refused) failFields({ subdomain: refused });
  }
  const host = unit.host ?? `${subdomain}.${await hostAbove(tools, partner_id)}`;
  const account = administrator === null ? null : await accountOf(tools, partner_id, administrator);
  const [id, person_id, membership_id] = [uuidv7(), account ?? uuidv7(), uuidv7()];
  const state = trial_ends_on === null ? ('active' as const) : ('trial' as const);
  const group = { name: translate(language, 'companies:default_group'), description: translate(language, 'companies:default_group_text') };
  const joining: Statement[] =
    administrator === null
      ? []
      : [
          ...(account === null ? [query.insertInto('person').values({ id: person_id, ...administrator })] : []),
          query.insertInto('membership').values({ tenant_id: id, id: membership_id, person_id, role: 'admin' }),
          ...inviting(id, [membership_id], { since: tools.now(), waiting: true, asked_by: by.person_id }),
        ];
  return {
    id,
    host,
    statements: [
      query.insertInto('tenant').values({ id, partner_id, client_id, name, subdomain, user_limit, state, trial_ends_on, partner_own }),
      query.insertInto('domain').values({ host, tenant_id: id }),
      // Without values of its own: everything, the brand too, is the partner's until the unit says otherwise.
      query.insertInto('tenant_setting').values({ tenant_id: id }),
      query.insertInto('user_group').values({ tenant_id: id, id: uuidv7(), ...group, is_default: true }),
      ...joining,
      ...(unit.demo_report ? [addJob(publishSample, id, { language, asked_by: by.person_id })] : []),
    ],
  };
}

const takenFields: Record<string, Record<string, string>> = {
  tenant_subdomain_key: { subdomain: 'subdomain_taken' },
  tenant_subdomain_look_key: { subdomain: 'subdomain_alike' },
  domain_of_host: { subdomain: 'subdomain_taken' },
  person_email_key: { email: 'taken' },
};

/** What somebody else has taken in the same moment becomes an error of its field; a client of another partner is a 404. */
export async function unlessUnitRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isForeignKeyViolation(error, 'tenant_partner_id_client_id_fkey')) return fail('not_found', {}, {}, error);
    const field = isUniqueViolation(error) ? takenFields[error.constraint ?? ''] : undefined;
    if (field) return failFields(field as Record<string, 'taken'>);
    throw error;
  }
}

/** Makes a unit in the scope of its partner. Refuses with words for the fields `subdomain` and `email`, and at the contract's limits. */
export async function makeUnit(tools: Tools & { partner: Scoped }, by: By, unit: NewUnit): Promise<{ id: string; host: string }> {
  const { id, host, statements } = await unitStatements(tools, by, unit);
  await unlessUnitRefused(tools.partner.run(...statements));
  return { id, host };
}
