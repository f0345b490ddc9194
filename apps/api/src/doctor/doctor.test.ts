/** What the doctor finds in installations that are really ill: each illness with its mending, and nothing else. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { uuidv7 } from '#platform/database/uuid.ts';
import { testDatabase } from '#test/harness/database.ts';
import { openMailbox } from '#test/harness/mailbox.ts';
import { asOwner } from '#test/harness/server.ts';
import { openTlsProxy } from '#test/harness/tlsProxy.ts';
import { examine } from './doctor.ts';

async function directory(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function database() {
  const opened = await testDatabase();
  onTestFinished(opened.close);
  return { ...opened, settings: { DATABASE_URL: opened.url, DATABASE_OWNER_URL: opened.ownerUrl } };
}

const nobodyListens = 'http://127.0.0.1:9';

/** Of the server that tests use, which forgets everything after them. */
const ofTheServer = /^ill: (?:fsync|synchronous_commit) is off/;

/** What is said of one part, without what is well. */
async function complaints(part: string, settings: Record<string, string>): Promise<string[]> {
  const findings = await examine({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:9/none', DATA_DIR: await directory(), ...settings });
  return findings
    .filter((finding) => finding.part === part && finding.verdict !== 'well')
    .map(({ verdict, text }) => `${verdict}: ${text}`)
    .filter((text) => !ofTheServer.test(text));
}

const withPart = (url: string, part: Partial<URL>) => Object.assign(new URL(url), part).href;

test('settings that cannot be read are all named, and nothing else is looked at', async () => {
  const findings = await examine({ NODE_ENV: 'production', PORT: 'x', SMTP_HOST: 'mail.example' });
  expect(findings.every(({ part, verdict }) => part === 'settings' && verdict === 'ill')).toBe(true);
  expect(findings.map(({ text }) => text).join(' ')).toMatch(
    /PORT .*MASTER_KEY .*PUBLIC_URL|MASTER_KEY .*PUBLIC_URL .*PORT|PORT .*SMTP_FROM/,
  );
});

test('a database in order has nothing to complain of', async () => {
  const { settings } = await database();
  expect(await complaints('database', settings)).toEqual([]);
  expect(await complaints('jobs', settings)).toEqual([]);
});

test('who was erased and is here again is told with what erases them, and what the last restore did', async () => {
  const { ownerUrl, settings } = await database();
  const [DATA_DIR, person, unit, key] = [await directory(), uuidv7(), uuidv7(), uuidv7()];
  const line = { key, at: new Date().toISOString(), tenant_id: unit, membership_id: uuidv7(), person_id: person };
  expect(await complaints('erasures', { ...settings, DATA_DIR })).toEqual([]);
  await writeFile(join(DATA_DIR, 'erased.jsonl'), `\n${JSON.stringify(line)}`);
  // Of somebody whom this database never had.
  expect(await complaints('erasures', { ...settings, DATA_DIR })).toEqual([]);
  await asOwner(ownerUrl, async (client) => {
    await client.query(`insert into person (id, email, name) values ($1, 'ana@exemplo.example', 'Ana')`, [person]);
    await client.query(`insert into partner (id, name) values ($1, 'Parceiro')`, [key]);
    await client.query(`insert into tenant (id, partner_id, name, subdomain, user_limit) values ($1, $2, 'Unidade', 'unidade', 10)`, [
      unit,
      key,
    ]);
    await client.query(`insert into membership (tenant_id, id, person_id, role) values ($1, $2, $3, 'user')`, [
      unit,
      line.membership_id,
      person,
    ]);
  });
  expect(await complaints('erasures', { ...settings, DATA_DIR })).toEqual([
    'ill: What was erased is here again: 1 people, 0 units, 0 partners. npm run erase-again erases it.',
  ]);
  await asOwner(ownerUrl, (client) => client.query('update membership set erased_at = now()'));
  expect(await complaints('erasures', { ...settings, DATA_DIR })).toEqual([]);
  const restored = { restored_at: line.at, made_at: line.at, people: 1, units: 0, partners: 0, left: 2 };
  await writeFile(join(DATA_DIR, 'restored.json'), JSON.stringify(restored));
  expect(await complaints('erasures', { ...settings, DATA_DIR })).toEqual([
    expect.stringMatching(/erased again: 1 people.*2 were not let go/),
  ]);
  await writeFile(join(DATA_DIR, 'erased.jsonl'), '\n{"key":"01');
  expect(await complaints('erasures', { ...settings, DATA_DIR })).toEqual([expect.stringMatching(/^ill: Line 2 of .* cannot be read/)]);
});

test('a server that may lose what was acknowledged says so', async () => {
  const { ownerUrl, settings } = await database();
  const kept = await asOwner(ownerUrl, (client) => client.query<{ fsync: string }>('show fsync'));
  const findings = await examine({ ...settings, DATA_DIR: await directory() });
  const said = findings.filter(({ part, text }) => part === 'database' && /fsync is off/.test(text));
  expect(said).toHaveLength(kept.rows[0]?.fsync === 'off' ? 1 : 0);
});

test('a database that cannot be reached is told with what to correct', async () => {
  const { url, settings } = await database();
  expect(await complaints('database', { ...settings, DATABASE_URL: withPart(url, { password: 'wrong' }) })).toEqual([
    expect.stringMatching(/^ill: The database of DATABASE_URL cannot be reached: the server refuses the password of .*alter role/),
  ]);
  expect(await complaints('database', {})).toEqual([expect.stringContaining('nothing listens on 127.0.0.1:9')]);
});

test('migrations that wait, one that was changed, and those of a newer version', async () => {
  const { ownerUrl, settings } = await database();
  const change = (sql: string) => asOwner(ownerUrl, (client) => client.query(sql));
  await change(`insert into schema_migration (name, checksum) values ('9999_of_the_future.sql', 'x')`);
  expect(await complaints('database', settings)).toEqual([expect.stringMatching(/^weak: A newer version .*1 migrations beyond ours/)]);
  await change(
    `delete from schema_migration where name in ('9999_of_the_future.sql', (select max(name) from schema_migration where name < '9999'))`,
  );
  expect(await complaints('database', settings)).toEqual([
    expect.stringMatching(/^weak: 1 migrations are not applied yet: .*npm run backup/),
  ]);
  await change(`update schema_migration set checksum = 'x' where name = '0001_foundation.sql'`);
  expect(await complaints('database', settings)).toEqual([expect.stringMatching(/^ill: 0001_foundation\.sql was changed/)]);
});

test('a login of requests that could read every unit', async () => {
  const { ownerUrl } = await database();
  const DATABASE_URL = withPart(ownerUrl, { search: '?application_name=requests' });
  expect(await complaints('database', { DATABASE_URL, DATABASE_OWNER_URL: ownerUrl })).toEqual([
    expect.stringMatching(/^ill: The login \S+ of requests could read every unit: .*bypassrls/),
  ]);
});

test('jobs that nobody does, and those that failed for good', async () => {
  const { ownerUrl, settings } = await database();
  const job = (state: string, name: string) =>
    asOwner(ownerUrl, (client) =>
      client.query(
        `insert into jobs.job (id, name, data, state, start_after, completed_on)
         values ($1, 'quick', jsonb_build_object('job', $2::text), $3::jobs.job_state, now() - interval '42 minutes', now())`,
        [uuidv7(), name, state],
      ),
    );
  await job('created', 'file.clean');
  await job('failed', 'mail.send');
  await job('failed', 'mail.send');
  expect(await complaints('jobs', settings)).toEqual([
    expect.stringMatching(/^ill: 1 jobs wait, one of them for 42 minutes: start the portal/),
    expect.stringMatching(/^weak: .*last day: mail\.send \(2\)\./),
  ]);
});

test('a mail server that is not there, and mails that would reach nobody', async () => {
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const smtp = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mailbox.port), SMTP_FROM: 'portal@platform.example' };
  expect(await complaints('mail', { ...smtp, SMTP_PROTOCOL: 'none' })).toEqual([]);
  expect(await complaints('mail', { ...smtp, SMTP_PROTOCOL: 'starttls' })).toEqual([
    expect.stringMatching(/^ill: The mail server 127\.0\.0\.1:\d+ does not take our mails .*SMTP_PROTOCOL/),
  ]);
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://127.0.0.1:9',
    MASTER_KEY: Buffer.from('a key of thirty-two bytes, 12345').toString('base64'),
  };
  expect(await complaints('mail', production)).toEqual([expect.stringMatching(/^ill: Mails become files .*reach nobody: set SMTP_HOST/)]);
});

