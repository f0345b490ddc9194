/** The apps of a unit: who may keep them, what is refused, what a provider says of itself, testing one, and when a certificate ends. */
import * as contract from '@vitrine/contract/signIn/saml.ts';
import type { SamlAppInput } from '@vitrine/contract/signIn/saml.ts';
import { sql } from 'kysely';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { NotFetched, fetchPublic } from '#platform/http/fetchPublic.ts';
import { openSamlWorld } from '#test/harness/saml.ts';
import { isServed } from '#test/harness/sessions.ts';
import { watchCertificates } from './certificates.jobs.ts';

const { world, provider, other, trusting, signIn, browserAt, honest, message, post, ledTo, close } = await openSamlWorld();
afterAll(close);

const input = (values: Partial<SamlAppInput> = {}): SamlAppInput => ({
  name: 'Provider',
  entity_id: 'https://provider.example',
  sso_url: 'https://provider.example/sso',
  slo_url: null,
  certificates: [provider.certificate],
  email_domains: ['empresa.example'],
  email_attribute: '',
  name_attribute: '',
  groups_attribute: '',
  groups: [],
  first_time: false,
  idp_initiated: false,
  ...values,
});

/** The administrator of a unit whose partner leaves it to administrators. */
async function adminOf(unit: Awaited<ReturnType<typeof world.unit>>) {
  await world.owner.run(sql`update tenant_setting set value = value || '{"admins_set_sign_in": true}' where tenant_id = ${unit.id}`);
  return world.signIn(await unit.person('admin'));
}

test('administrators keep apps only where their partner leaves it to them; partners always, readers never', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const admin = await world.signIn(await unit.person('admin'));
  expect((await admin.refusal(contract.list, {})).status).toBe(403);
  expect((await (await world.signIn(await unit.person('user'))).refusal(contract.list, {})).status).toBe(403);
  expect(await (await adminOf(unit)).call(contract.list, {})).toEqual([]);
  expect(await (await world.signIn(await partner.person({ unit }))).call(contract.list, {})).toEqual([]);
});

test('an app begins switched off with a key of its own, which nobody is shown', async () => {
  const { unit } = await world.unitWithAdmin();
  const admin = await adminOf(unit);
  const { id } = await admin.call(contract.add, { body: input({ certificates: [provider.certificate, other.certificate] }) });
  const [app] = await admin.call(contract.list, {});
  expect(app).toMatchObject({ id, active: false, people: 0, only_way: 0, version: 1 });
  expect(app?.certificates).toHaveLength(2);
  expect(JSON.stringify(app)).not.toContain('PRIVATE');
  const [row] = await world.owner.run(sql<{ key: string }>`select key from saml_app where id = ${id}`);
  expect(row?.key).toMatch(/^v1\./);
  const metadata = await admin.inject({ method: 'GET', url: `/api/auth/saml/metadata/${id}` });
  expect(metadata.body).toContain('AuthnRequestsSigned="true"');
  expect(metadata.body).not.toContain('PRIVATE');
  expect((await admin.refusal(contract.add, { body: input() })).body.errors).toHaveProperty('name');
});

test.each([
  ['a certificate that is none', { certificates: ['abc'] }, 'certificates.0'],
  ['no certificate', { certificates: [] }, 'certificates'],
  ['no domain', { email_domains: [] }, 'email_domains'],
  ['an address that is a script', { sso_url: 'javascript:alert(1)' }, 'sso_url'],
])('%s is refused at its field', async (_name, values, field) => {
  const { unit } = await world.unitWithAdmin();
  const refusal = await (await adminOf(unit)).refusal(contract.add, { body: input(values) });
  expect([refusal.status, Object.keys(refusal.body.errors ?? {})]).toEqual([422, [field]]);
});

test('a group of another unit is not mapped', async () => {
  const { unit } = await world.unitWithAdmin();
  const elsewhere = await trusting();
  const [group] = await world.owner.run(
    sql<{ id: string }>`insert into user_group (tenant_id, id, name) values (${elsewhere.unit.id}, uuid_v7(), 'Vendas') returning id`,
  );
  const refusal = await (
    await adminOf(unit)
  ).refusal(contract.add, { body: input({ groups: [{ value: 'sales', user_group_id: group?.id ?? '' }] }) });
  expect(refusal.status).toBe(404);
});

