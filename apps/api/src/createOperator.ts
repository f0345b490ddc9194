/** The first operator of an installation: a person, and a link to choose a password with. */
import { email as emailField, name as nameField } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import type { Services } from './core/context.ts';
import { isUniqueViolation } from './core/database/errors.ts';
import { query } from './core/database/query.ts';
import { productName } from './core/siteLook.ts';
import { hashToken, newToken } from './core/tokens.ts';
import { uuidv7 } from './core/uuid.ts';

const linkLivesMs = 7 * 24 * 3_600_000;

/** The unit in which operators work (docs/decisions/001): the first operator of an installation brings it. */
const houseUnlessThere = () => sql`
  insert into tenant (id, name, is_house, user_limit)
  select ${uuidv7()}::uuid, ${productName}, true, 1 where not exists (select from tenant where is_house)`;

/**
 * Adds an operator and answers the address where the password is chosen, once, within seven days. Throws with a
 * sentence when e-mail or name are no such thing, or when the e-mail belongs to somebody already.
 */
export async function createOperator(
  { database, settings, now }: Pick<Services, 'database' | 'settings' | 'now'>,
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
    await database.run({ kind: 'operator', action: 'operator.create' }, houseUnlessThere());
    await database.run(
      { kind: 'identity', action: 'operator.create' },
      query.insertInto('person').values({ id, email: email.data, name: name.data, must_change_password: true }),
      query.insertInto('staff').values({ person_id: id, role: 'a2m' }),
      query.insertInto('one_time_token').values({ token_hash: hashToken(token), purpose: 'invitation', person_id: id, expires_at }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw new Error(`${email.data} belongs to somebody already`, { cause: error });
    throw error;
  }
  return `${settings.publicUrl}/new/password/${token}`;
}
