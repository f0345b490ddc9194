import * as audit from '@vitrine/contract/audit/audit.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as contract from '@vitrine/contract/privacy/privacy.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { readErasures } from '#domain/people/erasures.ts';
import type { Browser } from '#test/harness/browser.ts';
import { onePixel } from '#test/harness/pictures.ts';
import { openWorld } from '#test/harness/world.ts';
import * as files from '@vitrine/contract/system/files.ts';
import { remindOfRequests } from './privacy.jobs.ts';
import { accountSections, elsewhere, unitSections } from './sections.ts';

const world = await openWorld();
afterEach(() => world.setTime(null));
afterAll(world.close);

async function scene() {
  const unit = await world.unit();
  const [administrator, ana] = [await unit.person('admin'), await unit.person('user', { membership: { department: 'Vendas' } })];
  return { unit, administrator, ana, admin: await world.signIn(administrator), reader: await world.signIn(ana) };
}

const kinds = async (browser: Browser) => (await browser.call(notifications.list, {})).data.map(({ kind }) => kind);
const params = ({ id }: { id: string }) => ({ params: { id } });
const subjectsTo = async (address: string) => (await world.mailsTo(address)).map(({ subject }) => subject);

test('every table that names people is part of what they see, or says why not', async () => {
  const tables = await world.owner.run<{ name: string }>(sql`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and not a.attisdropped
      and (a.attname in ('person_id', 'membership_id', 'email') or exists (
        select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confrelid in ('person'::regclass, 'membership'::regclass)
          and a.attnum = any (f.conkey) and a.attname not in ('decided_by', 'created_by', 'solved_by', 'tenant_id')))`);
  const told = new Set([...accountSections, ...unitSections].flatMap((section) => section.tables));
  const forgotten = tables.map(({ name }) => name).filter((name) => !told.has(name) && !(name in elsewhere));
  expect(forgotten, 'add a section to sections.ts, or a reason to `elsewhere`').toEqual([]);
});

test('a person sees their account and their unit, and nothing of anybody else', async () => {
  const { unit, ana, reader } = await scene();
  await world.join(ana, await world.unit({ tenant: { name: 'Second unit' } }));
  const { profile, sections, other_units } = await reader.call(contract.myData, {});
  expect(profile).toMatchObject({ name: ana.name, email: ana.email, member: true });
  expect(other_units).toEqual(['Second unit']);
  const part = (key: string) => sections.find((section) => section.key === key)?.rows;
  expect(part('account')).toMatchObject([{ email: ana.email }]);
  expect(part('membership')).toMatchObject([{ role: 'Leitor', department: 'Vendas' }]);
  expect(part('sessions')).toHaveLength(1);
  const other = await unit.person('user');
  expect(JSON.stringify(sections)).not.toContain(other.email);
});

