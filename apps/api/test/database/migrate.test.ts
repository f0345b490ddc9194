import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { holdLock } from '#platform/database/lock.ts';
import { ensureLogin } from '#platform/database/login.ts';
import { migrate } from '#platform/database/migrate.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { asOwner } from '../harness/server.ts';
import { emptyDatabase, notes, scratchDatabase } from './scratch.ts';

const asLogin = '-- run as: login\n';

async function directoryOf(files: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-migrations-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  return directory;
}

async function database() {
  const empty = await emptyDatabase();
  onTestFinished(empty.close);
  return empty;
}

const count = (ownerUrl: string, from: string) =>
  asOwner(ownerUrl, async (client) => (await client.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n);

test('applies files in the order of their numbers, and each only once', async () => {
  const { ownerUrl } = await database();
  const directory = await directoryOf({
    '0002_row.sql': `${asLogin}insert into t values (1);`,
    '0001_table.sql': `${asLogin}create table t (n int);`,
  });
  const log: string[] = [];
  expect(await migrate(ownerUrl, { directory, log: (message) => log.push(message) })).toEqual(['0001_table.sql', '0002_row.sql']);
  expect(log).toEqual(['migration 0001_table.sql applied', 'migration 0002_row.sql applied']);
  await writeFile(join(directory, '0003_more.sql'), `${asLogin}insert into t values (2);`);
  expect(await migrate(ownerUrl, { directory })).toEqual(['0003_more.sql']);
  expect(await migrate(ownerUrl, { directory })).toEqual([]);
  expect(await count(ownerUrl, 't')).toBe(2);
});

test('three that start at once apply every file once', async () => {
  const { ownerUrl } = await database();
  const directory = await directoryOf({
    '0001_table.sql': `${asLogin}create table t (n int); select pg_sleep(0.1);`,
    '0002_row.sql': `${asLogin}insert into t values (1);`,
  });
  const applied = await Promise.all([1, 2, 3].map(() => migrate(ownerUrl, { directory })));
  expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], [], ['0001_table.sql', '0002_row.sql']]);
  expect(await count(ownerUrl, 't')).toBe(1);
});

test('two databases of one server can be migrated at once, although they share their roles', async () => {
  const scratches = await Promise.all([scratchDatabase(notes), scratchDatabase(notes), scratchDatabase(notes)]);
  for (const scratch of scratches) onTestFinished(scratch.close);
});

test('refuses a file that was changed after it had been applied', async () => {
  const { ownerUrl } = await database();
  const directory = await directoryOf({ '0001_table.sql': `${asLogin}create table t (n int);` });
  await migrate(ownerUrl, { directory });
  await writeFile(join(directory, '0001_table.sql'), `${asLogin}create table t (n bigint);`);
  await writeFile(join(directory, '0002_more.sql'), `${asLogin}create table u ();`);
  await expect(migrate(ownerUrl, { directory })).rejects.toThrow('Migration 0001_table.sql was changed after it had been applied');
  await expect(count(ownerUrl, 'u')).rejects.toMatchObject({ code: '42P01' });
});

test('refuses a database that other files made, before it looks at anything else', async () => {
  const { ownerUrl } = await database();
  const directory = await directoryOf({ '0001_table.sql': `${asLogin}create table t (n int);`, '0002_old.sql': `${asLogin}select 1;` });
  await migrate(ownerUrl, { directory });
  const other = await directoryOf({ '0001_table.sql': `${asLogin}create table u ();`, '0003_new.sql': `${asLogin}select 1;` });
  await expect(migrate(ownerUrl, { directory: other })).rejects.toThrow(
    'a build from before the first release (it knows the migration 0002_old.sql)',
  );
});

test('starts on a database that a newer version has migrated already', async () => {
  const { ownerUrl } = await database();
  const files = { '0001_table.sql': `${asLogin}create table t (n int);` };
  await migrate(ownerUrl, { directory: await directoryOf({ ...files, '0002_newer.sql': `${asLogin}select 1;` }) });
  expect(await migrate(ownerUrl, { directory: await directoryOf(files) })).toEqual([]);
});

test('a portal that finds the database of an older build ends with a sentence that says what to do', async () => {
  const { ownerUrl } = await database();
  await asOwner(ownerUrl, (client) =>
    client.query(`create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now());
      insert into schema_migration (name, checksum) values ('0001_foundation.sql', ''), ('0003_session.sql', '')`),
  );
  const dataDirectory = await directoryOf({});
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const ended = await promisify(execFile)(process.execPath, [main], {
    env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: ownerUrl, DATA_DIR: dataDirectory, REPORTING_PORT: '0', PORT: '0' },
  }).catch((error: { code: number; stderr: string }) => error);
  expect(ended).toMatchObject({ code: 1 });
  expect(ended.stderr).toBe(
    'This database was made by a build from before the first release (it knows the migration 0003_session.sql) and cannot be upgraded. ' +
      'Start with an empty database: delete the data directory, or, where DATABASE_URL is set, name a new database.\n',
  );
});

test('does not mind how a checkout ends its lines', async () => {
  const { ownerUrl } = await database();
  const directory = await directoryOf({ '0001_table.sql': `${asLogin}create table t (n int);\n` });
  await migrate(ownerUrl, { directory });
  await writeFile(join(directory, '0001_table.sql'), `${asLogin}create table t (n int);\n`.replaceAll('\n', '\r\n'));
  expect(await migrate(ownerUrl, { directory })).toEqual([]);
});