test('of the apps of a unit one is on, and the units that have one are named', async () => {
  const app = await trusting();
  const admin = await adminOf(app.unit);
  const { id } = await admin.call(contract.add, { body: input({ name: 'Other' }) });
  expect((await admin.refusal(contract.changeStatus, { body: { id, active: true } })).body.status).toBe('saml_app_active');
  expect(await admin.call(contract.used, {})).toEqual([{ tenant_id: app.unit.id, saml_id: app.id }]);
  await admin.call(contract.changeStatus, { body: { id: app.id, active: false } });
  await admin.call(contract.changeStatus, { body: { id, active: true } });
  expect(await admin.call(contract.used, {})).toEqual([{ tenant_id: app.unit.id, saml_id: id }]);
});

test('switching off the only way in of somebody asks for the name, and ends the sessions by it', async () => {
  const app = await trusting({ first_time: true });
  const { browser } = await signIn(app, `new@${app.domain}`);
  const admin = await adminOf(app.unit);
  const off = { id: app.id, active: false };
  expect((await admin.refusal(contract.changeStatus, { body: off })).body.status).toBe('saml_only_way');
  expect((await admin.refusal(contract.changeStatus, { body: { ...off, name: 'provider' } })).body.status).toBe('saml_only_way');
  expect(await isServed(browser)).toBe(true);
  await admin.call(contract.changeStatus, { body: { ...off, name: 'Provider' } });
  expect(await isServed(browser)).toBe(false);
});

test('deleting asks for the name', async () => {
  const app = await trusting();
  const admin = await adminOf(app.unit);
  expect((await admin.refusal(contract.remove, { query: { id: app.id, name: 'Another' } })).status).toBe(422);
  await admin.call(contract.remove, { query: { id: app.id, name: 'Provider' } });
  expect(await admin.call(contract.list, {})).toEqual([]);
});

const documentOf = (keys: string, entity = 'https://provider.example/saml') =>
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entity}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys}<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://provider.example/slo"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://provider.example/post"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://provider.example/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
const keyOf = (certificate: string, use = '') =>
  `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(/-----[A-Z ]+-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;

test('where passwords are off, the last way in is neither switched off nor deleted', async () => {
  const { unit } = await world.unitWithAdmin();
  const admin = await adminOf(unit);
  const { id } = await admin.call(contract.add, { body: input() });
  await admin.call(contract.changeStatus, { body: { id, active: true } });
  await world.owner.run(sql`update tenant_setting set password_off_domains = '{empresa.example}' where tenant_id = ${unit.id}`);
  expect((await admin.refusal(contract.changeStatus, { body: { id, active: false } })).body.status).toBe('sso_last_way');
  expect((await admin.refusal(contract.remove, { query: { id, name: 'Provider' } })).body.status).toBe('sso_last_way');
  await world.owner.run(sql`update tenant_setting set password_off_domains = '{}' where tenant_id = ${unit.id}`);
  await admin.call(contract.changeStatus, { body: { id, active: false } });
});

test('53: what a provider says of itself is read; without a certificate, hostile or of many it is not', async () => {
  const { unit } = await world.unitWithAdmin();
  const admin = await adminOf(unit);
  const good = documentOf(keyOf(provider.certificate, ' use="signing"') + keyOf(other.certificate));
  expect(await admin.call(contract.readMetadata, { body: { xml: good } })).toMatchObject({
    entity_id: 'https://provider.example/saml',
    sso_url: 'https://provider.example/sso',
    slo_url: 'https://provider.example/slo',
    certificates: expect.arrayContaining(['CN=Provider next', 'CN=Provider'].map((subject) => expect.objectContaining({ subject }))),
  });
  const bad = [
    documentOf(''),
    documentOf(keyOf(provider.certificate, ' use="encryption"')),
    `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${good.replace('https://provider.example/saml', '&e;')}`,
    `<many>${good}${good}</many>`,
    'x'.repeat(100_000),
  ];
  for (const xml of bad)
    expect((await admin.refusal(contract.readMetadata, { body: { xml } })).body.status).toBe('saml_metadata_unreadable');
  world.setTime(new Date('2090-01-01'));
  const late = await world.signIn(await unit.person('admin'));
  expect((await late.refusal(contract.readMetadata, { body: { xml: good } })).body.status).toBe('saml_metadata_unreadable');
  world.setTime(null);
});

test('53: a document is fetched at its address and nowhere else: not inside, not without TLS, not by a detour, not for ever', async () => {
  const server = createServer((request, answer) => {
    if (request.url === '/detour') return answer.writeHead(302, { location: '/good' }).end();
    if (request.url === '/endless') return answer.end('x'.repeat(600_000));
    return answer.end(documentOf(keyOf(provider.certificate)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`;
  const { unit } = await world.unitWithAdmin();
  const admin = await adminOf(unit);
  expect(await admin.call(contract.readMetadata, { body: { url: at('good') } })).toMatchObject({ sso_url: 'https://provider.example/sso' });
  for (const path of ['detour', 'endless'])
    expect((await admin.refusal(contract.readMetadata, { body: { url: at(path) } })).body.status).toBe('saml_metadata_unreachable');
  for (const url of [
    at('good'),
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://[::1]/x',
    'https://169.254.169.254/x',
    'https://10.0.0.1/x',
    'https://a:b@example.com/',
  ])
    await expect(fetchPublic(url, { inside: false, bytes: 1000 })).rejects.toThrow(NotFetched);
});

