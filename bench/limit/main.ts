/** The limit program: the least Fastify server that does the same work. A cheaper way is an improvement. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import { verify } from '@node-rs/argon2';
import type { FastifyRequest } from 'fastify';
import fastify from 'fastify';
import pg from 'pg';
import { createEmbedTokens, type EmbeddedReport } from './embedToken.ts';
import * as statements from './statements.ts';

const sessionCookie = '__Host-vitrine';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The hashes of the two halves of a session. */
function credentials(request: FastifyRequest): [Buffer, Buffer] {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const cookie = (request.headers.cookie ?? '').split('; ').find((pair) => pair.startsWith(`${sessionCookie}=`));
  return [sha256(token), sha256(cookie?.slice(sessionCookie.length + 1) ?? '')];
}

async function ask<Row extends pg.QueryResultRow>(statement: { name: string; text: string }, values: unknown[]): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>({ ...statement, values });
  return rows[0];
}

const json = 'application/json; charset=utf-8';
const idParams = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } };
const groupBody = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 120 },
    description: { type: 'string', maxLength: 500, default: '' },
    icon: { type: 'string', default: 'folder' },
  },
};
type Group = { name: string; description: string; icon: string };

app.get('/ping', () => 'pong');

app.get('/api/health/ready', async () => {
  await pool.query('select 1');
  return { status: 'ok' };
});

app.get<{ Querystring: { q: string; page: number } }>(
  '/api/my_reports',
  {
    schema: {
      querystring: {
        type: 'object',
        properties: { q: { type: 'string', maxLength: 120, default: '' }, page: { type: 'integer', minimum: 1, default: 1 } },
      },
    },
  },
  async (request, reply) => {
    const { q, page } = request.query;
    const words = q.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().split(/\s+/);
    const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
    const row = await ask<{ body: string }>(statements.list, [...credentials(request), patterns, (page - 1) * 20]);
    return row ? reply.type(json).send(row.body) : reply.code(401).send();
  },
);

app.post<{ Body: Group }>('/api/report_groups', { schema: { body: groupBody } }, async (request, reply) => {
  const { name, description, icon } = request.body;
  const values = [...credentials(request), request.id, request.ip, randomUUID(), name, description, icon];
  const row = await ask<{ body: string }>(statements.addGroup, values);
  return row ? reply.code(201).type(json).send(row.body) : reply.code(403).send();
});

app.put<{ Params: { id: string }; Body: Group & { version: number } }>(
  '/api/report_groups/:id',
  {
    schema: {
      params: idParams,
      body: { ...groupBody, required: ['name', 'version'], properties: { ...groupBody.properties, version: { type: 'integer' } } },
    },
  },
  async (request, reply) => {
    const { name, description, icon, version } = request.body;
    const values = [...credentials(request), request.id, request.ip, request.params.id, name, description, icon, version];
    const row = await ask<{ body: string }>(statements.updateGroup, values);
    return row ? reply.type(json).send(row.body) : reply.code(409).send();
  },
);

app.delete<{ Params: { id: string } }>('/api/report_groups/:id', { schema: { params: idParams } }, async (request, reply) => {
  const row = await ask(statements.removeGroup, [...credentials(request), request.id, request.ip, request.params.id]);
  return reply.code(row ? 204 : 404).send();
});

type Person = { id: string; email: string; name: string; password_hash: string; tenant_id: string; role: string; partner_id: string };

app.post<{ Body: { email: string; password: string } }>(
  '/api/login',
  {
    schema: {
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['email', 'password'],
        properties: {
          email: { type: 'string', format: 'email', maxLength: 254 },
          password: { type: 'string', minLength: 1, maxLength: 512 },
        },
      },
    },
  },
  async (request, reply) => {
    const person = await ask<Person>(statements.findPerson, [request.body.email]);
    if (!person || !(await verify(person.password_hash, request.body.password))) return reply.code(401).send();
    const [token, cookie] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
    const { id, email, name, tenant_id, role, partner_id } = person;
    const { host = '', 'user-agent': userAgent = '' } = request.headers;
    const values = [randomUUID(), sha256(token), sha256(cookie), id, role, tenant_id, host, request.ip, userAgent, request.id];
    await pool.query({ ...statements.addSession, values });
    void reply.header('set-cookie', `${sessionCookie}=${cookie}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=7776000`);
    return {
      user: { id, email, nome_usuario: name, parceiro_id: partner_id, perfil_usuario: role, auth_type: 'password' },
      token,
      tenant_id,
      intended: '/',
    };
  },
);

if (process.env.EMBEDDED_REPORT !== undefined) {
  const embedToken = createEmbedTokens(JSON.parse(process.env.EMBEDDED_REPORT) as EmbeddedReport);
  app.post('/api/embed_token', () => embedToken());
}

if (process.env.WEB_DIR !== undefined) {
  await app.register(fastifyStatic, { root: process.env.WEB_DIR, preCompressed: true, immutable: true, maxAge: '1y' });
}

process.once('SIGTERM', () => {
  void app.close().then(() => pool.end());
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
