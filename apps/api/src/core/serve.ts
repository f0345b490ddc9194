/** Contract → routes. `serve(endpoint, handler)` is the only way to answer a call. */
import type { Answer, Endpoint, Input } from '@vitrine/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireAccess } from './access.ts';
import { authenticate } from './authenticate.ts';
import type { Actor, Context, PublicContext, Services } from './context.ts';
import { openCookies } from './cookies.ts';
import type { Caller } from './database/scope.ts';
import type { Scoped } from './database/scoped.ts';
import { scoped } from './database/scoped.ts';
import { fail } from './fail.ts';
import { findSession } from './session.ts';

type ContextOf<E extends Endpoint> = E['can'] extends 'public' ? PublicContext : Context;

/** Where success is told by the status alone there is nothing to return. */
type Result<E extends Endpoint> = [Answer<E>] extends [undefined] ? void : Answer<E>;

export type Handler<E extends Endpoint> = (ctx: ContextOf<E>, input: Input<E>) => Promise<Result<E>> | Result<E>;

export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

type Facts = Pick<Caller, 'person_id' | 'actor_id' | 'request_id' | 'action' | 'ip'>;

const actors = new WeakMap<FastifyRequest, Actor>();
const withBody = new Set(['POST', 'PUT', 'PATCH']);

/**
 * A feature lists its endpoints with `serve`. Before a handler runs: host, session, access, parsing, in this order; a GET
 * reads only. Afterwards the answer is encoded by its schema, so that no column leaves that was not promised.
 */
export function createServe(app: FastifyInstance, services: Services): Serve {
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      schema: {
        summary: endpoint.summary,
        tags: [endpoint.path.split('/')[2] ?? 'api'],
        params: endpoint.params,
        querystring: endpoint.query,
        ...(withBody.has(endpoint.method) ? { body: endpoint.body } : {}),
        ...(endpoint.silent ? {} : { response: { [endpoint.status]: endpoint.answer } }),
      },
      async onRequest(request, reply) {
        void reply.header('cache-control', 'no-store');
        if (!request.incoming.site) fail('domain_not_found');
        if (endpoint.can === 'public') return;
        const actor = await authenticate(services, request);
        requireAccess(actor, endpoint.can);
        actors.set(request, actor);
      },
      async handler(request, reply) {
        const ctx = contextOf(services, endpoint, request, reply);
        const input = { params: request.params, query: request.query, body: request.body };
        const answer = await handler(ctx as ContextOf<typeof endpoint>, input as Input<typeof endpoint>);
        return reply.code(endpoint.status).send(endpoint.silent ? undefined : answer);
      },
    });
  };
}

function contextOf(services: Services, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): PublicContext | Context {
  const { database, ...shared } = services;
  const { ip, site, user_agent, from_path, locale } = request.incoming;
  const actor = actors.get(request);
  const facts: Facts = {
    person_id: actor?.person_id ?? null,
    actor_id: actor?.actor_id ?? null,
    request_id: request.id,
    ip,
    ...(endpoint.audit ? { action: endpoint.audit } : {}),
  };
  const readOnly = endpoint.method === 'GET';
  const identity = scoped(database, { kind: 'identity', ...facts }, { readOnly });
  const base: PublicContext = {
    ...shared,
    log: request.log,
    identity,
    findSession: () => findSession(identity, request),
    cookies: openCookies(request, reply),
    request: { id: request.id, ip, site: site ?? fail('domain_not_found'), user_agent, from_path, locale },
  };
  if (!actor) return base;
  return {
    ...base,
    ...unitOf(database, actor, facts, readOnly),
    actor,
    partner: () =>
      actor.partner_id ? scoped(database, { kind: 'partner', partner_id: actor.partner_id, ...facts }, { readOnly }) : fail('forbidden'),
    operator: () => (actor.role === 'a2m' ? scoped(database, { kind: 'operator', ...facts }, { readOnly }) : fail('forbidden')),
  };
}

/** The actor's unit. Whoever works in none (a partner who has not chosen) is told so when a handler asks for rows. */
function unitOf(database: Services['database'], actor: Actor, facts: Facts, readOnly: boolean): Scoped {
  if (actor.tenant_id) return scoped(database, { kind: 'tenant', tenant_id: actor.tenant_id, ...facts }, { readOnly });
  return { run: () => fail('not_found_companies'), withTenant: () => fail('not_found_companies') };
}
