/** What `npm start` says when it cannot start: the real program, which ends with one sentence that says what to do. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRoot, unprivilegedAccount } from '@vitrine/embedded-postgres/account.ts';
import { expect, onTestFinished, test } from 'vitest';
import { demoPeople } from '#demo/people.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { migrate } from '#platform/database/migrate.ts';
import { holdDataDirectory } from '#startFailure.ts';
import { testDatabase } from '../harness/database.ts';
import { asOwner } from '../harness/server.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example', MASTER_KEY: randomBytes(32).toString('base64') };

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-start-'));
  await chmod(directory, 0o755);
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function database() {
  const opened = await testDatabase();
  onTestFinished(opened.close);
  return { ...opened, settings: { DATABASE_URL: opened.url, DATABASE_OWNER_URL: opened.ownerUrl } };
}

type Options = { uid?: number; gid?: number };

/** Runs the portal until it gives up, and answers what it said. */
function failToStart(settings: Record<string, string>, options: Options = {}): Promise<string> {
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'silent', PORT: '0', ...production, ...settings } as NodeJS.ProcessEnv;
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [main], { env, ...options }, (error, stdout, stderr) => {
      if (error?.code === 1) resolve(stderr);
      else reject(new Error(`The portal ended with ${error?.code ?? 0}: ${stdout}${stderr}`));
    });
  });
}

const withPart = (url: string, part: Partial<URL>) => Object.assign(new URL(url), part).href;

test('in production: people of the demo, whoever brought them', async () => {
  const { settings, ownerUrl } = await database();
  const { email } = demoPeople.operador;
  await asOwner(ownerUrl, (client) => client.query('insert into person (id, email, name) values ($1, $2, $2)', [uuidv7(), email]));
  expect(await failToStart(settings)).toMatch(/^This database holds 1 people of the demo \(operador@vitrine\.example, …\).*DATABASE_URL/);
});

test('in production: people of the demo who were given other addresses', async () => {
  const { settings, ownerUrl } = await database();
  await asOwner(ownerUrl, (client) =>
    client.query('insert into person (id, email, name) values ($1, $2, $2)', [demoPeople.operador.id, 'boss@customer.com']),
  );
  expect(await failToStart(settings)).toContain('holds 1 people of the demo');
});

test('a database that is not reached, by the name of its setting', async () => {
  const { url, ownerUrl } = await database();
  const say = (DATABASE_URL: string, DATABASE_OWNER_URL = ownerUrl) => failToStart({ DATABASE_URL, DATABASE_OWNER_URL });
  const said = await Promise.all([
    say(withPart(url, { password: 'wrong' })),
    say(withPart(url, { hostname: 'nowhere.invalid' })),
    say(url, withPart(ownerUrl, { port: '1' })),
    say(url, withPart(ownerUrl, { pathname: '/nothing' })),
    say(withPart(url, { username: 'nobody_at_all' })),
  ]);
  expect(said).toEqual([
    expect.stringMatching(/^The database of DATABASE_URL cannot be reached: the server refuses the password of /),
    'The database of DATABASE_URL cannot be reached: the host nowhere.invalid is unknown: correct its name, or the name service.\n',
    expect.stringMatching(/^The database of DATABASE_OWNER_URL cannot be reached: nothing listens on [^ ]+:1: start the database/),
    expect.stringMatching(/^The database of DATABASE_OWNER_URL cannot be reached: the server has no database nothing: create it/),
    expect.stringMatching(/^The database of DATABASE_URL cannot be reached: .*nobody_at_all/),
  ]);
});

test('a migrating login without rights', async () => {
  const { url, ownerUrl } = await database();
  const name = `weak_${randomBytes(4).toString('hex')}`;
  await asOwner(ownerUrl, (client) => client.query(`create role ${name} login password 'weak'`));
  onTestFinished(() => asOwner(ownerUrl, async (client) => void (await client.query(`drop role ${name}`))));
  const weak = withPart(withPart(ownerUrl, { username: name, password: 'weak' }), { pathname: '/postgres' });
  expect(await failToStart({ DATABASE_URL: url, DATABASE_OWNER_URL: weak })).toMatch(
    new RegExp(`^The login ${name} of DATABASE_OWNER_URL lacks a right \\(permission denied for schema public\\): it has to own`),
  );
});

