import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { onTestFinished } from 'vitest';

type Stored = Record<string, unknown> & { id: string };
export type Asked = {
  method: string;
  path: string;
  type: string | undefined;
  token: string | undefined;
  host: string | undefined;
  body: unknown;
};

const listOf = (resources: Stored[], startIndex: number, count: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex,
  itemsPerPage: Math.min(count, resources.length),
  Resources: resources.slice(startIndex - 1, startIndex - 1 + count),
});

/** An application's SCIM service that keeps what it is sent, and answers as RFC 7644 says; what a patch means it leaves alone. */
export const openScimServer = async () => {
  const asked: Asked[] = [];
  const stored: Record<'Users' | 'Groups', Stored[]> = { Users: [], Groups: [] };
  /** Refuses with this the next calls that name it. */
  const refusals: { part: string; status: number }[] = [];
  const app = fastify();
  app.addContentTypeParser('application/scim+json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, JSON.parse(body.toString())),
  );
  const error = (status: number, detail: string) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail,
  });
  app.addHook('preHandler', async (request, reply) => {
    const { 'content-type': type, authorization: token, host } = request.headers;
    asked.push({ method: request.method, path: decodeURIComponent(request.url), type, token, host, body: request.body });
    reply.type('application/scim+json');
    if (token !== 'Bearer good') return reply.code(401).send(error(401, 'The token is not known'));
    const refusal = refusals.find(({ part }) => `${request.method} ${request.url} ${JSON.stringify(request.body ?? '')}`.includes(part));
    return refusal ? reply.code(refusal.status).send(error(refusal.status, 'Refused by the test')) : undefined;
  });
  for (const kind of ['Users', 'Groups'] as const) {
    const find = (id: string) => stored[kind].find((one) => one.id === id);
    app.get<{ Querystring: { filter?: string; startIndex?: string; count?: string } }>(`/scim/${kind}`, async ({ query }) => {
      const wanted = /^(?:userName|displayName) eq "(.*)"$/.exec(query.filter ?? '')?.[1]?.toLowerCase();
      const name = kind === 'Users' ? 'userName' : 'displayName';
      const all = stored[kind].filter((one) => wanted === undefined || String(one[name]).toLowerCase() === wanted);
      return listOf(all, Number(query.startIndex ?? 1), Number(query.count ?? 100));
    });
    app.get<{ Params: { id: string } }>(
      `/scim/${kind}/:id`,
      async ({ params }, reply) => find(params.id) ?? reply.code(404).send(error(404, 'Unknown')),
    );
    app.post(`/scim/${kind}`, async ({ body }, reply) => {
      const made = { ...(body as object), id: randomUUID() };
      stored[kind].push(made);
      return reply.code(201).send(made);
    });
    app.put<{ Params: { id: string } }>(`/scim/${kind}/:id`, async ({ params, body }) => Object.assign(find(params.id) ?? {}, body));
    app.patch(`/scim/${kind}/:id`, async (_request, reply) => reply.code(204).send());
    app.delete<{ Params: { id: string } }>(`/scim/${kind}/:id`, async ({ params }, reply) => {
      stored[kind] = stored[kind].filter(({ id }) => id !== params.id);
      return reply.code(204).send();
    });
  }
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return {
    address: `${origin}/scim`,
    stored,
    refusals,
    /** What was asked since the last time: method and path, and the body. */
    taken: (): Asked[] => asked.splice(0),
  };
};
