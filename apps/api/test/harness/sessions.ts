/** Sessions without a sign-in, for tests whose subject is something else, and what became of them. */
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { query } from '#platform/database/query.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Browser, Credentials } from './browser.ts';
import type { Owner } from './owner.ts';
import type { Person } from './population.ts';

export async function startSession(owner: Owner, person: Person, where: { now: Date; host: string; ip: string }): Promise<Credentials> {
  const token = newToken();
  const cookie = newToken();
  await owner.run(
    query.insertInto('session').values({
      id: uuidv7(),
      token_hash: hashToken(token),
      cookie_hash: hashToken(cookie),
      person_id: person.id,
      role: person.role,
      tenant_id: person.tenant_id,
      partner_id: person.role === 'partner' ? person.partner_id : null,
      auth_type: 'password',
      host: where.host,
      ip: where.ip,
      created_at: where.now,
      chain_started_at: where.now,
      confirmed_at: where.now,
      expires_at: new Date(where.now.getTime() + 8 * 3_600_000),
    }),
  );
  return { token, cookie };
}

export const isServed = async (browser: Browser) => (await browser.inject({ url: getConfig.path })).statusCode === 200;

/** Every session that somebody had, oldest first. */
export const sessionsOf = ({ owner }: { owner: Owner }, person: Person) =>
  owner.run(query.selectFrom('session').select(['id', 'end_reason', 'tenant_id']).where('person_id', '=', person.id).orderBy('id'));

/** What was written down of somebody's sessions, oldest first. */
export const sessionLinesOf = ({ owner }: { owner: Owner }, person: Person) =>
  owner.run(
    query
      .selectFrom('audit_log')
      .select(['action', 'after', 'tenant_id'])
      .where('person_id', '=', person.id)
      .where('action', 'like', 'session.%')
      .orderBy('id'),
  );
