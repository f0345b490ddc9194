/**
 * SCIM 2.0 at `/scim/v2` (RFC 7644): routes of their own beside those of the contract, because form, tokens and errors are the protocol's.
 * Host, address, limits and the wall between units are those of every request (docs/decisions/027-scim-beside-the-contract.md).
 */
import { scimPath } from '@vitrine/contract/people/provisioning.ts';
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Services } from '#domain/serving/context.ts';
import { parseText } from '#platform/http/body.ts';
import type { Ask } from './ask.ts';
import { askOf, authenticate, etagOf, isUnchanged, rememberAsk, requireMatch } from './ask.ts';
import { errorSchema } from './attributes.ts';
import type { Kind } from './attributes.ts';
import { providerConfig, resourceTypes, schemas } from './discovery.ts';
import { addGroup, deleteGroup, getGroup, groupRow, membersOf, patchGroup, replaceGroup, shownGroup } from './groups.ts';
import type { Question } from './listing.ts';
import { listed, projected, questionOf, rowsOf } from './listing.ts';
import { meantBy, orRefused } from './refused.ts';
import type { Row } from './resources.ts';
import { ScimError, notFound, refuse, scimErrorOf } from './scimError.ts';
import { addUser, deleteUser, getUser, groupsOf, patchUser, replaceUser, shownUser, userRow, whoIs } from './users.ts';
import type { Json, JsonObject } from './values.ts';
import { isObject } from './values.ts';

/** A page of a large group, and nobody's whole company at once. */
const limits = { bytes: 1024 * 1024, values: 40_000, keysOfAnObject: 200 };

const contentType = 'application/scim+json; charset=utf-8';

const send = (reply: FastifyReply, status: number, body: JsonObject): FastifyReply =>
  reply.code(status).type(contentType).send(JSON.stringify(body));

const bodyOf = (request: FastifyRequest): Json | undefined => request.body as Json | undefined;

/** Everything that is asked of one kind of resource. */
type Resources = {
  kind: Kind;
  path: string;
  row: (ask: Ask, id: string) => Promise<Row>;
  get: (ask: Ask, id: string, question: Question) => Promise<{ row: Row; shown: JsonObject }>;
  page: (ask: Ask, rows: readonly Row[], question: Question) => Promise<JsonObject[]>;
  add: (ask: Ask, body: Json | undefined) => Promise<string>;
  replace: (ask: Ask, before: Row, body: Json | undefined) => Promise<void>;
  patch: (ask: Ask, before: Row, body: Json | undefined) => Promise<void>;
  remove: (ask: Ask, before: Row) => Promise<void>;
  named: (row: Row) => { name: string; user_name?: string };
};

/** Whether a part that is read from another table is wanted at all. */
const wants = ({ attributes, excluded }: Question, name: string): boolean => {
  const names = (list: readonly string[]) => list.some((one) => one.toLowerCase().split('.')[0]?.endsWith(name));
  return attributes.length > 0 ? names(attributes) : !names(excluded);
};

const users: Resources = {
  kind: 'user',
  path: '/Users',
  row: userRow,
  get: (ask, id) => getUser(ask, id),
  async page(ask, rows, question) {
    const groups = wants(question, 'groups')
      ? await groupsOf(
          ask,
          rows.map(({ id }) => id),
        )
      : new Map<string, JsonObject[]>();
    return rows.map((row) => shownUser(ask, row, groups.get(row.id)));
  },
  add: addUser,
  replace: replaceUser,
  patch: patchUser,
  remove: deleteUser,
  named: whoIs,
};

const groups: Resources = {
  kind: 'group',
  path: '/Groups',
  row: groupRow,
  get: (ask, id, question) => getGroup(ask, id, wants(question, 'members')),
  async page(ask, rows, question) {
    const members = wants(question, 'members')
      ? await membersOf(
          ask,
          rows.map(({ id }) => id),
        )
      : new Map<string, JsonObject[]>();
    return rows.map((row) => shownGroup(ask, row, members.get(row.id) ?? []));
  },
  add: addGroup,
  replace: replaceGroup,
  patch: patchGroup,
  remove: deleteGroup,
  named: ({ name }) => ({ name }),
};

async function answerList(ask: Ask, { kind, page }: Resources, question: Question): Promise<JsonObject> {
  const { total, rows } = await rowsOf(kind, ask, question);
  const shown = await page(ask, rows, question);
  return listed(
    total,
    question.start,
    shown.map((resource) => projected(resource, question)),
  );
}

/** People first, then groups. A filter that only one kind understands finds nothing of the other. */
async function searchAll(ask: Ask, question: Question): Promise<JsonObject> {
  const parts: { total: number; Resources: JsonObject[] }[] = [];
  let [start, left, refusals] = [question.start, question.count, 0];
  let last: unknown = null;
  for (const resources of [users, groups]) {
    try {
      const { total, rows } = await rowsOf(resources.kind, ask, { ...question, start: Math.max(1, start), count: left });
      const shown = (await resources.page(ask, rows, question)).map((resource) => projected(resource, question));
      parts.push({ total, Resources: shown });
      start = Math.max(1, start - total);
      left -= shown.length;
    } catch (error) {
      last = error;
      refusals++;
    }
  }
  if (refusals === 2) throw last;
  return listed(
    parts.reduce((sum, { total }) => sum + total, 0),
    question.start,
    parts.flatMap(({ Resources }) => Resources),
  );
}

const paramsOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
const questionIn = (request: FastifyRequest): Question => questionOf(request.query as JsonObject);

