/** The application of a customer, at another site than the portal: its page with a report, and its server, which signs the tokens. */
import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Signing = { secret: string; claims: Record<string, unknown> };

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of two minutes, as the recipe for Node in docs/embedding.md makes it. */
export function signedToken({ secret, claims }: Signing): string {
  const now = Math.floor(Date.now() / 1000);
  const content = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ iat: now, exp: now + 120, jti: randomUUID(), ...claims })}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

type Site = {
  /** Origin of the portal. */
  portal: string;
  /** 0 is one that is free. */
  port: number;
  /** A real server asks first who is there, and signs for them alone. */
  token: () => string | null;
};

/** On 127.0.0.1, which is another site than localhost. */
export async function openSite({ portal, port, token }: Site): Promise<{ origin: string; close: () => Promise<void> }> {
  const page = (await readFile(new URL('page.html', import.meta.url), 'utf8')).replaceAll('{{portal}}', portal);
  const server = createServer((request, response) => {
    if (request.url === '/vitrine-token') response.setHeader('content-type', 'application/json').end(JSON.stringify({ token: token() }));
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: opened } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${opened}`, close: () => new Promise((resolve) => void server.close(() => resolve())) };
}
