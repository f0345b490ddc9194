/** The first operator of an installation: a person, and a link to choose a password with. */
import { email as emailField, name as nameField } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import type { Services } from './domain/serving/context.ts';
import { isUniqueViolation } from './platform/database/errors.ts';
import { query } from './platform/database/query.ts';
import { productName } from './domain/branding/layers.ts';
import { hashToken, newToken } from './platform/secrets/tokens.ts';
import { uuidv7 } from './platform/database/uuid.ts';

const linkLivesMs = 7 * 24 * 3_600_000;

/** The operator's own unit (docs/decisions/001-one-unit-at-a-time.md), created with the first operator of an installation. */
const houseUnlessThere = () => sql`
  insert into tenant (id, name, is_operator_tenant, user_limit)
  select ${uuidv7()}::uuid, ${productName}, true, 1 where not exists (select from tenant where is_operator_tenant)`;

/**
 * Adds an operator and returns the link for the first password, which works once within seven days. Throws with a
 * sentence when e-mail or name are invalid, or when the e-mail belongs to somebody already.
 */
export async function createOperator(
  { database, environment, now }: Pick<Services, 'database' | 'environment' | 'now'>,
  given: { email: string; name: string },
): Promise<string> {
  const email = emailField.safeParse(given.email);
  if (!email.success) throw new Error(`${given.email || 'Nothing'} is no e-mail address`);
  const name = nameField.safeParse(given.name);
  if (!name.success) throw new Error('The name has 1 to 120 characters');
  const id = uuidv7();
  const token = newToken();
  const expires_at = new Date(now().getTime() + linkLivesMs).toISOString();
  try {
    const host = new URL(environment.publicUrl).hostname;
    await database.run({ kind: 'operator', action: 'operator.create' }, houseUnlessThere());
    await database.run(
      { kind: 'identity', action: 'operator.create' },
      query.insertInto('person').values({ id, email: email.data, name: name.data, must_change_password: true }),
      query.insertInto('staff').values({ person_id: id, role: 'operator' }),
      query.insertInto('one_time_token').values({ token_hash: hashToken(token), purpose: 'invitation', person_id: id, host, expires_at }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw new Error(`${email.data} belongs to somebody already`, { cause: error });
    throw error;
  }
  return `${environment.publicUrl}/new/password/${token}`;
}
