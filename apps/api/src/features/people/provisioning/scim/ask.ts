/** One call of a directory: whose token came, and what it may reach. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { scimPath } from '@vitrine/contract/people/provisioning.ts';
import { unitRefusal } from '#domain/access/accessRules.ts';
import type { Services } from '#domain/serving/context.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { scoped } from '#platform/database/scoped.ts';
import { countOne, ofId, ofNetwork } from '#platform/http/rateLimit.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { partsOfToken } from '../token.ts';
import type { View } from './resources.ts';
import { ScimError, refuse } from './scimError.ts';

type Token = { id: string; name: string; rehearsal: boolean; invites: boolean };

export type Ask = Scoped & {
  tenant_id: string;
  token: Token;
  view: View;
  identity: Scoped;
  /** The address of SCIM on the host that was called, built from the registered host. */
  base: string;
  today: string;
  now: () => Date;
};

type Found = Token & { state: string; trial_ends_on: string | null; today: string; expired: boolean; used: boolean };

/** How old the last use may be before it is written again. */
const usedWithinMs = 60_000;
const perSecond = 1;

const unknown = () => new ScimError(401, null, 'The token is missing, unknown or expired.');

/** A token that nobody has is an attempt of its network; one that is known never waits for others behind its address. */
async function refuseStranger({ database, now }: Services, ip: string): Promise<never> {
  const [counted] = await scoped(database, { kind: 'identity' }).run(countOne(ofNetwork('network', ip), now()));
  if (!counted) throw new ScimError(429, null, 'Too many unknown tokens from this network.', 'unavailable', 60);
  throw unknown();
}

/** Who calls, before a body is read. Refuses with 401, 403 and 429. */
export async function authenticate(services: Services, request: FastifyRequest): Promise<Ask> {
  const { database, now } = services;
  const { ip, host } = request.incoming;
  if (!host) return refuse(404, null, 'This host is no portal.', 'not_found');
  const [, secret = ''] = /^bearer (.{1,200})$/i.exec(request.headers.authorization ?? '') ?? [];
  const parts = partsOfToken(secret);
  if (!parts || (host.tenant_id !== null && host.tenant_id !== parts.tenant_id)) return refuseStranger(services, ip);
  const { tenant_id } = parts;
  const unit = scoped(database, { kind: 'tenant', tenant_id, request_id: request.id, ip, action: 'scim.provision' });
  const [found] = await unit.run(sql<Found>`
    select k.id, k.name, k.rehearsal, k.invites, t.state, t.trial_ends_on, unit_today(t.id) as today, k.expires_at <= ${now()} as expired,
      exists (select from scim_token_use u where u.token_id = k.id and u.last_used_at > ${new Date(now().getTime() - usedWithinMs)}) as used
    from scim_token k join tenant t on t.id = k.tenant_id where k.token_hash = ${hashToken(secret)}`);
  if (!found) return refuseStranger(services, ip);
  if (found.expired) throw unknown();
  if (unitRefusal(found, 'user', found.today) !== null) return refuse(403, null, 'The business unit is not open.');
  const identity = scoped(database, { kind: 'identity', request_id: request.id, ip, action: 'scim.provision' });
  const [counted] = await identity.run(countOne(ofId('scim', tenant_id), now()));
  if (!counted) throw new ScimError(429, null, 'More than 25 calls in a second.', 'unavailable', perSecond);
  if (!found.used)
    await unit.run(sql`insert into scim_token_use (tenant_id, token_id, last_used_at) values (${tenant_id}, ${found.id}, ${now()})
      on conflict (tenant_id, token_id) do update set last_used_at = excluded.last_used_at`);
  const { id, name, rehearsal, invites, today } = found;
  return {
    ...unit,
    tenant_id,
    token: { id, name, rehearsal, invites },
    view: { rehearsal: rehearsal ? id : null },
    identity,
    base: `${host.origin}${scimPath}`,
    today,
    now,
  };
}

const asks = new WeakMap<FastifyRequest, Ask>();
export const rememberAsk = (request: FastifyRequest, ask: Ask): void => void asks.set(request, ask);
export const askOf = (request: FastifyRequest): Ask => asks.get(request) ?? refuse(401, null, 'The token is missing.');

/** What the answer is not: the same resource changed meanwhile, or not at all. */
export const etagOf = (version: string): string => `W/"${version}"`;

export function requireMatch(request: FastifyRequest, version: string): void {
  const wanted = request.headers['if-match'];
  if (wanted === undefined || wanted.trim() === '*') return;
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (!tags.includes(etagOf(version))) refuse(412, null, 'The resource was changed meanwhile.', 'version');
}

export function isUnchanged(request: FastifyRequest, reply: FastifyReply, version: string): boolean {
  void reply.header('etag', etagOf(version));
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  return known.includes(etagOf(version));
}
