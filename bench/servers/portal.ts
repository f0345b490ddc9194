/** The portal as an operator would run it: production settings, its database and the reporting service elsewhere. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashToken, newToken, xsrfOf } from '@vitrine/api/platform/secrets/tokens.ts';
import { asOwner, password, type Loaded } from '../data.ts';
import { cacheDirectory, root } from '../place.ts';
import { freePort, type Server, startServer } from './server.ts';

const portalProgram = join(root, 'apps/api/src/main.ts');

async function portalVariables(database: Loaded, extra: Record<string, string> = {}): Promise<Record<string, string>> {
  const port = String(await freePort());
  const dataDirectory = cacheDirectory('portal');
  mkdirSync(dataDirectory, { recursive: true });
  return {
    NODE_ENV: 'production',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDirectory,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    // A key of these measurements only; nothing that it encrypts is kept.
    MASTER_KEY: 'xhCd5Y1eQ5vGz0Jm0nq3kU2b7W9aRt4sLfPiYoNcDg8=',
    ...extra,
  };
}

export async function startPortal(database: Loaded, extra: Record<string, string> = {}): Promise<Server> {
  return startServer(portalProgram, await portalVariables(database, extra));
}

/** Headers with which a signed-in person asks. */
export type Session = { authorization: string; cookie: string; xsrf: string };

/** Signs in as a browser does. */
export async function signIn({ origin }: { origin: string }, email: string): Promise<Session> {
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lang: 'pt-BR' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${answer.status} ${await answer.text()}`);
  const { token } = (await answer.json()) as { token: string };
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const xsrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  return { authorization: `Bearer ${token}`, cookie: cookies.join('; '), xsrf };
}

/** Everybody of a unit signed in, without a thousand passwords being checked. */
export async function openSessions(ownerUrl: string, unit: number): Promise<Session[]> {
  return asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ person_id: string }>(
      `select m.person_id from membership m join tenant t on t.id = m.tenant_id where t.subdomain = $1 order by m.id`,
      [subdomainOf(unit)],
    );
    const sessions = rows.map(({ person_id }) => ({ person_id, id: randomUUID(), token: newToken(), cookie: newToken() }));
    await client.query(
      `insert into session (id, token_hash, cookie_hash, person_id, role, tenant_id, auth_type, host, ip, last_used_at, confirmed_at, expires_at)
       select x.id, x.token_hash, x.cookie_hash, m.person_id, m.role, m.tenant_id, 'password', '127.0.0.1', '127.0.0.1', now(), now(), now() + interval '8 hours'
       from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::uuid[]) as x (id, token_hash, cookie_hash, person_id)
       join membership m on m.person_id = x.person_id`,
      [
        sessions.map(({ id }) => id),
        sessions.map(({ token }) => hashToken(token)),
        sessions.map(({ cookie }) => hashToken(cookie)),
        sessions.map(({ person_id }) => person_id),
      ],
    );
    return sessions.map(({ token, cookie }) => ({
      authorization: `Bearer ${token}`,
      cookie: `__Host-vitrine=${cookie}`,
      xsrf: xsrfOf(cookie),
    }));
  });
}

export const subdomainOf = (unit: number): string => `unit-${String(unit).padStart(4, '0')}`;

/** Calls the portal as somebody who is signed in. Throws when it refuses. */
export async function ask<Answer>(
  { origin }: { origin: string },
  session: Session,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const { authorization, cookie, xsrf } = session;
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { authorization, cookie, 'x-xsrf-token': xsrf, lang: 'pt-BR', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

export const reader = (unit: number, number: number): string => `user${number}@unit${unit}.example`;
export const administrator = (unit: number): string => `user1@unit${unit}.example`;
