/** What somebody does to the log who reaches the database past the portal, and what is found of it: by the portal, and without it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as contract from '@vitrine/contract/audit/auditProof.ts';
import * as groups from '@vitrine/contract/people/userGroups.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { anchorAudit, sealAudit } from './sealing.jobs.ts';

const world = await openWorld();
const directory = await mkdtemp(join(tmpdir(), 'proof-'));
afterAll(async () => {
  await world.close();
  await rm(directory, { recursive: true });
});

const body = (name: string) => ({
  name,
  description: '',
  ends_on: null,
  home_page: null,
  refresh_datasets: false,
  create_notifications: false,
  is_default: false,
});

/** Lines get an entry after a while: these were written before. */
const age = (tenant_id: string, by: string) =>
  world.owner.run(sql`
    update audit_log set at = at - ${by}::interval, id = (left(first_id_of(at - ${by}::interval)::text, 18) || substr(id::text, 19))::uuid
    where tenant_id = ${tenant_id} and at > now() - interval '10 minutes'`);

async function scene(lines = 3) {
  const { unit, admin } = await world.unitWithAdmin();
  const names = Array.from({ length: lines }, (_, n) => `Grupo ${n}`);
  for (const name of names) await admin.call(groups.add, { body: body(name) });
  await age(unit.id, '1 hour');
  await world.runJobs(sealAudit);
  const line = async (name: string) => {
    const [row] = await world.owner.run(
      sql<{
        id: string;
      }>`select id from audit_log where tenant_id = ${unit.id} and object_type = 'user_group' and after ->> 'name' = ${name}`,
    );
    return row?.id ?? '';
  };
  const check = () => admin.call(contract.check, { query: {} });
  return { unit, admin, line, check };
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** The file that the portal gives out, checked by the program that it gives out. */
async function outside({ unit, admin }: Scene, ...kept: string[]) {
  const [file, program] = await Promise.all([
    admin.inject({ method: 'GET', url: contract.file.path }),
    admin.inject({ method: 'GET', url: `${contract.verifier.path}?kind=program`, headers: { lang: 'en-US' } }),
  ]);
  const [data, source] = [join(directory, `${unit.id}.ndjson`), join(directory, 'verify.mjs')];
  await Promise.all([writeFile(data, file.rawPayload), writeFile(source, program.rawPayload)]);
  return promisify(execFile)(process.execPath, [source, data, ...kept]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout || stderr }),
  );
}

test('a log that nobody touched holds, in the portal and outside of it', async () => {
  const known = await scene();
  const { entries, sealed_until } = await known.admin.call(contract.state, {});
  expect(entries).toBeGreaterThanOrEqual(3);
  expect(sealed_until).not.toBeNull();
  expect(await known.check()).toEqual({ next: null, checked: entries, faults: [] });
  const { code, said } = await outside(known);
  expect([code, said]).toEqual([0, expect.stringContaining(`${entries} entries`)]);
});

test('lines that were written just now wait, so that none is overtaken by one that is still being written', async () => {
  const { unit, admin } = await scene();
  const before = await admin.call(contract.state, {});
  await admin.call(groups.add, { body: body('Agora') });
  await world.runJobs(sealAudit);
  expect((await admin.call(contract.state, {})).entries).toBe(before.entries);
  await age(unit.id, '12 minutes');
  await world.runJobs(sealAudit);
  expect((await admin.call(contract.state, {})).entries).toBe(before.entries + 1);
});

