/** Contract → routes. `serve(endpoint, handler)` is the only way to answer a call. */
import type { Download } from '@vitrine/contract/download.ts';
import { download } from '@vitrine/contract/download.ts';
import type { Answer, Endpoint, Input } from '@vitrine/contract/endpoint.ts';
import { eventStream } from '@vitrine/contract/eventStream.ts';
import { redirection } from '@vitrine/contract/form.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { requireAccess } from '#domain/access/access.ts';
import { isReadOnly, requireActing } from '#domain/access/acting.ts';
import { authenticate } from '#domain/session/authenticate.ts';
import type { Actor, Context, PublicContext, Services } from './context.ts';
import { openCookies } from '#platform/http/cookies.ts';
import type { Caller } from '#platform/database/scope.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { scoped } from '#platform/database/scoped.ts';
import { fail } from '#platform/http/fail.ts';
import { takePage } from '#platform/live/page.ts';
import { managedUnits } from '#domain/people/managedTenants.ts';
import { pendingTerms } from '#domain/terms/pendingTerms.ts';
import { findOwnSession } from '#domain/session/session.ts';
import { countUnread, refuseFull } from './knocking.ts';
import { onTheWire } from './onTheWire.ts';

type ContextOf<E extends Endpoint> = E['can'] extends 'public' ? PublicContext : Context;

/** Without an answer schema a handler returns nothing. */
type Result<E extends Endpoint> = [Answer<E>] extends [undefined] ? void : Answer<E>;

type Handler<E extends Endpoint> = (ctx: ContextOf<E>, input: Input<E>) => Promise<Result<E>> | Result<E>;

export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

type Facts = Pick<Caller, 'person_id' | 'actor_id' | 'request_id' | 'action' | 'ip'>;

const actors = new WeakMap<FastifyRequest, Actor>();
/** Requests whose body has not passed its schema. */
const unread = new WeakSet<FastifyRequest>();
const withBody = new Set(['POST', 'PUT', 'PATCH']);

/** As the connection says it to whoever reads the body. */
class CallerLeft extends Error {
  code = 'ECONNRESET';
}

/**
 * A feature lists its endpoints with `serve`. Before a handler runs: host, session, access, parsing, in this order; a GET
 * runs read-only, unless it answers once. Afterwards the answer is encoded by its schema, so that a column that is not in the contract never leaves.
 */
export function createServe(app: FastifyInstance, services: Services): Serve {
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      // Asking for the head alone would open a page that nobody listens to, or use up what answers once.
      exposeHeadRoute: !isStream(endpoint) && !endpoint.once,
      bodyLimit: endpoint.max_bytes,
      ...onTheWire(endpoint),
      schema: {
        summary: endpoint.summary,
        tags: [endpoint.path.split('/')[2] ?? 'api'],
        params: endpoint.params,
        querystring: endpoint.query,
        ...(withBody.has(endpoint.method) ? { body: endpoint.body } : {}),
        ...(endpoint.silent || isFile(endpoint) || isStream(endpoint) || isRedirection(endpoint)
          ? {}
          : { response: { [endpoint.status]: endpoint.answer } }),
      },
      async onRequest(request, reply) {
        void reply.header('cache-control', 'no-store');
        if (!request.incoming.host) fail('domain_not_found');
        if (endpoint.can === 'public') return refuseFull(services, request, endpoint);
        const actor = await authenticate(services, request);
        if (actor.screen_id !== null && !endpoint.screens) fail('forbidden');
        if (endpoint.embedded !== (actor.auth_type === 'embedded')) fail('forbidden');
        if (!endpoint.before_terms) await requireTerms(services, actor);
        requireActing(actor, endpoint);
        requireAccess(actor, endpoint.can);
        actors.set(request, actor);
      },
      async preParsing(request) {
        unread.add(request);
        // Nothing tells any more that the body of somebody who has left meanwhile does not end.
        if (request.raw.socket.destroyed) throw new CallerLeft();
      },
      async onError(request) {
        if (unread.has(request)) await countUnread(services, request, endpoint);
      },
      async onResponse() {
        // The change may have added live events.
        if (endpoint.method !== 'GET') services.live.wake();
      },
      async handler(request, reply) {
        unread.delete(request);
        const ctx = contextOf(services, endpoint, request, reply);
        const input = { params: request.params, query: request.query, body: request.body };
        if (isStream(endpoint)) void reply.type('text/event-stream').header('x-accel-buffering', 'no');
        const answer = await handler(ctx as ContextOf<typeof endpoint>, input as Input<typeof endpoint>);
        if (isFile(endpoint)) return sendFile(reply, answer as Download);
        if (isRedirection(endpoint)) return reply.redirect((answer as { to: string }).to, endpoint.status);
        if (isStream(endpoint)) return reply.sent ? reply : reply.send(answer);
        return reply.code(endpoint.status).send(endpoint.silent ? undefined : answer);
      },
    });
  };
}

