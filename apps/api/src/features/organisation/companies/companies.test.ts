import { add, close, contract, freeSubdomain, get, list, reopen, suspend, update } from '@vitrine/contract/organisation/companies.ts';
import * as registration from '@vitrine/contract/signIn/registration.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { sql } from 'kysely';

const world = await openWorld();
afterAll(world.close);

type Partner = Awaited<ReturnType<typeof world.partner>>;

async function partnerWithUnit(values: Parameters<typeof world.partner>[0] = {}, unitValues: Parameters<Partner['unit']>[0] = {}) {
  const partner = await world.partner(values);
  const unit = await partner.unit(unitValues);
  return { partner, unit, partnerStaff: await world.signIn(await partner.person({ unit })) };
}
type Scene = Awaited<ReturnType<typeof partnerWithUnit>>;

/** What is stored, as the body of an update. */
async function bodyOf({ partnerStaff }: Pick<Scene, 'partnerStaff'>, id: string) {
  const { name, subdomain, user_limit, self_registration, allow_registering_reports, only_own_accounts, version, ...row } =
    await partnerStaff.call(get, { params: { id } });
  const { default_for_cloud, default_for_registration } = row;
  const switches = { self_registration, allow_registering_reports, only_own_accounts, default_for_cloud, default_for_registration };
  return { name, subdomain, user_limit, version, ...switches };
}

const refused = ({ email, password }: { email: string; password: string }) => world.browser().refusal(login, { body: { email, password } });

const newUnit = (subdomain: string) => ({
  name: 'Padaria Pão Quente',
  subdomain,
  user_limit: 5,
  trial: false,
  administrator_name: 'Rosa Lima',
  email: `rosa@${subdomain}.example`,
  language: 'pt-BR' as const,
});

test('a partner sees its own units, with the seats that count; closed ones where they are asked for', async () => {
  const { partner, unit, partnerStaff } = await partnerWithUnit();
  const closed = await partner.unit({ tenant: { state: 'closed' } });
  for (const state of ['active', 'blocked', 'inactive', 'deactivated'] as const) await unit.person('user', { membership: { state } });
  const { data } = await partnerStaff.call(list, {});
  expect(data).toMatchObject([{ id: unit.id, name: unit.name, person_count: 2, user_limit: 100, client: null }]);
  expect(await partnerStaff.call(get, { params: { id: unit.id } })).toEqual(data[0]);
  const ended = await partnerStaff.call(list, { query: { state: 'closed' } });
  expect(ended.data.map(({ id }) => id)).toEqual([closed.id]);
});

test('the list is sorted by people and by the end of the trial, and searched by name and address', async () => {
  const { partner, unit, partnerStaff } = await partnerWithUnit({}, { tenant: { name: 'Zebra', subdomain: 'listras' } });
  const trial = await partner.unit({ tenant: { name: 'Anta', state: 'trial', trial_ends_on: '2027-01-01' } });
  await trial.person('user');
  const ids = async (wanted: object) => (await partnerStaff.call(list, { query: wanted })).data.map(({ id }) => id);
  expect(await ids({})).toEqual([trial.id, unit.id]);
  expect(await ids({ sort: 'person_count' })).toEqual([unit.id, trial.id]);
  expect(await ids({ sort: 'trial_ends_on' })).toEqual([trial.id, unit.id]);
  expect(await ids({ q: 'listr' })).toEqual([unit.id]);
  expect(await ids({ state: 'trial' })).toEqual([trial.id]);
});

test('a partner makes a unit under an address that it sees to be free, and its administrator is invited', async () => {
  const { partnerStaff } = await partnerWithUnit({ host: 'fornada.example', partner: { unit_limit: 2 } });
  const free = await partnerStaff.call(freeSubdomain, { query: { name: 'Pao-Quente' } });
  expect(free).toEqual({ refused: null, host: 'pao-quente.fornada.example' });
  const made = await partnerStaff.call(add, { body: { ...newUnit('pao-quente'), trial: true } });
  expect(made).toMatchObject({ state: 'trial', host: 'pao-quente.fornada.example', person_count: 1, user_limit: 5 });
  await world.runJobs();
  expect((await world.mailsTo('rosa@pao-quente.example')).map(({ html }) => html)).toEqual([
    expect.stringContaining('https://pao-quente.fornada.example/new/password/'),
  ]);
  const taken = await partnerStaff.call(freeSubdomain, { query: { name: 'paoquente' } });
  expect(taken.refused).toContain('se confunde');
  expect((await partnerStaff.call(freeSubdomain, { query: { name: 'www' } })).refused).toContain('reservado');
  expect(await partnerStaff.call(contract, {})).toMatchObject({
    unit_count: 2,
    unit_limit: 2,
    user_count: 105,
    host_above: 'fornada.example',
  });
  const refused = await partnerStaff.refusal(add, { body: newUnit('outra-fornada') });
  expect(refused.body.status).toBe('partner_unit_limit_reached');
});

