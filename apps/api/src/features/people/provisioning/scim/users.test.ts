import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { enterpriseUrn, openDirectory, patchOp } from '#test/harness/scim.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const core = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** As Entra creates somebody. */
const person = (word: string, more: object = {}) => ({
  schemas: [core, enterpriseUrn],
  externalId: `ext-${word}`,
  userName: `${word}@Example.COM`,
  active: true,
  displayName: `Pessoa ${word}`,
  name: { givenName: 'Pessoa', familyName: word, formatted: `Pessoa ${word}` },
  emails: [{ primary: true, type: 'work', value: `${word}@example.com` }],
  roles: [],
  meta: { resourceType: 'User' },
  [enterpriseUrn]: { department: 'Vendas', employeeNumber: '17' },
  ...more,
});

const fresh = () => `p${randomUUID().slice(0, 13).replaceAll('-', '')}`;

async function scene(values: Parameters<typeof openDirectory>[2] = {}) {
  const unit = await world.unit();
  await unit.person('admin');
  return { unit, directory: await openDirectory(world, unit, values) };
}

const memberOf = async (id: string) =>
  (
    await world.owner.run(sql<{ state: string; role: string; department: string | null; name: string; email: string; language: string }>`
      select m.state, m.role, m.department, p.name, p.email, p.language from membership m join person p on p.id = m.person_id where m.id = ${id}`)
  )[0];
const logOf = (tenant_id: string) =>
  world.owner.run(sql<{ asked: string; outcome: string; reason: string | null; name: string; rehearsal: boolean; changes: unknown[] }>`
    select asked, outcome, reason, name, rehearsal, changes from scim_log where tenant_id = ${tenant_id} order by id`);