describe('is found, and its line named', () => {
  const deeds: [string, string, (known: Scene) => Promise<unknown>][] = [
    [
      'changed',
      'what a line says',
      async ({ line }) =>
        world.owner.run(sql`update audit_log set after = after || '{"name":"Outro"}' where id = ${await line('Grupo 1')}`),
    ],
    [
      'changed',
      'who did it',
      async ({ line }) => world.owner.run(sql`update audit_log set actor_id = uuid_v7() where id = ${await line('Grupo 1')}`),
    ],
    [
      'changed',
      'from where',
      async ({ line }) => world.owner.run(sql`update audit_log set ip = '192.0.2.1' where id = ${await line('Grupo 1')}`),
    ],
    [
      'changed',
      'an address that is forgotten too early',
      async ({ line }) => world.owner.run(sql`update audit_log set ip = null where id = ${await line('Grupo 1')}`),
    ],
    ['removed', 'a line that is gone', async ({ line }) => world.owner.run(sql`delete from audit_log where id = ${await line('Grupo 1')}`)],
  ];
  test.each(deeds)('%s: %s', async (kind, _, deed) => {
    const known = await scene();
    const id = await known.line('Grupo 1');
    await world.owner.run(sql`update audit_log set ip = coalesce(ip, '192.0.2.9') where id = ${id}`);
    await deed(known);
    expect((await known.check()).faults.map((fault) => [fault.kind, fault.id])).toEqual([[kind, id]]);
    const { code, said } = await outside(known);
    expect([code, said]).toEqual([1, expect.stringMatching(new RegExp(`line ${id} was ${kind}`))]);
  });

  test('inserted: a line that nobody wrote then', async () => {
    const known = await scene();
    await world.owner.run(sql`
      insert into audit_log (id, tenant_id, at, action, object_type)
      select (left(id::text, 24) || '000000000000')::uuid, tenant_id, at, 'user_group.add', 'user_group' from audit_log where id = ${await known.line('Grupo 1')}`);
    expect((await known.check()).faults.map(({ kind, action }) => [kind, action])).toEqual([['inserted', 'user_group.add']]);
  });

  const hidden: [string, (tenant_id: string, id: string) => ReturnType<typeof sql>][] = [
    ['an entry that is gone', (tenant_id, id) => sql`delete from audit_proof where tenant_id = ${tenant_id} and log_id = ${id}`],
    [
      'an entry that was made to fit',
      (tenant_id, id) => sql`
        update audit_proof p set content_hash = proof_content('line', proof_of_line(a), p.at, p.before_hash, p.after_hash, p.ip_hash)
        from audit_log a where a.id = ${id} and p.tenant_id = ${tenant_id} and p.log_id = a.id`,
    ],
    [
      'an entry without its salt',
      (tenant_id, id) => sql`update audit_proof set salt = null where tenant_id = ${tenant_id} and log_id = ${id}`,
    ],
  ];
  test.each(hidden)('chain: %s', async (_, deed) => {
    const known = await scene();
    const id = await known.line('Grupo 1');
    await world.owner.run(sql`update audit_log set action = 'nothing' where id = ${id}`);
    await world.owner.run(deed(known.unit.id, id));
    expect((await known.check()).faults.length).toBeGreaterThan(0);
    expect((await outside(known)).code).toBe(1);
  });
});