test('everything comes as one archive: JSON for programs, CSV in the own language for people', async () => {
  const { ana, reader } = await scene();
  const response = await reader.inject({ method: 'GET', url: '/api/my_data/download', headers: { lang: 'en-US' } });
  expect(response.headers['content-disposition']).toContain('My_data.zip');
  const parts = unzipSync(new Uint8Array(response.rawPayload));
  const text = (name: string) => new TextDecoder().decode(parts[name]);
  expect(JSON.parse(text('data.json'))).toMatchObject({ person: ana.email, account: [{ email: ana.email }], views: [] });
  expect(text('01 Account.csv')).toContain(ana.email);
  // Without its mark a spreadsheet takes the file for Latin-1, and every accent is two letters.
  expect(parts['01 Account.csv']?.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  expect(text('01 Account.csv')).toContain('Way of signing in');
  expect(JSON.stringify(parts)).not.toContain('argon2');
});

test('partners and operators, who belong to no unit, see their account as well', async () => {
  const partner = await world.partner();
  for (const person of [await partner.person(), await world.operator()]) {
    const browser = await world.signIn(person);
    expect((await browser.call(contract.myData, {})).sections[0]?.rows).toMatchObject([{ email: person.email }]);
    expect((await browser.refusal(contract.ask, { body: { kind: 'erasure', text: '' } })).status).toBe(403);
  }
});

test('name, phone and picture are one’s own to correct; a phone of somebody else is taken, a stale form a conflict', async () => {
  const { unit, reader, admin } = await scene();
  const { id: picture_id } = await reader.call(files.add, { query: { kind: 'picture', name: 'eu.png' }, body: onePixel });
  const { profile } = await reader.call(contract.myData, {});
  const body = { name: 'Ana Nova', phone: '+5511988887777', picture_id, version: profile.version };
  await reader.call(contract.correctProfile, { body });
  expect((await reader.call(contract.myData, {})).profile).toMatchObject({ name: 'Ana Nova', phone: '+5511988887777', picture_id });
  expect((await reader.refusal(contract.correctProfile, { body })).status).toBe(409);
  const other = await world.signIn(await unit.person('user'));
  const theirs = (await other.call(contract.myData, {})).profile;
  const taken = await other.refusal(contract.correctProfile, {
    body: { ...body, name: theirs.name, picture_id: null, version: theirs.version },
  });
  expect(Object.keys(taken.body.errors ?? {})).toEqual(['phone']);
  const [line] = (await admin.call(audit.list, { query: { object_type: 'person' } })).data;
  expect(line).toMatchObject({ action: 'person.correct', after: { name: 'Ana Nova' } });
});

test('whoever signs in elsewhere has their name from there', async () => {
  const { unit } = await scene();
  const browser = await world.signIn(await unit.person('user', { person: { auth_method: 'azure' } }));
  const { profile } = await browser.call(contract.myData, {});
  const body = { name: 'Outra', phone: null, picture_id: null, version: profile.version };
  expect(Object.keys((await browser.refusal(contract.correctProfile, { body })).body.errors ?? {})).toEqual(['name']);
});

test('a request rings the bell and is mailed to administrators, one open of each kind', async () => {
  const { administrator, ana, admin, reader } = await scene();
  expect((await reader.refusal(contract.ask, { body: { kind: 'correction', text: ' ' } })).status).toBe(422);
  const { id, due_at, created_at } = await reader.call(contract.ask, { body: { kind: 'correction', text: 'Meu departamento é Compras.' } });
  expect(Date.parse(due_at) - Date.parse(created_at)).toBe(15 * 86_400_000);
  expect((await reader.refusal(contract.ask, { body: { kind: 'correction', text: 'De novo' } })).body.status).toBe('privacy_request_open');
  expect(await kinds(admin)).toEqual(['privacy_requested']);
  await world.runJobs();
  expect(await subjectsTo(administrator.email)).toEqual(['Pedido de privacidade']);

  const wanted = { query: { scope: 'unit' as const } };
  expect((await admin.call(contract.requests, wanted)).data).toMatchObject([{ id, name: ana.name, can: { decide: true, cancel: false } }]);
  expect((await reader.call(contract.requests, {})).data).toMatchObject([{ id, can: { decide: false, cancel: true } }]);
  expect((await reader.refusal(contract.requests, wanted)).status).toBe(403);
  for (const browser of [admin, reader]) expect(await browser.call(contract.request, params({ id }))).toMatchObject({ id, name: ana.name });
  await admin.call(contract.decide, { ...params({ id }), body: { accept: true, answer: 'Corrigido.', version: 1 } });
  expect(await kinds(reader)).toEqual(['privacy_answered']);
  await world.runJobs();
  expect(await subjectsTo(ana.email)).toEqual(['Seu pedido de privacidade foi atendido']);
});

test('a refusal says why, is decided once, and not by whoever asked', async () => {
  const { unit, admin, reader } = await scene();
  const { id } = await reader.call(contract.ask, { body: { kind: 'objection', text: 'Não quero ser contado.' } });
  expect((await admin.refusal(contract.decide, { ...params({ id }), body: { accept: false, answer: '', version: 1 } })).status).toBe(422);
  expect((await reader.refusal(contract.decide, { ...params({ id }), body: { accept: true, answer: '', version: 1 } })).status).toBe(403);
  const body = { accept: false, answer: 'A lei exige o registro.', version: 1 };
  const second = await world.signIn(await unit.person('admin'));
  const answers = await Promise.allSettled([admin, second].map((browser) => browser.call(contract.decide, { ...params({ id }), body })));
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await reader.call(contract.requests, {})).data).toMatchObject([{ state: 'denied', answer: body.answer }]);
  const own = await admin.call(contract.ask, { body: { kind: 'erasure', text: '' } });
  expect((await admin.refusal(contract.decide, { ...params(own), body: { ...body, version: 1 } })).body.status).toBe('not_yourself');
});

