/** The drill: real data in, a backup, a restore into another place, and a comparison; and what a verification notices. */
import { randomBytes } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as partners from '@vitrine/contract/organisation/partners.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { loadDemo } from '#demo/demo.ts';
import { readErasures } from '#domain/people/erasures.ts';
import { hereAgain } from '#domain/people/secondLook.ts';
import { scoped } from '#platform/database/scoped.ts';
import { demoUnits } from '#demo/people.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { emptyDatabase } from '#test/database/scratch.ts';
import { asOwner } from '#test/harness/server.ts';
import { openWorld } from '#test/harness/world.ts';
import { takeBackup } from './backup.ts';
import { eraseAgain } from './eraseAgain.ts';
import { restoreBackup, verifyBackup } from './restore.ts';

const key = randomBytes(32).toString('base64');
const world = await openWorld({ environment: { masterKeys: [key] } });
afterAll(world.close);

let place: string;
let backup: string;
let people: Awaited<ReturnType<typeof makePeople>>;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'vitrine-backup-'));
  backup = join(place, 'backup');
  await loadDemo(world.services, { reports: false, asOwner: world.owner.write });
  people = await makePeople();
  await mkdir(join(world.directory, 'reporting/imports'), { recursive: true });
  await writeFile(join(world.directory, 'reporting/imports/vendas.xlsx'), 'an uploaded file');
  // What text has to survive: separators, escapes, ends of lines, other alphabets, nothing.
  await world.owner.run(sql`update membership set department = E'a\tb\\n\nc\r\\. ÇÑ😀"' where department is not null`);
  // More than a stream holds, so that each side has to wait for the other.
  await world.owner.run(sql`
    insert into file (tenant_id, id, kind, name, content_type, size, bytes)
    select ${demoUnits.aurora.id}, uuid_v7(), 'attachment', n::text, 'application/pdf', 2000000, convert_to(repeat(md5(n::text), 62500), 'UTF8')
    from generate_series(1, 4) n`);
  await takeBackup(source(), backup);
});
afterAll(() => rm(place, { recursive: true, force: true }));

async function makePeople() {
  const unit = await world.unit();
  const [administrator, erased, kept] = [await unit.person('admin'), await unit.person('user'), await unit.person('user')];
  const [elsewhere, ended] = [await (await world.unit()).person('user'), await (await world.unit()).person('admin')];
  const partner = await world.partner();
  const [staff, other] = [await partner.person(), await (await world.partner()).person()];
  return { unit, administrator, erased, kept, elsewhere, ended, partner, staff, other };
}

const ownerOf = (url: string) => Object.assign(new URL(inject('databaseServer').ownerUrl), { pathname: new URL(url).pathname }).href;
const source = () => ({ ownerUrl: ownerOf(world.url), dataDirectory: world.directory, masterKeys: [key] });

async function target(change: { ownerUrl?: string } = {}) {
  const empty = await emptyDatabase();
  onTestFinished(empty.close);
  return {
    ownerUrl: empty.ownerUrl,
    url: empty.url,
    dataDirectory: join(place, randomBytes(4).toString('hex')),
    masterKeys: [key],
    ...change,
  };
}

/** Everything in a database, as one text for each table. */
const everything = (ownerUrl: string) =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migration' order by 1`,
    );
    const tables = new Map<string, string>();
    for (const { name } of rows) {
      const content = await client.query<{ text: string | null }>(
        `select string_agg(t::text, E'\\n' order by t::text) as text from ${name} t`,
      );
      tables.set(name, content.rows[0]?.text ?? '');
    }
    return tables;
  });

/** References, triggers and policies, which stood aside or must never have. Partitions are those of the day. */
const guards = (ownerUrl: string) =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ guard: string }>(`
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid) as guard from pg_constraint join pg_class on pg_class.oid = conrelid
        where connamespace in ('public'::regnamespace, 'jobs'::regnamespace) and not relispartition
      union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      union all select oid::regclass || ' ' || relrowsecurity || relforcerowsecurity || ' ' || relowner::regrole from pg_class where relnamespace = 'public'::regnamespace and not relispartition
      order by 1`);
    return rows.map(({ guard }) => guard);
  });

test('everything arrives in another place, guards and files included, and people work there', async () => {
  const there = await target();
  const { hasKey } = await restoreBackup(backup, there);
  expect(hasKey).toBe(true);
  const [before, after] = [await everything(source().ownerUrl), await everything(there.ownerUrl)];
  expect([...before.keys()].length).toBeGreaterThan(60);
  expect(after).toEqual(before);
  expect(await guards(there.ownerUrl)).toEqual(await guards(source().ownerUrl));
  expect(await readFile(join(there.dataDirectory, 'reporting/imports/vendas.xlsx'), 'utf8')).toBe('an uploaded file');

  const database = openDatabase({ url: there.url });
  onTestFinished(database.close);
  const [{ id } = { id: '' }] = await database.run(
    { kind: 'identity', read_only: true },
    query.selectFrom('person').select('id').where('email', '=', 'admin@aurora.example'),
  );
  expect(id).not.toBe('');
  // The audit trigger and the wall are at work again.
  const write = { kind: 'tenant', tenant_id: demoUnits.aurora.id, action: 'after.restore' } as const;
  await database.run(write, sql`update user_group set name = name || '!' where tenant_id = ${demoUnits.aurora.id}`);
  const logged = await database.run(write, sql`select from audit_log where action = 'after.restore'`);
  expect(logged.length).toBeGreaterThan(0);
  expect(await database.run(write, sql`select from user_group where tenant_id = ${demoUnits.serra.id}`)).toEqual([]);
});