test('a schema of which a part belongs to somebody else, and what the sentence says mends it', async () => {
  const { settings, ownerUrl } = await database();
  const name = `other_${randomBytes(4).toString('hex')}`;
  await asOwner(ownerUrl, (client) =>
    client.query(`create role ${name}; grant create on schema public to ${name};
      create table notes_of_somebody (n int); alter table notes_of_somebody owner to ${name};
      alter table person owner to ${name}; alter table jobs.queue owner to ${name}`),
  );
  const said = await failToStart(settings);
  expect(said).toContain(`2 of the portal's tables belong to ${name} instead of portal_owner (jobs.queue, person)`);
  const mending = /reassign owned by \w+ to portal_owner;/.exec(said)?.[0] ?? '';
  await asOwner(ownerUrl, (client) => client.query(`${mending} drop owned by ${name}; drop role ${name}`));
  expect(await migrate(ownerUrl)).toEqual([]);
});

test('ports and hosts', async () => {
  const { settings } = await database();
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const PORT = String((taken.address() as { port: number }).port);
  const development = { NODE_ENV: 'development', DATA_DIR: await newDirectory() };
  const said = await Promise.all([
    failToStart({ ...settings, PORT }),
    failToStart({ ...settings, ...development, REPORTING_PORT: PORT }),
    failToStart({ ...settings, HOST: '192.0.2.1' }),
    failToStart({ ...settings, HOST: 'nowhere.invalid' }),
  ]);
  expect(said).toEqual([
    `Another program listens on port ${PORT} (PORT): stop it, or set PORT to a free one.\n`,
    `Another program listens on port ${PORT} (REPORTING_PORT): stop it, or set REPORTING_PORT to a free one.\n`,
    expect.stringMatching(/^HOST 192\.0\.2\.1 is no address of this machine/),
    expect.stringMatching(/^HOST nowhere\.invalid is no address of this machine/),
  ]);
});

test('a second start with the same data directory', async () => {
  const directory = await newDirectory();
  const letGo = await holdDataDirectory(directory);
  const start = () => failToStart({ DATA_DIR: directory });
  expect(await start()).toBe(`Vitrine runs already with the data directory ${directory}: stop it first, or set DATA_DIR to another one.\n`);
  await letGo();
});

test('a data directory is free again when whoever had it was killed', async () => {
  const directory = await newDirectory();
  const code = `import('${new URL('../../src/startFailure.ts', import.meta.url).href}').then(async (m) => { await m.holdDataDirectory('${directory}'); console.log('held'); setInterval(() => {}, 1000) })`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await expect(holdDataDirectory(directory)).rejects.toThrow('runs already');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await (
    await holdDataDirectory(directory)
  )();
});

test('a data directory that is a file, or inside of one', async () => {
  const file = join(await newDirectory(), 'file');
  await writeFile(file, '');
  for (const DATA_DIR of [file, join(file, 'data')])
    expect(await failToStart({ DATA_DIR, NODE_ENV: 'development' })).toMatch(/ is no directory: set DATA_DIR to a directory/);
});

test.runIf(isRoot())('a data directory without rights to it', async () => {
  const directory = join(await newDirectory(), 'closed');
  await mkdir(directory, { mode: 0o755 });
  const said = await failToStart({ DATA_DIR: directory, NODE_ENV: 'development' }, await unprivilegedAccount());
  expect(said).toMatch(/^This account may not use .*: give it to this account \(chown\), or set DATA_DIR/);
});

const canMount = isRoot() && process.platform === 'linux';

test.runIf(canMount)('a disk that is full, and one that is read-only', async () => {
  const directory = await newDirectory();
  // The mount is seen by that shell and its children alone.
  const start = (mount: string) => {
    const script = `mount -t tmpfs -o ${mount} tmpfs ${directory} && exec ${process.execPath} ${main}`;
    const env = { PATH: process.env.PATH, LOG_LEVEL: 'silent', PORT: '0', REPORTING_PORT: '0', DATA_DIR: directory } as NodeJS.ProcessEnv;
    return new Promise<string>((resolve) => {
      execFile('unshare', ['--mount', 'sh', '-c', script], { env }, (_error, _stdout, stderr) => resolve(stderr));
    });
  };
  const said = await Promise.all([start('size=2m,mode=755'), start('ro')]);
  if (said.some((text) => /unshare|mount:/.test(text))) return;
  expect(said).toEqual([
    expect.stringMatching(/^The disk of .* is full: make room, or set DATA_DIR/),
    expect.stringMatching(/^.* cannot be written, its disk is read-only/),
  ]);
});