test('an erasure leaves nobody: in the unit, in the log, in the request', async () => {
  const { administrator, ana, admin, reader } = await scene();
  const { profile } = await reader.call(contract.myData, {});
  const body = { name: 'Ana Bittencourt', phone: '+5511977776666', picture_id: null, version: profile.version };
  await reader.call(contract.correctProfile, { body });
  const { id } = await reader.call(contract.ask, { body: { kind: 'erasure', text: 'Saí da empresa, sou Ana Bittencourt.' } });
  const wrong = await admin.refusal(contract.decide, { ...params({ id }), body: { accept: true, answer: '', confirm: 'ANA', version: 1 } });
  expect(Object.keys(wrong.body.errors ?? {})).toEqual(['confirm']);
  const decision = { accept: true, answer: '', confirm: 'ANA_BITTENCOURT', version: 1 };
  const answered = await admin.call(contract.decide, { ...params({ id }), body: decision });
  expect(answered).toMatchObject({ state: 'accepted', text: '' });
  expect(answered.name).not.toContain('Ana');
  expect((await reader.refusal(contract.myData, {})).status).toBe(401);
  const log = await world.owner.run(sql`select before, after from audit_log where tenant_id = ${ana.tenant_id}`);
  for (const trace of ['Ana Bittencourt', '+5511977776666', ana.email, 'Saí da empresa']) expect(JSON.stringify(log)).not.toContain(trace);
  expect(await subjectsTo(ana.email)).toContain('Os seus dados em Vitrine foram apagados');
  // A backup of before is erased again when it is restored.
  expect(await readErasures(world.directory)).toMatchObject([{ person_id: ana.id, tenant_id: ana.tenant_id }]);
  const list = (await admin.call(users.list, { query: { state: 'deactivated' } })).data;
  expect(list).toMatchObject([{ person_id: ana.id, phone: null, department: null }]);
  expect(administrator.email).not.toBe(ana.email);
});

test('the last administrator is not erased, whoever decides', async () => {
  const { unit, administrator, admin } = await scene();
  const asked = await admin.call(contract.ask, { body: { kind: 'erasure', text: '' } });
  const second = await unit.person('admin');
  const browser = await world.signIn(second);
  await world.owner.run(sql`update person set auth_method = 'azure' where id = ${second.id}`);
  const confirm = administrator.name.toUpperCase().replaceAll(' ', '_');
  const refusal = await browser.refusal(contract.decide, { ...params(asked), body: { accept: true, answer: '', confirm, version: 1 } });
  expect(refusal.body.status).toBe('last_admin');
  expect((await admin.call(contract.requests, {})).data).toMatchObject([{ state: 'open' }]);
});

test('requests of another unit are not there; a partner reads the desk and decides nothing', async () => {
  const [here, there] = [await scene(), await scene()];
  const { id } = await there.reader.call(contract.ask, { body: { kind: 'erasure', text: '' } });
  const body = { accept: false, answer: 'Não é daqui', version: 1 };
  expect((await here.admin.refusal(contract.decide, { ...params({ id }), body })).status).toBe(404);
  expect((await here.reader.refusal(contract.cancel, params({ id }))).status).toBe(404);
  for (const browser of [here.admin, here.reader]) expect((await browser.refusal(contract.request, params({ id }))).status).toBe(404);
  expect((await here.admin.call(contract.requests, { query: { scope: 'unit' } })).data).toEqual([]);

  const partner = await world.partner();
  const unit = await partner.unit();
  const asked = await (await world.signIn(await unit.person('user'))).call(contract.ask, { body: { kind: 'erasure', text: '' } });
  const partnerStaff = await world.signIn(await partner.person({ unit }));
  expect((await partnerStaff.call(contract.requests, { query: { scope: 'unit' } })).data).toMatchObject([
    { id: asked.id, can: { decide: false } },
  ]);
  expect(await partnerStaff.call(contract.request, params(asked))).toMatchObject({ id: asked.id, can: { decide: false } });
  const colleague = await world.signIn(await unit.person('user'));
  expect((await colleague.refusal(contract.request, params(asked))).status).toBe(404);
  expect((await partnerStaff.refusal(contract.decide, { ...params(asked), body })).status).toBe(403);
});

test('a request is taken back by who made it, and administrators are reminded once before it is due', async () => {
  const { admin, reader } = await scene();
  const first = await reader.call(contract.ask, { body: { kind: 'erasure', text: '' } });
  await reader.call(contract.cancel, params(first));
  await reader.call(contract.ask, { body: { kind: 'erasure', text: '' } });
  for (const day of [11, 12.5, 13]) {
    world.setTime(new Date(Date.now() + day * 86_400_000));
    await world.runJobs(remindOfRequests);
  }
  world.setTime(null);
  expect((await kinds(admin)).filter((kind) => kind === 'privacy_waiting')).toHaveLength(1);
});