test('a reporting service that cannot be reached, and one whose clock is another', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { date: new Date(Date.now() + 3_600_000).toUTCString() }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const ahead = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const said = await complaints('reporting service', { ENTRA_URL: ahead, POWERBI_URL: nobodyListens, ARM_URL: nobodyListens });
  expect(said).toEqual([
    expect.stringMatching(/^ill: The clock of Entra is 3(?:599|600) seconds ahead of the clock of this machine.*time server/),
    expect.stringMatching(/^ill: Power BI cannot be reached .*POWERBI_URL/),
    expect.stringMatching(/^ill: Azure cannot be reached .*ARM_URL/),
  ]);
});

test('certificates: none, one that browsers refuse, one that ends soon, of the portal and of the domains', async () => {
  const { ownerUrl, settings } = await database();
  const proxy = await openTlsProxy();
  onTestFinished(proxy.close);
  await asOwner(ownerUrl, (client) => client.query(`insert into domain (id, host) values ($1, 'bi.empresa.com.br')`, [uuidv7()]));
  const own = { ...settings, PUBLIC_URL: `https://localhost:${proxy.port}`, DOMAIN_PROXY: `127.0.0.1:${proxy.port}` };
  const certificates = async () =>
    [...(await complaints('entrance', own)), ...(await complaints('domains', own))].filter((text) => /ertificate/.test(text));
  expect(await certificates()).toEqual([
    expect.stringMatching(/^ill: No certificate of localhost: the proxy has none/),
    expect.stringMatching(/^ill: No certificate of bi\.empresa\.com\.br: the proxy has none/),
  ]);
  await proxy.certify('localhost', { expired: true });
  await proxy.certify('bi.empresa.com.br');
  expect(await certificates()).toEqual([expect.stringMatching(/^ill: No certificate of localhost: browsers refuse it/)]);
  await proxy.certify('localhost');
  expect(await certificates()).toEqual([]);
});