describe('creating', () => {
  test('somebody comes as an active reader, and what was sent is told again as it was sent', async () => {
    const { unit, directory } = await scene();
    const word = fresh();
    const sent = person(word, { title: 'Gerente', preferredLanguage: 'es-MX', phoneNumbers: [{ type: 'mobile', value: '+55 11 9' }] });
    const made = await directory.send('POST', '/Users', sent);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { id } = made.body;
    expect(made.headers['location']).toBe(`https://portal.example/scim/v2/Users/${id}`);
    expect(made.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    const { meta: _, roles: __, ...values } = sent;
    expect(made.body).not.toHaveProperty('roles');
    expect(made.body).toMatchObject({ ...values, meta: { resourceType: 'User', location: made.headers['location'] } });
    expect(await memberOf(id)).toEqual({
      state: 'active',
      role: 'user',
      department: 'Vendas',
      name: `Pessoa ${word}`,
      email: `${word}@example.com`,
      language: 'es',
    });
    expect(await logOf(unit.id)).toMatchObject([{ asked: 'create', outcome: 'created', name: `Pessoa ${word}`, rehearsal: false }]);
  });

  test('a password that Okta makes up is neither kept nor told', async () => {
    const { directory } = await scene();
    const word = fresh();
    const made = await directory.send('POST', '/Users', person(word, { password: 'made-up-password', groups: [], locale: 'pt_BR' }));
    expect(made.status).toBe(201);
    expect(JSON.stringify(made.body)).not.toContain('made-up');
    const kept = await world.owner.run(sql`select from scim_user where resource::text like '%made-up%'`);
    const logged = await world.owner.run(sql`select from scim_log where changes::text like '%made-up%'`);
    expect([kept, logged]).toEqual([[], []]);
  });

  test.each([
    [
      'userName in other letters',
      (word: string) => ({ userName: `${word.toUpperCase()}@EXAMPLE.com`, externalId: 'x1', emails: undefined }),
      'uniqueness',
    ],
    [
      'externalId',
      (word: string) => ({ userName: `other-${word}@example.com`, emails: undefined, externalId: `ext-${word}` }),
      'uniqueness',
    ],
  ])('a %s that somebody has is a conflict', async (_, more, scimType) => {
    const { directory } = await scene();
    const word = fresh();
    await directory.send('POST', '/Users', person(word));
    const again = await directory.send('POST', '/Users', { ...person(word), ...more(word) });
    expect([again.status, again.body.scimType, again.body.status]).toEqual([409, scimType, '409']);
  });

  test('the same external id, and an id of another unit as external id, are nothing to another unit', async () => {
    const [{ directory }, other] = [await scene(), await scene()];
    const word = fresh();
    const first = await directory.send('POST', '/Users', person(word));
    const twin = await other.directory.send('POST', '/Users', person(fresh(), { externalId: `ext-${word}` }));
    const foreign = await other.directory.send('POST', '/Users', person(fresh(), { externalId: first.body.id }));
    expect([twin.status, foreign.status]).toEqual([201, 201]);
    expect((await other.directory.send('GET', `/Users/${first.body.id}`)).status).toBe(404);
  });

  test('an address with an account in another unit is refused, and the log says why', async () => {
    const { unit, directory } = await scene();
    const stranger = await (await world.unit()).person('user');
    const refused = await directory.send('POST', '/Users', person(fresh(), { emails: [{ value: stranger.email, primary: true }] }));
    expect([refused.status, refused.body.scimType]).toEqual([409, 'uniqueness']);
    expect(await logOf(unit.id)).toMatchObject([{ outcome: 'refused', reason: 'email_elsewhere' }]);
  });

  test.each([
    ['no userName', { userName: undefined }, 400],
    ['a blank userName', { userName: ' ' }, 400],
    ['no address at all', { userName: 'somebody', emails: [] }, 400],
    ['a name that is too long', { displayName: 'x'.repeat(121) }, 400],
    ['a list as name', { displayName: ['a', 'b'] }, 400],
    ['a word as active', { active: 'perhaps' }, 400],
    [
      'two first addresses',
      {
        emails: [
          { value: 'a@example.com', primary: true },
          { value: 'b@example.com', primary: 'True' },
        ],
      },
      400,
    ],
  ])('%s is refused', async (_, more, status) => {
    const { directory } = await scene();
    const refused = await directory.send('POST', '/Users', { ...person(fresh()), ...more });
    expect([refused.status, refused.body.scimType], JSON.stringify(refused.body)).toEqual([status, 'invalidValue']);
  });

  test('without a seat nobody comes, administrators hear of it once, and inactive people do come', async () => {
    const { unit, directory } = await scene();
    await world.owner.run(sql`update tenant set user_limit = 1 where id = ${unit.id}`);
    const refused = await directory.send('POST', '/Users', person(fresh()));
    expect([refused.status, refused.body.schemas]).toEqual([403, ['urn:ietf:params:scim:api:messages:2.0:Error']]);
    expect((await directory.send('POST', '/Users', person(fresh()))).status).toBe(403);
    const notices = await world.owner.run(sql`select from notification where tenant_id = ${unit.id} and kind = 'scim_seats_full'`);
    expect(notices).toHaveLength(1);
    expect((await directory.send('POST', '/Users', person(fresh(), { active: false }))).status).toBe(201);
    expect((await logOf(unit.id)).map(({ reason }) => reason)).toEqual(['seats_full', 'seats_full', null]);
  });
});

async function existing(more: object = {}) {
  const { unit, directory } = await scene();
  const word = fresh();
  const { body } = await directory.send('POST', '/Users', person(word, more));
  const patch = (operations: unknown[]) => directory.send('PATCH', `/Users/${body.id}`, { schemas: [patchOp], Operations: operations });
  return { unit, directory, word, id: body.id, patch };
}

describe('changing', () => {
  test.each<[dialect: string, operations: unknown[]]>([
    ['Entra without the flag', [{ op: 'Replace', path: 'active', value: 'False' }]],
    ['Entra with the flag', [{ op: 'replace', value: { active: false } }]],
    ['Okta', [{ op: 'replace', value: { active: false } }]],
    ['Okta with a path', [{ op: 'replace', path: 'active', value: false }]],
    ['in other letters', [{ OP: 'REPLACE', Path: 'ACTIVE', VALUE: 'false' }]],
    ['with the address of the schema', [{ op: 'replace', path: `${core}:active`, value: false }]],
  ])('%s inactivates, which ends sessions at once', async (_, operations) => {
    const { unit, directory } = await scene();
    const ana = await unit.person('user');
    const session = await world.signIn(ana);
    const { body } = await directory.send('GET', `/Users?filter=${encodeURIComponent(`userName eq "${ana.email.toUpperCase()}"`)}`);
    expect(body.totalResults).toBe(1);
    const id = body.Resources[0]?.id ?? '';
    const changed = await directory.send('PATCH', `/Users/${id}`, { schemas: [patchOp], Operations: operations });
    expect([changed.status, changed.body.active], JSON.stringify(changed.body)).toEqual([200, false]);
    expect(await memberOf(id)).toMatchObject({ state: 'inactive' });
    expect((await session.inject({ url: '/api/users' })).statusCode).toBe(401);
    // Found afterwards, and the same person when they come back.
    expect((await directory.send('GET', `/Users/${id}`)).body.active).toBe(false);
    await directory.send('PATCH', `/Users/${id}`, { Operations: [{ op: 'Add', path: 'active', value: 'True' }] });
    expect(await memberOf(id)).toMatchObject({ state: 'active' });
    expect((await logOf(unit.id)).map(({ outcome }) => outcome)).toEqual(['disabled', 'enabled']);
  });

  test.each<[what: string, operations: unknown[], expected: object]>([
    ['parts of a name with dots (Entra)', [{ op: 'Replace', path: 'name.givenName', value: 'Ana' }], { name: { givenName: 'Ana' } }],
    [
      'names as paths in one operation (Entra with the flag)',
      [{ op: 'replace', value: { 'name.givenName': 'Eva', displayName: 'Eva Nova', [`${enterpriseUrn}:department`]: 'Compras' } }],
      { name: { givenName: 'Eva' }, displayName: 'Eva Nova', [enterpriseUrn]: { department: 'Compras', employeeNumber: '17' } },
    ],
    [
      'an element that is not there yet (Entra)',
      [{ op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1' }],
      { phoneNumbers: [{ type: 'mobile', value: '+1' }] },
    ],
    [
      'an element by a filter as a name',
      [{ op: 'add', value: { 'addresses[type eq "work"].locality': 'Recife' } }],
      { addresses: [{ type: 'work', locality: 'Recife' }] },
    ],
    [
      'a manager as a text (Entra)',
      [{ op: 'Add', path: `${enterpriseUrn}:manager`, value: 'boss-1' }],
      { [enterpriseUrn]: { manager: { value: 'boss-1' } } },
    ],
    [
      'the extension as an object',
      [{ op: 'replace', value: { [enterpriseUrn]: { costCenter: 'C9' } } }],
      { [enterpriseUrn]: { costCenter: 'C9', department: 'Vendas' } },
    ],
    [
      'roles by the one that is first (validator)',
      [
        { op: 'Add', path: 'roles', value: [{ value: 'r1', primary: 'True' }] },
        { op: 'Replace', path: 'roles[primary eq "True"].value', value: 'r2' },
      ],
      { roles: [{ value: 'r2', primary: true }] },
    ],
    [
      'an address in its place',
      [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'moved@example.org' }],
      { emails: [{ primary: true, type: 'work', value: 'moved@example.org' }] },
    ],
    [
      'a new first address',
      [{ op: 'add', path: 'emails', value: [{ value: 'second@example.org', type: 'home', primary: true }] }],
      { emails: [expect.objectContaining({ primary: false }), { value: 'second@example.org', type: 'home', primary: true }] },
    ],
    [
      'the whole list',
      [{ op: 'replace', path: 'emails', value: [{ value: 'only@example.org' }] }],
      { emails: [{ value: 'only@example.org' }] },
    ],
    [
      'an attribute away',
      [
        { op: 'Remove', path: 'name.familyName' },
        { op: 'remove', path: `${enterpriseUrn}:department` },
      ],
      { name: { givenName: 'Pessoa' }, [enterpriseUrn]: { employeeNumber: '17' } },
    ],
    ['names of attributes in other letters', [{ op: 'replace', path: 'DISPLAYNAME', value: 'Outra' }], { displayName: 'Outra' }],
    [
      'null, which takes away',
      [
        { op: 'replace', path: 'title', value: 'T' },
        { op: 'replace', path: 'title', value: null },
      ],
      { title: undefined },
    ],
  ])('takes %s', async (_, operations, expected) => {
    const { directory, id, patch } = await existing();
    const changed = await patch(operations);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const { body } = await directory.send('GET', `/Users/${id}`);
    const wanted = Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined));
    expect(body).toMatchObject(wanted);
    for (const [name, value] of Object.entries(expected)) if (value === undefined) expect(body).not.toHaveProperty(name);
    for (const list of ['emails', 'phoneNumbers', 'addresses', 'roles'])
      if (list in wanted) expect(body[list]).toHaveLength((wanted as Record<string, unknown[]>)[list]?.length ?? 0);
  });
});

