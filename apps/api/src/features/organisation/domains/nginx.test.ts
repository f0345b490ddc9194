/** The configuration of nginx in docs/operations.md, tried as it stands there: only addresses and folders are the test's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login, loginConfig } from '@vitrine/contract/signIn/signIn.ts';
import { listen } from '@vitrine/contract/system/live.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDomainWorld } from '#test/harness/domains.ts';
import { checkDomains } from './domains.jobs.ts';
import { freePort } from '@vitrine/embedded-postgres/postmaster.ts';

const { world, proxy, partnerWithUnit, activeDomain } = await openDomainWorld(checkDomains, { trustedProxies: ['127.0.0.1'] });
const program = [process.env.NGINX_PATH, '/usr/sbin/nginx'].find((path) => path && existsSync(path));

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** The block of the document between the rest of a configuration, which belongs to the system. */
async function startNginx(path: string, directory: string, portal: number) {
  const document = await readFile(new URL('../../../../../../docs/operations.md', import.meta.url), 'utf8');
  const block = /```nginx\n([^]*?)```/.exec(document)?.[1] ?? '';
  const port = await freePort();
  const own = block
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('/etc/letsencrypt/live', directory)
    .replace('127.0.0.1:4000', `127.0.0.1:${portal}`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`);
  const account = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    join(directory, 'nginx.conf'),
    `${account} daemon off; pid ${directory}/pid; events {} http { access_log off; ${places.join(' ')}\n${own}}`,
  );
  const child = spawn(path, ['-e', join(directory, 'errors'), '-c', join(directory, 'nginx.conf')], { stdio: 'ignore' });
  await vi.waitUntil(() => answers(port), { timeout: 20_000 });
  return {
    port,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

test.skipIf(program === undefined)('domains are served behind nginx as the operator is told to set it up', async () => {
  const { unit, staff, person } = await partnerWithUnit();
  const { host } = await activeDomain(staff, unit.id);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-nginx-'));
  const nginx = await startNginx(program ?? '', directory, (world.app.server.address() as AddressInfo).port);
  onTestFinished(async () => {
    await nginx.stop();
    await rm(directory, { recursive: true, force: true });
  });
  const certify = async (name: string) => {
    const { cert, key } = await proxy.certify(name);
    await mkdir(join(directory, name));
    await writeFile(join(directory, name, 'fullchain.pem'), cert);
    await writeFile(join(directory, name, 'privkey.pem'), key);
  };
  const ask = async (name: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<IncomingMessage> => {
    const sent = request({
      host: '127.0.0.1',
      port: nginx.port,
      servername: name,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { host: name, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      agent: false,
    });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer;
  };

  // A certificate that comes later is used without a restart, and none is no handshake.
  await expect(ask(host, '/signin')).rejects.toThrow();
  await certify(host);
  const config = await ask(host, loginConfig.path, {}, '{}');
  expect(config.statusCode).toBe(200);
  expect(JSON.parse((await config.toArray()).join(''))).toMatchObject({ unit_name: unit.name });

  // The host that is asked for decides, and a name that is nobody's is not served.
  await certify('nobody.empresa.com.br');
  expect((await ask('nobody.empresa.com.br', loginConfig.path, {}, '{}')).statusCode).toBe(404);

  // Where somebody comes from is what nginx saw, not what they say.
  const credentials = JSON.stringify({ email: person.email, password: person.password });
  const signedIn = await ask(host, login.path, { 'x-forwarded-for': '203.0.113.9' }, credentials);
  expect(signedIn.statusCode).toBe(200);
  const cookies = signedIn.headers['set-cookie'] ?? [];
  expect(cookies.every((cookie) => /; *secure/i.test(cookie))).toBe(true);
  const { token } = JSON.parse((await signedIn.toArray()).join('')) as { token: string };
  expect(
    await world.owner.run(sql`select host(ip) as ip from session where person_id = ${person.id} order by created_at desc limit 1`),
  ).toEqual([{ ip: '127.0.0.1' }]);

  // What is sent as it happens arrives as it happens: the stream does not end.
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
  const events = await ask(host, listen.path, { cookie, authorization: `Bearer ${token}`, accept: 'text/event-stream' });
  expect(events.headers['content-type']).toContain('text/event-stream');
  const [first] = (await once(events, 'data')) as [Buffer];
  expect(first.length).toBeGreaterThan(0);
  events.destroy();
});