test('a unit with a demo report has one to open at once, in its language and once, and one without has none', async () => {
  const { partnerStaff } = await partnerWithUnit({ host: 'mostruario.example' });
  const without = await partnerStaff.call(add, { body: newUnit('sem-exemplo') });
  const made = await partnerStaff.call(add, { body: { ...newUnit('com-exemplo'), language: 'es', demo_report: true } });
  await world.runJobs();
  const reports = (unit: string) =>
    world.owner.run(query.selectFrom('report').select(['id', 'title', 'kind']).where('tenant_id', '=', unit));
  expect(await reports(without.id)).toEqual([]);
  const [report] = await reports(made.id);
  expect(report).toMatchObject({ title: 'Ventas del año (ejemplo)', kind: 'page' });
  const seen = await world.owner.run(sql<{ html: string; unit: boolean }>`
    select convert_from(f.bytes, 'UTF8') as html, g.unit from report_page p join file f on f.tenant_id = p.tenant_id and f.id = p.file_id
    join report_grant g on g.report_id = p.report_id where p.tenant_id = ${made.id}`);
  expect(seen).toEqual([{ html: expect.stringContaining('diciembre'), unit: true }]);

  // The process died after its last statement: the job runs again and makes nothing.
  const asked = await world.owner.run(sql`
    update jobs.job set state = 'retry', completed_on = null, start_after = now()
    where data ->> 'job' = 'sample_report.publish' and data ->> 'tenant_id' = ${made.id} returning id`);
  expect(asked).toHaveLength(1);
  expect(await world.runJobs()).toMatchObject([{ name: 'sample_report.publish', status: 'completed' }]);
  expect(await reports(made.id)).toHaveLength(1);
});