describe('what follows, and what stays', () => {
  test('what the portal has itself follows', async () => {
    const { id, patch } = await existing();
    await patch([
      { op: 'Replace', path: 'displayName', value: 'Nome Novo' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'NOVO.nome@example.org' },
      { op: 'Replace', path: `${enterpriseUrn}:department`, value: 'Compras' },
      { op: 'Add', path: 'preferredLanguage', value: 'en_GB' },
    ]);
    expect(await memberOf(id)).toMatchObject({
      name: 'Nome Novo',
      email: 'novo.nome@example.org',
      department: 'Compras',
      language: 'en-US',
    });
  });

  test('what the directory does not own stays', async () => {
    const { id, directory, unit, patch } = await existing({ [enterpriseUrn]: undefined });
    await world.owner.run(sql`update membership set department = 'Local', role = 'admin' where id = ${id}`);
    await world.owner.run(sql`update person set language = 'es' where id = (select person_id from membership where id = ${id})`);
    await patch([
      { op: 'Replace', path: 'displayName', value: 'Outro Nome' },
      { op: 'Add', path: 'roles', value: [{ value: 'operator' }] },
    ]);
    expect(await memberOf(id)).toEqual(expect.objectContaining({ department: 'Local', role: 'admin', language: 'es', name: 'Outro Nome' }));
    const before = await unit.person('user');
    await world.owner.run(sql`update membership set department = 'Deste' where id = ${before.membership_id}`);
    await directory.send('PATCH', `/Users/${before.membership_id}`, { Operations: [{ op: 'add', path: 'externalId', value: 'e-9' }] });
    expect(await memberOf(before.membership_id ?? '')).toMatchObject({ department: 'Deste', name: before.name });
    expect((await logOf(unit.id)).at(-1)).toMatchObject({ outcome: 'taken_over' });
  });

  test('the account of somebody who belongs to another unit too stays as it is; the state here is ours', async () => {
    const { unit, directory } = await scene();
    const both = await world.join(await (await world.unit()).person('user'), unit);
    const changed = await directory.send('PATCH', `/Users/${both.membership_id}`, {
      Operations: [{ op: 'replace', value: { displayName: 'Renamed', active: false, emails: [{ value: 'stolen@example.org' }] } }],
    });
    expect(changed.status).toBe(200);
    expect(await memberOf(both.membership_id ?? '')).toMatchObject({ name: both.name, email: both.email, state: 'inactive' });
  });

  test('a blocked person stays blocked', async () => {
    const { id, patch } = await existing();
    await world.owner.run(sql`update membership set state = 'blocked' where id = ${id}`);
    expect((await patch([{ op: 'replace', value: { active: true, title: 'X' } }])).status).toBe(200);
    expect(await memberOf(id)).toMatchObject({ state: 'blocked' });
  });

  test('the last administrator stays', async () => {
    const { unit, directory } = await scene();
    const [admin] = await world.owner.run(sql<{ id: string }>`select id from membership where tenant_id = ${unit.id} and role = 'admin'`);
    const refused = await directory.send('PATCH', `/Users/${admin?.id}`, { Operations: [{ op: 'replace', path: 'active', value: false }] });
    expect(refused.status).toBe(403);
    expect((await directory.send('DELETE', `/Users/${admin?.id}`)).status).toBe(403);
    expect(await memberOf(admin?.id ?? '')).toMatchObject({ state: 'active' });
    expect((await logOf(unit.id)).map(({ reason }) => reason)).toEqual(['last_admin', 'last_admin']);
  });

  test.each<[what: string, operations: unknown, status: number, scimType: string]>([
    ['an unknown op', [{ op: 'delete', path: 'title' }], 400, 'invalidSyntax'],
    ['no op', [{ path: 'title', value: 'x' }], 400, 'invalidSyntax'],
    ['no operations', [], 400, 'invalidSyntax'],
    ['operations that are none', 'x', 400, 'invalidSyntax'],
    ['a removal without a path', [{ op: 'remove' }], 400, 'noTarget'],
    ['an unknown attribute', [{ op: 'add', path: 'favourite', value: 'x' }], 400, 'invalidPath'],
    ['a path that is none', [{ op: 'add', path: 'emails[type eq "work"', value: 'x' }], 400, 'invalidPath'],
    ['the id', [{ op: 'replace', path: 'id', value: 'x' }], 400, 'mutability'],
    ['the groups', [{ op: 'add', path: 'groups', value: [{ value: 'x' }] }], 400, 'mutability'],
    ['meta', [{ op: 'replace', path: 'meta.created', value: 'x' }], 400, 'mutability'],
    ['another id without a path', [{ op: 'replace', value: { id: 'other' } }], 400, 'mutability'],
    ['an element that nobody is', [{ op: 'replace', path: 'emails[type eq "other"].value', value: 'x@example.com' }], 400, 'noTarget'],
    ['the userName away', [{ op: 'remove', path: 'userName' }], 400, 'invalidValue'],
    ['a filter that is none', [{ op: 'add', path: 'emails[type zz "work"].value', value: 'x' }], 400, 'invalidFilter'],
    ['__proto__', [{ op: 'add', path: '__proto__.polluted', value: 'x' }], 400, 'invalidPath'],
    ['constructor', [{ op: 'add', path: 'constructor.prototype.polluted', value: 'x' }], 400, 'invalidPath'],
    ['__proto__ of a part', [{ op: 'add', path: 'name.__proto__', value: 'x' }], 400, 'invalidPath'],
  ])('refuses %s, and nothing of the call holds', async (_, operations, status, scimType) => {
    const { directory, id, unit } = await existing();
    const first = Array.isArray(operations) && operations.length > 0 ? [{ op: 'replace', path: 'displayName', value: 'Half' }] : [];
    const body = { schemas: [patchOp], Operations: Array.isArray(operations) ? [...first, ...operations] : operations };
    const refused = await directory.send('PATCH', `/Users/${id}`, body);
    expect([refused.status, refused.body.scimType, refused.body.status], JSON.stringify(refused.body)).toEqual([
      status,
      scimType,
      String(status),
    ]);
    expect((await directory.send('GET', `/Users/${id}`)).body.displayName).not.toBe('Half');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect((await logOf(unit.id)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'invalid' });
  });

  test('PUT replaces everything (Okta), and what it leaves out is gone; whether somebody is active stays', async () => {
    const { directory, id, word } = await existing({ title: 'Antes' });
    await directory.send('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value: { active: false } }] });
    const { [enterpriseUrn]: _, active: __, ...rest } = person(word) as Record<string, unknown>;
    const put = await directory.send('PUT', `/Users/${id}`, { ...rest, id: 'another', groups: [{ value: 'x' }], displayName: 'Depois' });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ id, displayName: 'Depois', active: false });
    expect(put.body).not.toHaveProperty('title');
    expect(await memberOf(id)).toMatchObject({ name: 'Depois', department: null, state: 'inactive' });
  });

  test('what is sent again as it was is no change, in whatever order its parts stand', async () => {
    const { unit, directory, id, word } = await existing();
    const emails = [{ value: `${word}@example.com`, type: 'work', primary: true }];
    expect((await directory.send('PUT', `/Users/${id}`, person(word, { emails }))).status).toBe(200);
    expect((await logOf(unit.id)).at(-1)).toMatchObject({ asked: 'replace', outcome: 'unchanged', changes: [] });
  });

  test('a version that is over is 412, and one that is known 304', async () => {
    const { directory, id, patch } = await existing();
    const { headers, body } = await directory.send('GET', `/Users/${id}`);
    const etag = String(headers['etag']);
    expect(body.meta.version).toBe(etag);
    expect((await directory.send('GET', `/Users/${id}`, undefined, { 'if-none-match': etag })).status).toBe(304);
    await patch([{ op: 'replace', path: 'title', value: 'Novo' }]);
    const late = await directory.send('PUT', `/Users/${id}`, person('late'), { 'if-match': etag });
    expect([late.status, late.body.schemas?.[0]]).toEqual([412, 'urn:ietf:params:scim:api:messages:2.0:Error']);
    expect((await directory.send('DELETE', `/Users/${id}`, undefined, { 'if-match': etag })).status).toBe(412);
    expect((await directory.send('DELETE', `/Users/${id}`, undefined, { 'if-match': '*' })).status).toBe(204);
  });
});

test('whoever is deleted is gone for the directory, deactivated here, and the same person when they are created again', async () => {
  const { unit, directory } = await scene();
  const word = fresh();
  const { body } = await directory.send('POST', '/Users', person(word));
  expect((await directory.send('DELETE', `/Users/${body.id}`)).status).toBe(204);
  expect((await directory.send('GET', `/Users/${body.id}`)).status).toBe(404);
  expect((await directory.send('DELETE', `/Users/${body.id}`)).status).toBe(404);
  expect(await memberOf(body.id)).toMatchObject({ state: 'deactivated' });
  const again = await directory.send('POST', '/Users', person(word, { displayName: 'De Volta' }));
  expect([again.status, again.body.id]).toEqual([201, body.id]);
  expect(await memberOf(body.id)).toMatchObject({ state: 'active', name: 'De Volta' });
  expect((await logOf(unit.id)).map(({ outcome }) => outcome)).toEqual(['created', 'removed', 'revived']);
});