const isStream = ({ answer }: Endpoint): boolean => answer === eventStream;
const isFile = ({ answer }: Endpoint): boolean => answer === download;
const isRedirection = ({ answer }: Endpoint): boolean => answer === redirection;

/** Policy of an HTML page: inline styles, pictures of its own or of the unit, no scripts, requests or forms; only the portal may frame it. */
const framedHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
};

/** A picture stays what it is, and the frame of an HTML page, which has no origin, may show it: its address is the key. */
const pictureHeaders = { 'cache-control': 'public, max-age=31536000, immutable', 'cross-origin-resource-policy': 'cross-origin' };

/** What an address shows never changes, it can only be gone: then the next question is answered so. */
const personalHeaders = { 'cache-control': 'private, no-cache', etag: '"same"' };

/** As an attachment unless it was verified as a picture, so that no browser renders its content. */
function sendFile(
  reply: FastifyReply,
  { file_name, content_type, content, size, shown = false, personal = false, framed = false }: Download,
): FastifyReply {
  if (framed) return reply.headers(framedHeaders).type(content_type).send(content);
  void reply.header('content-security-policy', "default-src 'none'; sandbox").type(content_type);
  if (shown && personal) {
    void reply.headers(personalHeaders);
    return reply.request.headers['if-none-match'] === personalHeaders.etag ? reply.code(304).send() : reply.send(content);
  }
  if (shown) return reply.headers(pictureHeaders).send(content);
  if (size !== undefined) void reply.header('content-length', size);
  const plain = file_name.normalize('NFD').replaceAll(/[^\w.-]+/g, '_');
  return reply
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file_name)}`)
    .send(content);
}

/** Refuses calls of a person who has to accept terms first. A session with nothing to accept stores that. */
async function requireTerms({ database, now }: Pick<Services, 'database' | 'now'>, actor: Actor): Promise<void> {
  if (actor.terms_to_look_at === null || actor.screen_id !== null) return;
  const identity = scoped(database, { kind: 'identity' });
  const pending = await identity.run(pendingTerms(actor, now()));
  if (pending.length > 0) fail('terms_pending');
  await identity.run(sql`update session set terms_version = ${actor.terms_to_look_at} where id = ${actor.session_id}`);
}

function contextOf(services: Services, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): PublicContext | Context {
  const { database, replica, ...shared } = services;
  const { ip, host, user_agent, from_path, locale } = request.incoming;
  const actor = actors.get(request);
  const facts: Facts = {
    person_id: actor?.person_id ?? null,
    actor_id: actor?.actor_id ?? null,
    request_id: request.id,
    ip,
    ...(endpoint.audit ? { action: endpoint.audit } : {}),
  };
  const readOnly = isReadOnly(actor, endpoint);
  const identity = scoped(database, { kind: 'identity', ...facts }, { readOnly });
  const asked = (endpoint.may_lag ? replica?.database : null) ?? database;
  const base: PublicContext = {
    ...shared,
    log: request.log,
    identity,
    findSession: () => findOwnSession(identity, request),
    cookies: openCookies(request, reply),
    takePage: () => takePage(reply),
    connections: database.connections,
    replicaState: async () => (await replica?.state()) ?? null,
    request: {
      id: request.id,
      ip,
      host: host ?? fail('domain_not_found'),
      user_agent,
      from_path,
      locale,
      search: request.url.split('?')[1] ?? '',
    },
  };
  if (!actor) return base;
  return {
    ...base,
    ...unitOf(asked, actor, facts, readOnly),
    actor,
    unit: async (tenant_id) => {
      const managed = await managedUnits({ identity, actor });
      if (!managed.some(({ id }) => id === tenant_id)) fail('not_found');
      return scoped(asked, { kind: 'tenant', tenant_id, ...facts }, { readOnly });
    },
    partner: () =>
      actor.partner_id ? scoped(asked, { kind: 'partner', partner_id: actor.partner_id, ...facts }, { readOnly }) : fail('forbidden'),
    operator: () => (actor.role === 'operator' ? scoped(asked, { kind: 'operator', ...facts }, { readOnly }) : fail('forbidden')),
  };
}

/** The database of the actor's unit. Without a unit (a partner who has not chosen one), it refuses when a handler queries rows. */
function unitOf(database: Services['database'], actor: Actor, facts: Facts, readOnly: boolean): Scoped {
  if (actor.tenant_id) return scoped(database, { kind: 'tenant', tenant_id: actor.tenant_id, ...facts }, { readOnly });
  return { run: () => fail('not_found_companies'), withTenant: () => fail('not_found_companies') };
}