test('a file that fails leaves nothing behind, and says where', async () => {
  const { ownerUrl } = await database();
  const directory = await directoryOf({
    '0001_table.sql': `${asLogin}create table t (n int);`,
    '0002_broken.sql': `${asLogin}insert into t values (1);\n\nselect nothing;`,
  });
  await expect(migrate(ownerUrl, { directory })).rejects.toThrow(
    'Migration 0002_broken.sql failed at line 4: column "nothing" does not exist',
  );
  expect(await count(ownerUrl, 't')).toBe(0);
  await writeFile(join(directory, '0002_broken.sql'), `${asLogin}insert into t values (1);`);
  expect(await migrate(ownerUrl, { directory })).toEqual(['0002_broken.sql']);
});

test('a later migration names a setting of an extension', async () => {
  const { ownerUrl } = await database();
  const first = 'create extension pg_trgm with schema public; grant create on schema public to portal_owner;';
  const directory = await directoryOf({ '0001_extension.sql': asLogin + first });
  await migrate(ownerUrl, { directory });
  await writeFile(
    join(directory, '0002_function.sql'),
    'create function likeness() returns real language sql set pg_trgm.word_similarity_threshold = 0.5 return 1;',
  );
  expect(await migrate(ownerUrl, { directory })).toEqual(['0002_function.sql']);
});

test.each([
  [{ '0001_a.sql': '', '0001_b.sql': '' }, 'the same number'],
  [{ '1_a.sql': '' }, 'is not named like'],
])('refuses %j', async (files, message) => {
  await expect(migrate('postgres://nowhere', { directory: await directoryOf(files) })).rejects.toThrow(message);
});

test('what a migration makes belongs to portal_owner, and no function of it to everybody', async () => {
  const { ownerUrl, close } = await scratchDatabase('create table t (); create function f() returns int language sql return 1;');
  onTestFinished(close);
  expect(await count(ownerUrl, "pg_class where relname = 't' and relowner = 'portal_owner'::regrole")).toBe(1);
  expect(await count(ownerUrl, "pg_proc where proname = 'f' and has_function_privilege('portal_app', oid, 'execute')")).toBe(0);
});

test('works with the logins that the guide for operators makes', async () => {
  const id = uuidv7().slice(-12);
  const [name, migrator, login] = [`vitrine_test_${id}`, `vitrine_test_migrator_${id}`, `vitrine_test_portal_${id}`];
  const guide = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const statements = (/```sql\n(create role[^`]+)```/.exec(guide)?.[1] ?? '')
    .replaceAll('migrator', migrator)
    .replaceAll('portal_login', login)
    .replace('vitrine owner', `${name} owner`)
    .replaceAll('…', 'secret')
    .split(/(?<=;)\n/)
    .filter(Boolean);
  expect(statements).toHaveLength(4);
  const server = inject('databaseServer').ownerUrl;
  // Their makers may grant roles. Here another test's superuser made them; on a server of its own the migrator does.
  await (await scratchDatabase('')).close();
  await asOwner(server, async (client) => {
    for (const statement of statements) await client.query(statement);
    await client.query('reset role');
    await client.query(
      `grant portal_owner, portal_app, portal_partner, portal_operator, portal_identity, portal_jobs to ${migrator} with admin option`,
    );
  });
  onTestFinished(() =>
    asOwner(server, async (client) => {
      await client.query(`drop database ${name} with (force)`);
      await client.query(`drop role ${login}`);
      await client.query(`drop role ${migrator}`);
    }),
  );
  const as = (username: string) => Object.assign(new URL(server), { username, password: 'secret', pathname: `/${name}` }).href;
  const applied = await migrate(as(migrator));
  expect(applied[0]).toBe('0001_foundation.sql');
  await ensureLogin(as(migrator), as(login));
  const requests = openDatabase({ url: as(login) });
  onTestFinished(requests.close);
  expect(await requests.run({ kind: 'identity' }, sql`select current_user as role`)).toEqual([{ role: 'portal_identity' }]);
});

test('gives roles only to a login that exists and is no superuser', async () => {
  const { ownerUrl, url } = await database();
  const nobody = new URL(url);
  nobody.username = 'vitrine_nobody';
  await expect(ensureLogin(ownerUrl, nobody.href)).rejects.toThrow('no login vitrine_nobody');
  await ensureLogin(ownerUrl, ownerUrl);
});

test('takes from a login what it would inherit', async () => {
  const { ownerUrl, close } = await scratchDatabase(notes);
  onTestFinished(close);
  const login = `vitrine_test_login_${uuidv7().slice(-12)}`;
  const url = new URL(ownerUrl);
  url.username = login;
  url.password = 'eager';
  await asOwner(ownerUrl, (client) => client.query(`create role ${login} login inherit password 'eager'; grant portal_app to ${login}`));
  onTestFinished(async () => {
    await asOwner(ownerUrl, (client) => client.query(`drop role ${login}`));
  });
  await ensureLogin(ownerUrl, url.href);
  await ensureLogin(ownerUrl, url.href);
  await expect(count(url.href, 'public.note')).rejects.toMatchObject({ code: '42501' });
  const requests = openDatabase({ url: url.href });
  expect(await requests.run({ kind: 'identity' }, sql`select current_user as role, current_setting('timezone') as zone`)).toEqual([
    { role: 'portal_identity', zone: 'UTC' },
  ]);
  await requests.close();
});

test('who starts while another loads the demo waits until it has', async () => {
  const { ownerUrl } = await database();
  const release = await holdLock(ownerUrl, 1);
  const order: string[] = [];
  const startOther = async () => {
    const releaseOther = await holdLock(ownerUrl, 1);
    order.push('other');
    await releaseOther();
  };
  const other = startOther();
  // Another key is another lock.
  await (
    await holdLock(ownerUrl, 2)
  )();
  order.push('first');
  await release();
  await other;
  expect(order).toEqual(['first', 'other']);
});
