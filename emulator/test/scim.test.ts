import { expect, onTestFinished, test } from 'vitest';
import { openScimServer } from './scimServer.ts';
import type { Asked } from './scimServer.ts';
import { startWorld } from './world.ts';

type Dialect = 'entra' | 'entra_flag' | 'okta' | 'okta_patch';

const ana = { object_id: 'person-ana', name: 'Ana Lima', mail: 'ana@unit.example', vouched: true, guest: false };
const rui = { object_id: 'person-rui', name: 'Rui Costa', mail: 'rui@unit.example', vouched: true, guest: false };
const visitor = { object_id: 'person-visitor', name: 'Vi Sitor', mail: 'vi@unit.example', vouched: true, guest: true };
const other = { object_id: 'person-other', name: 'Other', mail: 'other@else.example', vouched: true, guest: false };
const group = { id: '8e40b7d2-6a15-4f93-b0c8-000000000009', name: 'Readers', members: ['person-ana', 'person-other'] };

const start = async (dialect: Dialect, settings: object = {}) => {
  const service = await startWorld({ people: structuredClone([ana, rui, visitor, other]), groups: structuredClone([group]) });
  onTestFinished(() => service.close());
  const application = await openScimServer();
  const admin = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${service.origin}/admin/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as Record<string, unknown> };
  };
  const configured = { address: application.address, token: 'good', dialect, domains: ['unit.example'], every_minutes: 5, running: false };
  expect((await admin('PUT', 'provisioning', { ...configured, ...settings })).status).toBe(204);
  const run = async (): Promise<Asked[]> => {
    expect((await admin('POST', 'provisioning/run')).status).toBe(200);
    return application.taken();
  };
  const idOf = (mail: string): string => String(application.stored.Users.find((one) => one['userName'] === mail)?.id);
  const log = async () => {
    const { provisioning } = (await admin('GET', 'directory')).body as {
      provisioning: { log: { did: string; about: string; failed: boolean }[] };
    };
    return provisioning.log;
  };
  return { service, application, admin, run, idOf, log };
};

const lines = (asked: Asked[]) => asked.map(({ method, path }) => `${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')}`);
const operations = (asked: Asked[]) =>
  asked.filter(({ method }) => method === 'PATCH').flatMap(({ body }) => (body as { Operations: unknown[] }).Operations);