test('who made a unit whose demo report cannot be made is told after the last try, and nobody else', async () => {
  const { partner, unit } = await partnerWithUnit({ host: 'semexemplo.example' });
  const maker = await partner.person({ unit });
  const colleague = await partner.person({ unit });
  const made = await (await world.signIn(maker)).call(add, { body: { ...newUnit('falha-exemplo'), demo_report: true } });
  const asked = sql`data ->> 'job' = 'sample_report.publish' and data ->> 'tenant_id' = ${made.id}`;
  const stopped = async (retries: number) => {
    await world.owner.run(sql`update jobs.job set state = 'retry', retry_count = ${retries}, start_after = now() where ${asked}`);
    return (await world.runJobs()).filter(({ name }) => name === 'sample_report.publish');
  };
  // What it would make is in the way.
  await world.owner.run(sql`insert into report_group (tenant_id, id, name, description, icon, position) values
    (${made.id}, ${uuidv7()}, 'Demonstração', '', 'chart', 0)`);
  expect(await stopped(4)).toMatchObject([{ status: 'failed' }]);
  expect(await world.mailsTo(maker.email)).toEqual([]);
  expect(await stopped(5)).toMatchObject([{ status: 'failed' }]);
  const [mail, ...more] = await world.mailsTo(maker.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toContain('Padaria Pão Quente');
  expect(mail?.html).toContain(`https://semexemplo.example/companies/${made.id}`);
  for (const { email } of [colleague, { email: 'rosa@falha-exemplo.example' }])
    expect((await world.mailsTo(email)).filter(({ subject }) => subject === mail?.subject)).toEqual([]);
});

test('what a partner takes away is taken away at once', async () => {
  const scene = await partnerWithUnit();
  const { unit, partnerStaff } = scene;
  await world.owner.run(
    query
      .updateTable('tenant_setting')
      .set({ value: JSON.stringify({ enable_auto_register: true }) })
      .where('tenant_id', '=', unit.id),
  );
  const admin = await world.signIn(await unit.person('admin'));
  expect((await admin.call(registration.getSettings, {})).allowed).toBe(true);
  const body = await bodyOf(scene, unit.id);
  const saved = await partnerStaff.call(update, { params: { id: unit.id }, body: { ...body, self_registration: false } });
  expect(saved).toMatchObject({ self_registration: false, version: 2 });
  expect((await admin.call(registration.getSettings, {})).allowed).toBe(false);
  const [line] = await world.owner.run(
    query
      .selectFrom('audit_log')
      .select(['object_type', 'before', 'after'])
      .where('tenant_id', '=', unit.id)
      .where('action', '=', 'company.update'),
  );
  expect(line).toMatchObject({ object_type: 'tenant', before: { self_registration: true }, after: { self_registration: false } });
});

test('a user limit grows within the contract and never below the people who are there', async () => {
  const scene = await partnerWithUnit({ partner: { user_limit: 120 } });
  const { unit, partnerStaff } = scene;
  await unit.person('user');
  await unit.person('user');
  const body = await bodyOf(scene, unit.id);
  const params = { id: unit.id };
  expect((await partnerStaff.refusal(update, { params, body: { ...body, user_limit: 121 } })).body.status).toBe(
    'partner_user_limit_reached',
  );
  expect((await partnerStaff.refusal(update, { params, body: { ...body, user_limit: 1 } })).body.errors).toHaveProperty('user_limit');
  expect(await partnerStaff.call(update, { params, body: { ...body, user_limit: 120 } })).toMatchObject({ user_limit: 120 });
});

test('another address is there at once, and the former one is nobody’s', async () => {
  const scene = await partnerWithUnit({ host: 'enderecos.example' });
  const made = await scene.partnerStaff.call(add, { body: newUnit('antigo-nome') });
  const body = await bodyOf(scene, made.id);
  const saved = await scene.partnerStaff.call(update, { params: { id: made.id }, body: { ...body, subdomain: 'nome-atual' } });
  expect(saved.host).toBe('nome-atual.enderecos.example');
  const hosts = await world.owner.run(query.selectFrom('domain').select('host').where('tenant_id', '=', made.id));
  expect(hosts).toEqual([{ host: 'nome-atual.enderecos.example' }]);
  expect((await scene.partnerStaff.call(freeSubdomain, { query: { name: 'antigo-nome' } })).refused).toBeNull();
});

test('one unit of a partner is the default: another one takes the mark', async () => {
  const scene = await partnerWithUnit();
  const second = await scene.partner.unit();
  const other = await partnerWithUnit();
  for (const { id } of [scene.unit, second]) {
    const body = { ...(await bodyOf(scene, id)), default_for_cloud: true, default_for_registration: true };
    await scene.partnerStaff.call(update, { params: { id }, body });
  }
  await other.partnerStaff.call(update, {
    params: { id: other.unit.id },
    body: { ...(await bodyOf(other, other.unit.id)), default_for_cloud: true },
  });
  const { data } = await scene.partnerStaff.call(list, {});
  const marked = data.filter((row) => row.default_for_cloud && row.default_for_registration);
  expect(marked.map(({ id }) => id)).toEqual([second.id]);
  expect((await scene.partnerStaff.call(contract, {})).default_for_cloud).toBe(second.name);
});

test('nobody is overwritten silently', async () => {
  const scene = await partnerWithUnit();
  const body = await bodyOf(scene, scene.unit.id);
  await scene.partnerStaff.call(update, { params: { id: scene.unit.id }, body });
  expect((await scene.partnerStaff.refusal(update, { params: { id: scene.unit.id }, body })).body.status).toBe('conflict');
});

test('a closed unit lets nobody in, and is what it was when it is reopened', async () => {
  const { unit, partnerStaff } = await partnerWithUnit({}, { tenant: { state: 'trial', trial_ends_on: '2099-01-01' } });
  const [person, admin] = [await unit.person('user'), await world.signIn(await unit.person('admin'))];
  const params = { id: unit.id };
  expect((await partnerStaff.refusal(close, { params, body: { confirm: 'another' } })).body.errors).toHaveProperty('confirm');
  await partnerStaff.call(close, { params, body: { confirm: unit.name } });
  expect((await admin.refusal(users.list, {})).status).toBe(401);
  expect((await refused(person)).body.status).toBe('unit_closed');
  expect((await partnerStaff.refusal(close, { params, body: { confirm: unit.name } })).body.status).toBe('conflict');
  await partnerStaff.call(reopen, { params });
  expect(await partnerStaff.call(get, { params })).toMatchObject({ state: 'trial', closed_at: null });
  await world.browser().login(person);
});

test('what the operator suspends lets in partner staff alone, and only the operator reopens it', async () => {
  const { unit, partnerStaff } = await partnerWithUnit();
  const operator = await world.signIn(await world.operator());
  const person = await unit.person('admin');
  const admin = await world.signIn(person);
  const params = { id: unit.id };
  const blocked = await unit.person('user', { membership: { state: 'active' } });
  const blockedBrowser = await world.signIn(blocked);
  await operator.call(suspend, { params, body: { reason: 'Fatura em aberto' } });
  expect(await partnerStaff.call(get, { params })).toMatchObject({ state: 'suspended', suspended_for: 'Fatura em aberto' });
  const over = await admin.refusal(users.list, {});
  expect([over.status, over.body.status, over.body.notice]).toEqual([401, 'token_invalid', expect.stringMatching(/está suspensa/)]);
  await world.owner.run(query.updateTable('membership').set({ state: 'blocked' }).where('person_id', '=', blocked.id));
  expect((await blockedBrowser.refusal(users.list, {})).body.notice).toBeUndefined();
  expect((await refused(person)).status).toBe(403);
  await partnerStaff.call(users.list, {});
  expect((await partnerStaff.refusal(reopen, { params })).body.status).toBe('conflict');
  expect((await partnerStaff.refusal(close, { params, body: { confirm: unit.name } })).body.status).toBe('conflict');
  expect((await partnerStaff.refusal(suspend, { params, body: { reason: 'x' } })).status).toBe(403);
  await operator.call(reopen, { params });
  expect(await partnerStaff.call(get, { params })).toMatchObject({ state: 'active', suspended_for: '' });
  await world.browser().login(person);
});

test('reopening counts against the contract again', async () => {
  const { partner, unit, partnerStaff } = await partnerWithUnit({ partner: { unit_limit: 2 } });
  await partner.unit();
  await partnerStaff.call(close, { params: { id: unit.id }, body: { confirm: unit.name } });
  await partnerStaff.call(add, { body: newUnit('terceira-loja') });
  expect((await partnerStaff.refusal(reopen, { params: { id: unit.id } })).body.status).toBe('partner_unit_limit_reached');
});

test('another partner’s unit is not there, and nobody else may ask', async () => {
  const scene = await partnerWithUnit();
  const other = await partnerWithUnit();
  const body = await bodyOf(other, other.unit.id);
  const params = { id: other.unit.id };
  for (const refusal of [
    await scene.partnerStaff.refusal(update, { params, body }),
    await scene.partnerStaff.refusal(get, { params }),
    await scene.partnerStaff.refusal(close, { params, body: { confirm: other.unit.name } }),
    await scene.partnerStaff.refusal(reopen, { params }),
  ]) {
    expect(refusal.status).toBe(404);
  }
  const [admin, user] = [await scene.unit.person('admin'), await scene.unit.person('user')];
  for (const stranger of [admin, user, await world.operator()]) {
    const browser = await world.signIn(stranger);
    expect((await browser.refusal(list, {})).status).toBe(403);
    expect((await browser.refusal(add, { body: newUnit('nao-pode') })).status).toBe(403);
    expect((await browser.refusal(update, { params, body })).status).toBe(403);
    expect((await browser.refusal(contract, {})).status).toBe(403);
  }
  for (const stranger of [admin, user]) {
    const browser = await world.signIn(stranger);
    const own = { id: scene.unit.id };
    expect((await browser.refusal(close, { params: own, body: { confirm: scene.unit.name } })).status).toBe(403);
    expect((await browser.refusal(reopen, { params: own })).status).toBe(403);
    expect((await browser.refusal(suspend, { params: own, body: { reason: 'x' } })).status).toBe(403);
  }
});
