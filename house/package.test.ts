/** The archive of `npm run package`, as an operator meets it: unpacked, started by an ordinary account, upgraded, and taken back. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '@vitrine/embedded-postgres/account.ts';
import { isRoot, unprivilegedAccount } from '@vitrine/embedded-postgres/account.ts';
import { afterAll, expect, test, vi } from 'vitest';

const hasArchives = process.platform !== 'win32';
const minutes = 60_000;
const account: Partial<Account> = hasArchives && isRoot() ? await unprivilegedAccount() : {};
const place = mkdtempSync(join(tmpdir(), 'vitrine-installed-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const current = join(place, 'current');
const settings = join(place, 'vitrine.env');
/** Nothing of the checkout is in reach: only the archive, its settings and a directory for what it keeps. */
const surroundings = { PATH: '/usr/bin:/bin', VITRINE_SETTINGS: settings } as NodeJS.ProcessEnv;

function useRelease(name: string): void {
  rmSync(current, { force: true });
  symlinkSync(join(place, name), current);
}

/** Starts what `current` names; answers how it is stopped. */
async function start(origin: string): Promise<() => Promise<unknown>> {
  const child = spawn(join(current, 'bin/vitrine'), [], { env: surroundings, cwd: '/', ...account, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  await vi.waitUntil(
    async () => {
      if (child.exitCode !== null) throw new Error(`The portal ended with ${child.exitCode}: ${said.join('')}`);
      return fetch(`${origin}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    { timeout: 2 * minutes, interval: 200 },
  );
  return async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = (await ended) as [number];
    return code;
  };
}

function command(...given: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(join(current, 'bin/vitrine'), given, { env: surroundings, cwd: '/', ...account }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr }),
    );
  });
}

test.skipIf(!hasArchives)(
  'it is unpacked and started by an account without rights, upgraded, and taken back',
  async () => {
    chmodSync(place, 0o755);
    const packed = spawnSync(process.execPath, ['scripts/package.mjs', place], { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' });
    expect(packed.status, packed.stderr).toBe(0);
    const archive = readdirSync(place).find((name) => name.endsWith('.tar.gz')) ?? '';
    spawnSync('tar', ['-xzf', archive], { cwd: place });
    const first = archive.replace('.tar.gz', '');
    const later = `${first}-later`;
    cpSync(join(place, first), join(place, later), { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(place, later, 'apps/api/migrations/9999_later.sql'), 'create table of_a_later_version (id integer primary key);\n');

    const listed = spawnSync('tar', ['-tzf', archive], { cwd: place, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout.split('\n');
    expect(
      listed.filter((path) =>
        /\.test\.ts$|node_modules\/(?:@duckdb|playwright|vitest|typescript|vite|echarts)|\/emulator\/[^/]*$|\.git\//.test(path),
      ),
    ).toEqual([]);

    const kept = join(place, 'kept');
    mkdirSync(kept, { mode: 0o700 });
    if (account.uid !== undefined && account.gid !== undefined) chownSync(kept, account.uid, account.gid);
    const origin = `http://localhost:${await freePort()}`;
    const key = randomBytes(32).toString('base64');
    writeFileSync(settings, `PORT=${new URL(origin).port}\nPUBLIC_URL=${origin}\nMASTER_KEY=${key}\nDATA_DIR=${kept}\nLOG_LEVEL=warn\n`);

    useRelease(first);
    const stop = await start(origin);
    const page = await (await fetch(`${origin}/signin`)).text();
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
    expect((await fetch(origin + script)).headers.get('content-type')).toMatch(/javascript/);
    expect(await command('create-operator', 'operator@example.com', 'First Operator')).toMatchObject({
      code: 0,
      said: expect.stringContaining(`${origin}/`),
    });
    expect(await stop()).toBe(0);

    useRelease(later);
    expect((await command('doctor')).said).toMatch(/! database: 1 migrations are not applied yet/);
    const stopLater = await start(origin);
    expect((await command('doctor')).said).toMatch(/✓ database: All \d+ migrations are applied/);
    expect(await stopLater()).toBe(0);

    useRelease(first);
    const stopAgain = await start(origin);
    expect((await command('doctor')).said).toMatch(/! database: A newer version has changed the database \(1 migrations beyond ours\)/);
    expect(await command('create-operator', 'second@example.com', 'Second Operator')).toMatchObject({ code: 0 });
    expect(await stopAgain()).toBe(0);
    expect(await command('dance')).toMatchObject({ code: 2, said: expect.stringContaining('create-operator') });
  },
  10 * minutes,
);

test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('the unit file says nothing that systemd does not know', () => {
  const text = readFileSync(join(import.meta.dirname, '../deploy/vitrine.service'), 'utf8');
  const file = join(place, 'vitrine.service');
  writeFileSync(file, text.replace('/opt/vitrine/current/bin/vitrine', '/bin/true'));
  const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('vitrine.service'))).toEqual([]);
});