test('Entra looks for everybody before it makes them, groups without members, and its members in patches', async () => {
  const { run, idOf } = await start('entra');
  const asked = await run();
  expect(lines(asked)).toEqual([
    'GET /scim/Users?filter=userName eq "ana@unit.example"',
    'POST /scim/Users',
    'GET /scim/Users?filter=userName eq "rui@unit.example"',
    'POST /scim/Users',
    'GET /scim/Groups?excludedAttributes=members&filter=displayName eq "Readers"',
    'POST /scim/Groups',
    'PATCH /scim/Groups/<id>',
  ]);
  expect(asked[1]).toMatchObject({ type: 'application/scim+json; charset=utf-8', token: 'Bearer good' });
  expect(asked[1]?.body).toEqual({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: 'person-ana',
    userName: 'ana@unit.example',
    active: true,
    displayName: 'Ana Lima',
    emails: [{ primary: true, type: 'work', value: 'ana@unit.example' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ana Lima', familyName: 'Lima', givenName: 'Ana' },
    roles: [],
  });
  expect(asked[5]?.body).not.toHaveProperty('members');
  expect(operations(asked)).toEqual([{ op: 'Add', path: 'members', value: [{ $ref: null, value: idOf('ana@unit.example') }] }]);
  expect(await run()).toEqual([]);
});

test.each([
  ['entra', [{ op: 'Replace', path: 'active', value: 'False' }]],
  ['entra_flag', [{ op: 'Replace', value: { active: false } }]],
  ['okta_patch', [{ op: 'replace', value: { active: false } }]],
] as const)('%s disables somebody with a patch of its own', async (dialect, patch) => {
  const { run, admin, idOf } = await start(dialect);
  await run();
  await admin('PATCH', 'people/person-rui', { disabled: true });
  const asked = (await run()).filter(({ method }) => method !== 'GET');
  expect(lines(asked)).toEqual(['PATCH /scim/Users/<id>']);
  expect(asked[0]?.path).toBe(`/scim/Users/${idOf('rui@unit.example')}`);
  expect(operations(asked)).toEqual(patch);
});

test.each([
  [
    'entra',
    ['userName', 'emails[type eq "work"].value', 'displayName', 'name.givenName', 'name.familyName', 'name.formatted'].map((path, at) => ({
      op: 'Replace',
      path,
      value: at < 2 ? 'rita@unit.example' : ['Rita Costa', 'Rita', 'Costa', 'Rita Costa'][at - 2],
    })),
  ],
  [
    'entra_flag',
    [
      {
        op: 'Replace',
        value: {
          userName: 'rita@unit.example',
          'emails[type eq "work"].value': 'rita@unit.example',
          displayName: 'Rita Costa',
          'name.givenName': 'Rita',
          'name.familyName': 'Costa',
          'name.formatted': 'Rita Costa',
        },
      },
    ],
  ],
] as const)('%s sends what has changed', async (dialect, patch) => {
  const { run, admin } = await start(dialect);
  await run();
  await admin('PATCH', 'people/person-rui', { name: 'Rita Costa', mail: 'rita@unit.example' });
  expect(operations(await run())).toEqual(patch);
});

test.each([
  ['entra', (id: string) => ({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] })],
  ['entra_flag', (id: string) => ({ op: 'Remove', path: `members[value eq "${id}"]` })],
] as const)('%s takes somebody out of a group, and renames it', async (dialect, removal) => {
  const { run, admin, idOf } = await start(dialect);
  await run();
  await admin('PATCH', `groups/${group.id}`, { members: ['person-rui'], name: 'Writers' });
  const rename = dialect === 'entra' ? { path: 'displayName', value: 'Writers' } : { value: { displayName: 'Writers' } };
  expect(operations(await run())).toEqual([
    { op: 'Replace', ...rename },
    { op: 'Add', path: 'members', value: [{ $ref: null, value: idOf('rui@unit.example') }] },
    removal(idOf('ana@unit.example')),
  ]);
});

test('Entra disables who is deleted, and deletes them thirty days later', async () => {
  const { run, admin, service } = await start('entra');
  await run();
  await admin('DELETE', 'people/person-rui');
  expect(operations(await run())).toEqual([{ op: 'Replace', path: 'active', value: 'False' }]);
  service.clock.advance(29 * 86_400_000);
  expect(await run()).toEqual([]);
  service.clock.advance(86_400_000);
  expect(lines(await run())).toEqual(['DELETE /scim/Users/<id>']);
  expect(await run()).toEqual([]);
});

test('Okta reads everybody first, makes people with a password and no groups, puts them, and deletes nobody', async () => {
  const { run, admin, application, service, idOf } = await start('okta');
  for (let at = 0; at < 150; at++) application.stored.Users.push({ id: `known-${at}`, userName: `known${at}@unit.example` });
  application.stored.Users.push({ id: 'rui-there', userName: 'RUI@unit.example', nickName: 'kept' });
  const asked = await run();
  expect(lines(asked)).toEqual([
    'GET /scim/Users?startIndex=1&count=100',
    'GET /scim/Users?startIndex=101&count=100',
    'GET /scim/Users?filter=userName eq "ana@unit.example"&startIndex=1&count=100',
    'POST /scim/Users',
    'GET /scim/Users/rui-there',
    'PUT /scim/Users/rui-there',
    'GET /scim/Groups?filter=displayName eq "Readers"&startIndex=1&count=100',
    'POST /scim/Groups',
    'PUT /scim/Groups/<id>',
  ]);
  expect(asked[3]?.body).toMatchObject({ userName: 'ana@unit.example', groups: [], locale: 'pt-BR', password: expect.any(String) });
  // What the application knew beside is sent back.
  expect(asked[5]?.body).toMatchObject({ id: 'rui-there', userName: 'rui@unit.example', nickName: 'kept', active: true });
  expect(asked[8]?.body).toMatchObject({ displayName: 'Readers', members: [{ value: idOf('ana@unit.example') }] });
  await admin('DELETE', 'people/person-rui');
  const gone = (await run()).filter(({ method }) => method !== 'GET');
  expect(gone.map(({ method, body }) => [method, (body as { active: boolean }).active])).toEqual([['PUT', false]]);
  service.clock.advance(400 * 86_400_000);
  expect((await run()).filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('Okta of the catalogue changes a group in one patch, and repeats the id when it renames', async () => {
  const { run, admin, idOf, application } = await start('okta_patch');
  await run();
  const id = application.stored.Groups[0]?.id;
  await admin('PATCH', `groups/${group.id}`, { members: ['person-rui'], name: 'Writers' });
  const patches = (await run()).filter(({ method }) => method === 'PATCH');
  expect(patches.map(({ body }) => (body as { Operations: unknown[] }).Operations)).toEqual([
    [{ op: 'replace', value: { id, displayName: 'Writers' } }],
    [
      { op: 'remove', path: `members[value eq "${idOf('ana@unit.example')}"]` },
      { op: 'add', path: 'members', value: [{ value: idOf('rui@unit.example') }] },
    ],
  ]);
});

test('one who is refused keeps nobody else from being provisioned, and comes again with the next run', async () => {
  const { run, application, log } = await start('entra');
  application.refusals.push({ part: '"userName":"ana@unit.example"', status: 400 });
  expect(lines(await run()).filter((line) => line === 'POST /scim/Users')).toHaveLength(2);
  expect((await log()).filter(({ failed }) => failed)).toMatchObject([
    { did: 'The run is complete; the application refused 1' },
    { about: 'Ana Lima', did: 'Created', request: { status: 400, answered: 'Refused by the test' } },
  ]);
  application.refusals.length = 0;
  expect(lines(await run())).toContain('POST /scim/Users');
  expect(application.stored.Users.map((one) => one['userName'])).toEqual(['rui@unit.example', 'ana@unit.example']);
});

test.each([
  ['a token that is not known', { token: 'bad' }, /401/],
  ['an address where nobody is', { address: 'http://127.0.0.1:9/scim' }, /does not answer/],
])('a run with %s is broken off at once', async (_, settings, why) => {
  const { run, log } = await start('entra', settings);
  expect((await run()).length).toBeLessThanOrEqual(1);
  expect((await log())[0]).toMatchObject({ failed: true, did: expect.stringMatching(why) });
});

test('tests the connection without changing anything, and never shows the token', async () => {
  const { admin, application } = await start('entra');
  expect((await admin('POST', 'provisioning/test')).body).toEqual({ succeeded: true });
  expect(lines(application.taken())).toEqual(['GET /scim/Users?filter=userName eq "<id>"']);
  expect(JSON.stringify((await admin('GET', 'directory')).body)).not.toContain('good');
  expect(JSON.stringify((await admin('GET', 'tenant')).body)).not.toContain('"good"');
  await admin('PUT', 'provisioning', { address: application.address, dialect: 'okta', domains: [], every_minutes: 5, running: false });
  expect((await admin('POST', 'provisioning/test')).body).toEqual({ succeeded: true });
});

test('finds an application of this machine by the name of its unit', async () => {
  const { admin, application } = await start('entra');
  const address = application.address.replace('127.0.0.1', 'unit.localhost');
  await admin('PUT', 'provisioning', { address, dialect: 'entra', domains: [], every_minutes: 5, running: false });
  expect((await admin('POST', 'provisioning/test')).body).toEqual({ succeeded: true });
  expect(application.taken().map(({ host }) => host)).toEqual([new URL(address).host]);
});

test("runs by itself when the service's clock says so", { timeout: 60_000 }, async () => {
  const { application, service, log, run } = await start('entra', { running: true });
  await run();
  service.clock.advance(6 * 60_000);
  await expect
    .poll(async () => (await log()).filter(({ did }) => did === 'The run is complete').length, { timeout: 50_000 })
    .toBeGreaterThan(1);
  expect(application.stored.Users).toHaveLength(2);
});