test('a public address that leads elsewhere, and a proxy that nobody named', async () => {
  const settings = { PUBLIC_URL: 'https://nowhere.invalid', DOMAIN_PROXY: '127.0.0.1:9' };
  expect(await complaints('entrance', settings)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^ill: https:\/\/nowhere\.invalid does not lead to the portal/),
      expect.stringMatching(/^weak: TRUSTED_PROXIES is empty/),
    ]),
  );
});

test('a backup of last year, and one of today', async () => {
  const DATA_DIR = await directory();
  await mkdir(join(DATA_DIR, 'backups', '2025-01-31T02-00-00Z'), { recursive: true });
  expect(await complaints('backup', { DATA_DIR })).toEqual([expect.stringMatching(/^weak: .*2025-01-31T02:00:00\.000Z, \d+ days ago/)]);
  await mkdir(
    join(
      DATA_DIR,
      'backups',
      new Date()
        .toISOString()
        .replace(/\.\d+Z$/, 'Z')
        .replaceAll(':', '-'),
    ),
  );
  expect(await complaints('backup', { DATA_DIR })).toEqual([]);
});

test('the command says it line by line and ends with 1 when something is to be mended', async () => {
  const DATA_DIR = await directory();
  await writeFile(join(DATA_DIR, 'pg18'), 'no directory');
  const program = fileURLToPath(new URL('../../scripts/doctor.ts', import.meta.url));
  const env = { PATH: process.env.PATH, DATA_DIR, DATABASE_URL: 'postgres://nobody:x@127.0.0.1:9/none' } as NodeJS.ProcessEnv;
  const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, [program], { env }, (error, stdout) => resolve({ code: error?.code ?? 0, said: stdout }));
  });
  expect(code).toBe(1);
  expect(said).toMatch(/^✓ settings: /);
  expect(said).toMatch(/\n✗ database: .*nothing listens on 127\.0\.0\.1:9/);
  expect(said).toMatch(/\n\d+ to mend, \d+ to look at, \d+ well\.\n$/);
});