test('a backup is for its owner alone, and without the master key', async () => {
  expect((await stat(backup)).mode & 0o777).toBe(0o700);
  expect((await stat(join(backup, 'manifest.json'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(backup, 'manifest.json'), 'utf8')).not.toContain(key);
  const { hasKey } = await restoreBackup(backup, { ...(await target()), masterKeys: [randomBytes(32).toString('base64')] });
  expect(hasKey).toBe(false);
});

test('the login of an ordinary server, which is no superuser: told what it lacks, then it takes and restores', async () => {
  const name = `migrator_${randomBytes(4).toString('hex')}`;
  const there = await target();
  const database = new URL(there.ownerUrl).pathname.slice(1);
  await asOwner(there.ownerUrl, (client) =>
    client.query(`create role ${name} login createrole password 'x'; alter database ${database} owner to ${name};
      grant portal_owner, portal_app, portal_partner, portal_operator, portal_identity, portal_jobs to ${name} with admin option`),
  );
  onTestFinished(() =>
    asOwner(
      inject('databaseServer').ownerUrl,
      async (client) => void (await client.query(`drop owned by ${name}; drop role if exists ${name}`)),
    ).catch(() => {}),
  );
  const ownerUrl = Object.assign(new URL(there.ownerUrl), { username: name, password: 'x' }).href;
  const ordinary = { ...there, ownerUrl, url: ownerUrl };
  await expect(restoreBackup(backup, ordinary)).rejects.toThrow(`alter role "${name}" bypassrls`);
  await asOwner(there.ownerUrl, (client) => client.query(`alter role ${name} bypassrls`));
  await restoreBackup(backup, ordinary);
  expect(await everything(there.ownerUrl)).toEqual(await everything(source().ownerUrl));
  await takeBackup({ ...ordinary, dataDirectory: null }, join(place, 'second'));
});

test('a verification restores on trial and leaves nothing behind', async () => {
  const before = (await readdir(tmpdir())).filter((name) => name.startsWith('vitrine-verify-'));
  expect((await verifyBackup(backup)).tables.find(({ name }) => name === 'public.person')?.rows).toBeGreaterThan(10);
  const after = (await readdir(tmpdir())).filter((name) => name.startsWith('vitrine-verify-'));
  expect(after.filter((name) => !before.includes(name))).toEqual([]);
});

test.each<[string, (directory: string) => Promise<void>, RegExp]>([
  [
    'a file that is shorter',
    (d) => truncate(join(d, 'tables/public.person.copy.gz'), 100),
    /public\.person\.copy\.gz is not what was written/,
  ],
  ['a byte more', (d) => appendFile(join(d, 'tables/public.tenant.copy.gz'), 'x'), /public\.tenant\.copy\.gz is not what was written/],
  ['a file that is gone', (d) => rm(join(d, 'files/reporting/imports/vendas.xlsx')), /vendas\.xlsx is missing/],
  ['a file more', (d) => writeFile(join(d, 'tables/other'), ''), /tables\/other does not belong/],
  ['no manifest', (d) => rm(join(d, 'manifest.json')), /has no manifest\.json/],
  [
    'a manifest that was edited',
    async (d) => {
      const path = join(d, 'manifest.json');
      await writeFile(path, (await readFile(path, 'utf8')).replace(/"rows": [1-9]\d*/, '"rows": 0'));
    },
    /manifest\.json is not what was written/,
  ],
])('notices %s', async (_, breakIt, sentence) => {
  const broken = join(place, randomBytes(4).toString('hex'));
  await cp(backup, broken, { recursive: true });
  await breakIt(broken);
  await expect(verifyBackup(broken)).rejects.toThrow(sentence);
});

test('never writes over people, and never over another backup', async () => {
  await expect(restoreBackup(backup, { ...(await target()), ownerUrl: source().ownerUrl })).rejects.toThrow('has people or units already');
  await expect(takeBackup(source(), backup)).rejects.toThrow('a backup needs a name of its own');
  await expect(takeBackup({ ...source(), ownerUrl: (await target()).ownerUrl }, join(place, 'none'))).rejects.toThrow('There is no portal');
  expect((await readdir(place)).filter((name) => name.startsWith('none'))).toEqual([]);
});

test('a restore that fails in its middle leaves an empty database, into which the next one goes', async () => {
  const there = await target();
  await migrate(there.ownerUrl);
  await asOwner(there.ownerUrl, (client) => client.query('alter table person add constraint never check (email is null) not valid'));
  await expect(restoreBackup(backup, there)).rejects.toThrow('never');
  await asOwner(there.ownerUrl, (client) => client.query('alter table person drop constraint never'));
  await restoreBackup(backup, there);
  expect(await guards(there.ownerUrl)).toEqual(await guards(source().ownerUrl));
});

test('who was erased after a backup is erased again by its restore, and nobody else', async () => {
  const { unit, administrator, erased, kept, elsewhere, ended, partner, staff, other } = people;
  const admin = await world.signIn(administrator);
  for (const { membership_id, name } of [erased, await unit.person('user')]) {
    const confirm = name.toUpperCase().replaceAll(' ', '_');
    await admin.call(users.erase, { params: { id: membership_id ?? '' }, query: { confirm } });
  }
  // A partner with its people, whose name was typed wrong at first.
  await world.owner.run(sql`update partner set state = 'closed', closed_at = now() where id = ${partner.id}`);
  const operator = await world.signIn(await world.operator());
  const confirm = partner.name.toUpperCase().replaceAll(' ', '_');
  await operator.refusal(partners.remove, { params: { id: partner.id }, query: { confirm: 'OUTRO' } });
  await operator.call(partners.remove, { params: { id: partner.id }, query: { confirm } });
  const there = await target();
  await mkdir(there.dataDirectory);
  const lines = join(there.dataDirectory, 'erased.jsonl');
  await cp(join(world.directory, 'erased.jsonl'), lines);
  const write = ({ id, membership_id, tenant_id }: typeof erased, at: number) =>
    appendFile(lines, `\n${JSON.stringify({ key: uuidv7(), at: new Date(at).toISOString(), tenant_id, membership_id, person_id: id })}`);
  // Erased before the backup, and here again since; and somebody without whom the unit would have no administrator.
  await write(kept, Date.now() - 86_400_000);
  await write(administrator, Date.now());
  // A whole unit.
  await appendFile(lines, `\n${JSON.stringify({ key: uuidv7(), at: new Date().toISOString(), unit: ended.tenant_id })}`);

  const restored = await restoreBackup(backup, there);
  expect(restored.erased).toEqual({
    people: 1,
    units: 1,
    partners: 1,
    left: [{ tenant_id: unit.id, membership_id: administrator.membership_id, reason: 'the unit would have no administrator left' }],
  });
  const tables = await everything(there.ownerUrl);
  const naming = ({ email }: Pick<typeof erased, 'email'>) => [...tables].filter(([, text]) => text.includes(email)).map(([name]) => name);
  expect(naming(erased)).toEqual([]);
  expect(naming(ended)).toEqual([]);
  expect(tables.get('tenant')).not.toContain(ended.tenant_id);
  expect(naming(staff)).toEqual([]);
  expect(tables.get('partner')).not.toContain(partner.id);
  for (const person of [administrator, kept, elsewhere, other]) expect(naming(person)).toContain('person');
  expect(tables.get('membership')).toContain(erased.membership_id);
});

test('a snapshot that is brought back past the portal is seen by a second look, and erasing again mends it', async () => {
  const { unit, erased, administrator } = people;
  const there = await target();
  // Nothing is written down there: this restore erases nobody, as a snapshot does.
  await restoreBackup(backup, there);
  const written = await readErasures(world.directory);
  const database = openDatabase({ url: there.url });
  onTestFinished(() => database.close());
  const look = () => hereAgain(scoped(database, { kind: 'identity' }), written);
  const again = await look();
  expect(again).toContainEqual(expect.objectContaining({ membership_id: erased.membership_id }));
  expect(again).toContainEqual(expect.objectContaining({ partner: people.partner.id }));
  // Whom the backup never had is not here again.
  expect(written.length).toBeGreaterThan(again.length);
  await eraseAgain(there, again, new Date(0).toISOString());
  expect(await look()).toEqual([]);
  const [kept] = await database.run(
    { kind: 'tenant', tenant_id: unit.id },
    sql<{ email: string }>`
    select p.email from membership m join person p on p.id = m.person_id where m.id = ${administrator.membership_id}`,
  );
  expect(kept?.email).toBe(administrator.email);
});

test('a line of who was erased that cannot be read stops a restore before it begins', async () => {
  const there = await target();
  await mkdir(there.dataDirectory);
  await writeFile(join(there.dataDirectory, 'erased.jsonl'), '\n{"key":"01');
  await expect(restoreBackup(backup, there)).rejects.toThrow(/Line 2 of .*erased\.jsonl cannot be read/);
  await rm(join(there.dataDirectory, 'erased.jsonl'));
  expect((await restoreBackup(backup, there)).erased).toEqual({ people: 0, units: 0, partners: 0, left: [] });
});