test('a seal that was kept shows that the whole chain was made anew', async () => {
  const known = await scene();
  const tomorrow = new Date(Date.now() + 86_400_000);
  world.setTime(tomorrow);
  await world.runJobs(anchorAudit);
  world.setTime(null);
  const { seals } = await known.admin.call(contract.state, {});
  expect(seals).toEqual([{ day: new Date().toISOString().slice(0, 10), seal: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  const kept = seals[0]?.seal ?? '';
  expect(await outside(known, kept)).toEqual({ code: 0, said: expect.stringContaining(`it is the one of ${seals[0]?.day}`) });

  // Somebody who reaches everything: another line, and a chain to it.
  await world.owner.run(sql`update audit_log set after = '{}' where id = ${await known.line('Grupo 2')}`);
  for (const table of ['audit_proof', 'audit_chain', 'audit_anchor'])
    await world.owner.run(sql`delete from ${sql.table(table)} where tenant_id = ${known.unit.id}`);
  await world.runJobs(sealAudit);
  expect((await known.check()).faults).toEqual([]);
  expect(await outside(known, kept)).toEqual({ code: 1, said: expect.stringContaining('no day of this file has it') });
});

test('a seal in the portal that is not the one of the chain is told', async () => {
  const known = await scene();
  world.setTime(new Date(Date.now() + 86_400_000));
  await world.runJobs(anchorAudit);
  world.setTime(null);
  await world.owner.run(sql`update audit_anchor set link_hash = sha256('other') where tenant_id = ${known.unit.id}`);
  expect((await known.check()).faults.map(({ kind }) => kind)).toEqual(['seal']);
  expect((await outside(known)).code).toBe(1);
});

test('an erasure takes names out of the log, and the proof holds', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const person = await unit.person('user', { person: { name: 'Zulmira Quixadá' }, membership: { state: 'deactivated' } });
  await world.owner.run(sql`
    insert into audit_log (tenant_id, action, object_type, object_id, after)
    values (${unit.id}, 'user.update', 'person', ${person.id}, '{"name":"Zulmira Quixadá"}')`);
  await age(unit.id, '1 hour');
  await world.runJobs(sealAudit);
  await admin.call(users.erase, { params: { id: person.membership_id ?? '' }, query: { confirm: 'ZULMIRA_QUIXADÁ' } });
  const left = await world.owner.run(sql`select from audit_log where after::text like '%Zulmira%' and tenant_id = ${unit.id}`);
  expect(left).toEqual([]);
  const known: Scene = { unit, admin, line: async () => '', check: () => admin.call(contract.check, { query: {} }) };
  expect((await known.check()).faults).toEqual([]);
  expect((await outside(known)).code).toBe(0);
  // Nobody can try out names against what the line was.
  const salts = await world.owner.run(sql<{ salt: Buffer | null }>`
    select p.salt from audit_proof p join audit_log a on a.id = p.log_id
    where a.tenant_id = ${unit.id} and a.object_type = 'person' and a.object_id = ${person.id} and p.kind = 'line'`);
  expect(salts.map(({ salt }) => salt)).toEqual(salts.map(() => null));
  expect(salts.length).toBeGreaterThan(0);
});

test('what is removed in time leaves no gap', async () => {
  const known = await scene();
  const old = await known.line('Grupo 0');
  await world.owner.run(sql`delete from audit_log where tenant_id = ${known.unit.id} and id <= ${old}`);
  expect((await known.check()).faults.map(({ kind }) => kind)).toContain('removed');

  const aged = await scene();
  const shift = sql`update audit_log set at = at - interval '25 months', id = (left(first_id_of(at - interval '25 months')::text, 18) || substr(id::text, 19))::uuid
    where tenant_id = ${aged.unit.id}`;
  for (const table of ['audit_proof', 'audit_chain'])
    await world.owner.run(sql`delete from ${sql.table(table)} where tenant_id = ${aged.unit.id}`);
  await world.owner.run(shift);
  await world.runJobs(sealAudit);
  await world.owner.run(sql`delete from audit_log where tenant_id = ${aged.unit.id} and id <= ${await aged.line('Grupo 1')}`);
  expect((await aged.check()).faults).toEqual([]);
  expect((await outside(aged)).code).toBe(0);
});

test('a chain whose oldest entries went with their lines stands on the seal of before', async () => {
  const known = await scene();
  world.setTime(new Date(Date.now() + 86_400_000));
  await world.runJobs(anchorAudit);
  world.setTime(null);
  const { entries } = await known.admin.call(contract.state, {});
  await known.admin.call(groups.add, { body: body('Depois') });
  await age(known.unit.id, '12 minutes');
  await world.runJobs(sealAudit);
  const last = await known.line('Depois');
  await world.owner.run(sql`delete from audit_log where tenant_id = ${known.unit.id} and id < ${last}`);
  world.setTime(new Date(Date.now() + 800 * 86_400_000));
  await world.runJobs(anchorAudit);
  world.setTime(null);
  expect(await known.check()).toEqual({ next: null, checked: expect.any(Number), faults: [] });
  const left = await world.owner.run(sql`select number from audit_proof where tenant_id = ${known.unit.id} and number <= ${entries}`);
  expect(left).toEqual([]);
  expect((await outside(known)).code).toBe(0);
});

test('a reader has no proof to look at, and nobody that of another unit', async () => {
  const known = await scene();
  const reader = await world.signIn(await known.unit.person('user'));
  for (const endpoint of [contract.state, contract.check, contract.file])
    expect((await reader.inject({ method: 'GET', url: endpoint.path })).statusCode).toBe(403);
  const { admin } = await world.unitWithAdmin();
  expect((await admin.call(contract.state, {})).entries).toBe(0);
  expect((await admin.call(contract.check, { query: {} })).checked).toBe(0);
});