function mountResources(scim: FastifyInstance, resources: Resources): void {
  const { kind, path, row, get, add, replace, patch, remove, named } = resources;
  const read = (request: FastifyRequest, id: string) => get(askOf(request), id, questionIn(request));

  async function answerOne(request: FastifyRequest, reply: FastifyReply, id: string, status: number): Promise<FastifyReply> {
    const { row: now, shown } = await read(request, id);
    void reply.header('etag', etagOf(now.version)).header('location', `${askOf(request).base}${path}/${id}`);
    return send(reply, status, projected(shown, questionIn(request)));
  }

  /** A change of a resource that has to be there, and as the directory knows it. */
  async function change(
    request: FastifyRequest,
    asked: 'replace' | 'change' | 'delete',
    work: (ask: Ask, before: Row, body: Json | undefined) => Promise<void>,
  ): Promise<string> {
    const ask = askOf(request);
    const before = await row(ask, paramsOf(request).toLowerCase());
    await orRefused(ask, { kind, object_id: before.id, ...named(before), asked }, async () => {
      requireMatch(request, before.version);
      await work(ask, before, bodyOf(request));
    });
    return before.id;
  }

  scim.get(path, async (request, reply) => send(reply, 200, await answerList(askOf(request), resources, questionIn(request))));
  scim.post(`${path}/.search`, async (request, reply) => {
    const body = bodyOf(request);
    return send(reply, 200, await answerList(askOf(request), resources, questionOf(isObject(body) ? body : {})));
  });
  scim.post(path, async (request, reply) => {
    const [ask, body] = [askOf(request), bodyOf(request)];
    const id = await orRefused(ask, { kind, object_id: null, ...meantBy(kind, body), asked: 'create' }, () => add(ask, body));
    return answerOne(request, reply, id, 201);
  });
  scim.get(`${path}/:id`, async (request, reply) => {
    const { row: now, shown } = await read(request, paramsOf(request).toLowerCase());
    if (isUnchanged(request, reply, now.version)) return reply.code(304).send();
    return send(reply, 200, projected(shown, questionIn(request)));
  });
  scim.put(`${path}/:id`, async (request, reply) => answerOne(request, reply, await change(request, 'replace', replace), 200));
  scim.patch(`${path}/:id`, async (request, reply) => {
    const id = await change(request, 'change', patch);
    // Members of a large group are not told again after each change of one.
    return kind === 'group' ? reply.code(204).send() : answerOne(request, reply, id, 200);
  });
  scim.delete(`${path}/:id`, async (request, reply) => {
    await change(request, 'delete', remove);
    return reply.code(204).send();
  });
}

function mountDiscovery(scim: FastifyInstance): void {
  scim.get('/ServiceProviderConfig', async (request, reply) => send(reply, 200, providerConfig(askOf(request).base)));
  for (const [path, all] of [
    ['/ResourceTypes', resourceTypes],
    ['/Schemas', schemas],
  ] as const) {
    scim.get(path, async (request, reply) => {
      const list = all(askOf(request).base);
      return send(reply, 200, listed(list.length, 1, list));
    });
    scim.get(`${path}/:id`, async (request, reply) => {
      const one = all(askOf(request).base).find(({ id }) => id === paramsOf(request));
      return send(reply, 200, one ?? notFound());
    });
  }
}

const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function mountRefusals(scim: FastifyInstance): void {
  const notOffered = () => refuse(501, null, 'This is not offered.');
  for (const url of ['/Bulk', '/Me']) scim.route({ method: methods, url, exposeHeadRoute: false, handler: notOffered });
  scim.route({ method: methods, url: '/*', exposeHeadRoute: false, handler: () => notFound() });
}

function readBodies(scim: FastifyInstance): void {
  scim.removeAllContentTypeParsers();
  const parse = async (_request: unknown, body: Buffer): Promise<unknown> => {
    const unreadable = () => refuse(400, 'invalidSyntax', 'The body is no JSON in UTF-8.');
    if (body.length === 0) return undefined;
    return isUtf8(body) ? parseText(body.toString('utf8'), limits, unreadable) : unreadable();
  };
  for (const type of ['application/scim+json', 'application/json']) scim.addContentTypeParser(type, { parseAs: 'buffer' }, parse);
}

/** Every refusal has the form of the protocol, whoever refuses. */
function answerRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, scimType, message, retryAfter } = scimErrorOf(error);
  if (status >= 500 && !(error instanceof ScimError))
    request.log.error({ err: error, route: request.routeOptions.url ?? null }, 'SCIM could not answer');
  if (status === 401) void reply.header('www-authenticate', 'Bearer realm="scim"');
  if (retryAfter !== null) void reply.header('retry-after', String(retryAfter));
  return send(reply, status, {
    schemas: [errorSchema],
    status: String(status),
    ...(scimType === null ? {} : { scimType }),
    detail: message,
  });
}

export async function mountScim(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(
    async (scim) => {
      readBodies(scim);
      scim.setErrorHandler(answerRefusal);
      scim.addHook('onRequest', async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        rememberAsk(request, await authenticate(services, request));
      });
      scim.addHook('onResponse', async (request) => {
        if (request.method !== 'GET') services.live.wake();
      });
      scim.addHook('onRoute', (route) => {
        route.bodyLimit = limits.bytes;
      });
      mountDiscovery(scim);
      mountResources(scim, users);
      mountResources(scim, groups);
      scim.post('/.search', async (request, reply) => {
        const body = bodyOf(request);
        return send(reply, 200, await searchAll(askOf(request), questionOf(isObject(body) ? body : {})));
      });
      mountRefusals(scim);
    },
    { prefix: scimPath },
  );
}
