/** A directory in front of the portal, with a token of a unit. */
import { setTimeout } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { newScimToken } from '#features/people/provisioning/token.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import type { Unit } from './population.ts';
import type { World } from './world.ts';

/** What is answered: a resource, a list or a refusal. */
type ScimBody = {
  [name: string]: unknown;
  id: string;
  schemas: string[];
  status: string;
  scimType?: string;
  detail: string;
  totalResults: number;
  Resources: ScimBody[];
  active: boolean;
  userName: string;
  externalId: string;
  displayName: string;
  title: string;
  members: { value: string }[];
  meta: { resourceType: string; version: string };
};
type Sent = { status: number; body: ScimBody; headers: Record<string, unknown> };
export type Directory = {
  token_id: string;
  token: string;
  send: (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Sent>;
};

export const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Calls as a directory does. */
export const sender =
  ({ app }: Pick<World, 'app'>, token: string | null, host = 'portal.example'): Directory['send'] =>
  async (method, path, body, headers = {}) => {
    const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : body === undefined ? undefined : JSON.stringify(body);
    const options: InjectOptions = {
      method,
      url: `/scim/v2${path}`,
      headers: {
        host,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
      remoteAddress: '198.51.100.30',
    };
    const answer = await app.inject(options);
    return {
      status: answer.statusCode,
      // A test that reads a body where there is none fails by itself.
      body: answer.body === '' ? (null as unknown as ScimBody) : answer.json<ScimBody>(),
      headers: answer.headers,
    };
  };

/** A directory that is told to slow down waits for as long as it was told, and calls again. */
const patient =
  (send: Directory['send']): Directory['send'] =>
  async (...call) => {
    const answer = await send(...call);
    const { 'retry-after': seconds } = answer.headers;
    if (answer.status !== 429) return answer;
    await setTimeout(Number(seconds) * 1000);
    return patient(send)(...call);
  };

export async function openDirectory(
  world: World,
  unit: Pick<Unit, 'id'>,
  values: { rehearsal?: boolean; invites?: boolean; expires_at?: Date } = {},
): Promise<Directory> {
  const [token_id, token] = [uuidv7(), newScimToken(unit.id)];
  const expires_at = values.expires_at ?? new Date(Date.now() + 30 * 86_400_000);
  await world.owner.run(
    query.insertInto('scim_token').values({
      tenant_id: unit.id,
      id: token_id,
      name: 'Directory',
      token_hash: hashToken(token),
      last_four: token.slice(-4),
      rehearsal: values.rehearsal ?? false,
      invites: values.invites ?? false,
      expires_at,
    }),
  );
  return { token_id, token, send: patient(sender(world, token)) };
}