test('a test starts no session and shows what arrived and each check, also of an app that is off', async () => {
  const app = await trusting({ active: false, groups_attribute: 'groups' });
  const admin = await adminOf(app.unit);
  const email = `new@${app.domain}`;
  const run = async (make: (request_id: string) => string) => {
    const { test_id, redirect_url } = await admin.call(contract.beginTest, { body: { id: app.id } });
    const asked = new URL(redirect_url);
    const request = inflateRawSync(Buffer.from(asked.searchParams.get('SAMLRequest') ?? '', 'base64')).toString('utf8');
    expect(await admin.call(contract.testReport, { params: { id: test_id } })).toEqual({ state: 'waiting', checks: [], arrived: null });
    const answer = await post(browserAt(app), app, make(/ ID="([^"]+)"/.exec(request)?.[1] ?? ''), asked.searchParams.get('RelayState'));
    expect(ledTo(answer).get('test')).toBe('done');
    return { test_id, report: await admin.call(contract.testReport, { params: { id: test_id } }) };
  };
  const { test_id, report } = await run((request_id) =>
    message(honest(app, { request_id }, email, { attributes: { groups: ['a', 'b'] } })),
  );
  expect(report).toMatchObject({ state: 'done', arrived: { email, groups: ['a', 'b'], issuer: app.entity_id } });
  expect(report.checks.filter(({ passed }) => passed !== true)).toEqual([
    { check: 'person', passed: false, detail: 'not_found_companies' },
  ]);
  const late = await run((request_id) => message(honest(app, { request_id }, email, { audience: 'https://elsewhere.example' })));
  expect(late.report.checks.map(({ check, passed }) => [check, passed])).toEqual([
    ...['form', 'structure', 'algorithms', 'signature', 'status', 'issuer'].map((check) => [check, true]),
    ['audience', false],
    ...['recipient', 'time', 'answers', 'identity', 'unused', 'person'].map((check) => [check, null]),
  ]);
  const forged = await run((request_id) => message(honest(app, { request_id }, email)).replace(email, `evil@${app.domain}`));
  expect(forged.report.arrived).toBe(null);
  const [row] = await world.owner.run(
    sql<{ sessions: number }>`select count(*)::int as sessions from session where auth_type = 'saml' and tenant_id = ${app.unit.id}`,
  );
  expect(row?.sessions).toBe(0);
  const colleague = await world.signIn(await app.unit.person('admin'));
  expect((await colleague.refusal(contract.testReport, { params: { id: test_id } })).status).toBe(404);
});

test('administrators are told 60, 30, 7 and 1 days before a certificate ends, once each', async () => {
  const app = await trusting();
  const admin = await app.unit.person('admin');
  const [{ ends } = { ends: 0 }] = (await (await adminOf(app.unit)).call(contract.list, {})).map(({ certificates }) => ({
    ends: Date.parse(certificates[0]?.ends_at ?? ''),
  }));
  const told = async () => {
    const [row] = await world.owner.run(
      sql<{ told: number }>`select count(*)::int as told from notification where kind = 'saml_certificate' and person_id = ${admin.id}`,
    );
    return row?.told;
  };
  const counts: (number | undefined)[] = [];
  for (const days of [61, 59.5, 59, 29.5, 20, 6.5, 0.5, 0.4]) {
    world.setTime(new Date(ends - days * 86_400_000));
    await world.runJobs(watchCertificates);
    counts.push(await told());
    // What is said again to somebody who has not read it yet is one notice.
    await world.owner.run(sql`update notification set read_at = now() where person_id = ${admin.id}`);
  }
  world.setTime(null);
  expect(counts).toEqual([0, 1, 1, 2, 2, 3, 4, 4]);
});
