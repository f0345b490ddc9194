/** Contract → routes. `serve(endpoint, handler)` is the only way to answer a call. */
import type { Download } from '@vitrine/contract/download.ts';
import { download } from '@vitrine/contract/download.ts';
import type { Answer, Endpoint, Input } from '@vitrine/contract/endpoint.ts';
import { eventStream } from '@vitrine/contract/eventStream.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { requireAccess } from './access.ts';
import { authenticate } from './authenticate.ts';
import type { Actor, Context, PublicContext, Services } from './context.ts';
import { openCookies } from './cookies.ts';
import type { Caller } from './database/scope.ts';
import type { Scoped } from './database/scoped.ts';
import { scoped } from './database/scoped.ts';
import { fail } from './fail.ts';
import { managedUnits } from './people/managedUnits.ts';
import { pendingTerms } from './pendingTerms.ts';
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
      ...(endpoint.max_bytes === null ? {} : { bodyLimit: endpoint.max_bytes }),
      schema: {
        summary: endpoint.summary,
        tags: [endpoint.path.split('/')[2] ?? 'api'],
        params: endpoint.params,
        querystring: endpoint.query,
        ...(withBody.has(endpoint.method) ? { body: endpoint.body } : {}),
        ...(endpoint.silent || isFile(endpoint) || isStream(endpoint) ? {} : { response: { [endpoint.status]: endpoint.answer } }),
      },
      async onRequest(request, reply) {
        void reply.header('cache-control', 'no-store');
        if (!request.incoming.site) fail('domain_not_found');
        if (endpoint.can === 'public') return;
        const actor = await authenticate(services, request);
        if (actor.screen_id !== null && !endpoint.screens) fail('forbidden');
        if (!endpoint.before_terms) await requireTerms(services, actor);
        requireAccess(actor, endpoint.can);
        actors.set(request, actor);
      },
      async onResponse() {
        // What was changed may be something that open pages want to hear of.
        if (endpoint.method !== 'GET') services.live.wake();
      },
      async handler(request, reply) {
        const ctx = contextOf(services, endpoint, request, reply);
        const input = { params: request.params, query: request.query, body: request.body };
        const answer = await handler(ctx as ContextOf<typeof endpoint>, input as Input<typeof endpoint>);
        if (isFile(endpoint)) return sendFile(reply, answer as Download);
        if (isStream(endpoint)) return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(answer);
        return reply.code(endpoint.status).send(endpoint.silent ? undefined : answer);
      },
    });
  };
}

const isStream = ({ answer }: Endpoint): boolean => answer === eventStream;
const isFile = ({ answer }: Endpoint): boolean => answer === download;

/** Styles inline and pictures, and nothing that runs, loads or sends; only the portal's own pages may frame it. */
const framedHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
};

/** As an attachment, unless we know it for a picture: no browser shows what it may have been made to hold. */
function sendFile(reply: FastifyReply, { file_name, content_type, content, shown = false, framed = false }: Download): FastifyReply {
  if (framed) return reply.headers(framedHeaders).type(content_type).send(content);
  void reply.header('content-security-policy', "default-src 'none'; sandbox").type(content_type);
  if (shown) return reply.header('cache-control', 'public, max-age=31536000, immutable').send(content);
  const plain = file_name.normalize('NFD').replaceAll(/[^\w.-]+/g, '_');
  return reply
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file_name)}`)
    .send(content);
}

/** Nothing is answered to somebody who has terms to accept first. A session that has nothing to accept remembers it. */
async function requireTerms({ database, now }: Pick<Services, 'database' | 'now'>, actor: Actor): Promise<void> {
  if (actor.terms_to_look_at === null || actor.screen_id !== null) return;
  const identity = scoped(database, { kind: 'identity' });
  const pending = await identity.run(pendingTerms(actor, now()));
  if (pending.length > 0) fail('terms_pending');
  await identity.run(sql`update session set terms_version = ${actor.terms_to_look_at} where id = ${actor.session_id}`);
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
    unit: async (tenant_id) => {
      const managed = await managedUnits({ identity, actor });
      if (!managed.some(({ id }) => id === tenant_id)) fail('not_found');
      return scoped(database, { kind: 'tenant', tenant_id, ...facts }, { readOnly });
    },
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
