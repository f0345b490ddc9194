/** PATCH in the dialects of Entra and Okta, PUT, versions, and what is refused as a whole. */
import { afterAll, describe, expect, test } from 'vitest';
import { coreUser, newUser, provisionedIn } from '#test/harness/provisioned.ts';
import { enterpriseUrn, patchOp } from '#test/harness/scim.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);
const { existing, logOf, memberOf, scene } = provisionedIn(world);

describe('changing', () => {
  test.each<[dialect: string, operations: unknown[]]>([
    ['Entra without the flag', [{ op: 'Replace', path: 'active', value: 'False' }]],
    ['Entra with the flag', [{ op: 'replace', value: { active: false } }]],
    ['Okta', [{ op: 'replace', value: { active: false } }]],
    ['Okta with a path', [{ op: 'replace', path: 'active', value: false }]],
    ['in other letters', [{ OP: 'REPLACE', Path: 'ACTIVE', VALUE: 'false' }]],
    ['with the address of the schema', [{ op: 'replace', path: `${coreUser}:active`, value: false }]],
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

describe('the whole of a call', () => {
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
    const { [enterpriseUrn]: _, active: __, ...rest } = newUser(word) as Record<string, unknown>;
    const put = await directory.send('PUT', `/Users/${id}`, { ...rest, id: 'another', groups: [{ value: 'x' }], displayName: 'Depois' });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ id, displayName: 'Depois', active: false });
    expect(put.body).not.toHaveProperty('title');
    expect(await memberOf(id)).toMatchObject({ name: 'Depois', department: null, state: 'inactive' });
  });

  test('what is sent again as it was is no change, in whatever order its parts stand', async () => {
    const { unit, directory, id, word } = await existing();
    const emails = [{ value: `${word}@example.com`, type: 'work', primary: true }];
    expect((await directory.send('PUT', `/Users/${id}`, newUser(word, { emails }))).status).toBe(200);
    expect((await logOf(unit.id)).at(-1)).toMatchObject({ asked: 'replace', outcome: 'unchanged', changes: [] });
  });

  test('a version that is over is 412, and one that is known 304', async () => {
    const { directory, id, patch } = await existing();
    const { headers, body } = await directory.send('GET', `/Users/${id}`);
    const etag = String(headers['etag']);
    expect(body.meta.version).toBe(etag);
    expect((await directory.send('GET', `/Users/${id}`, undefined, { 'if-none-match': etag })).status).toBe(304);
    await patch([{ op: 'replace', path: 'title', value: 'Novo' }]);
    const late = await directory.send('PUT', `/Users/${id}`, newUser('late'), { 'if-match': etag });
    expect([late.status, late.body.schemas?.[0]]).toEqual([412, 'urn:ietf:params:scim:api:messages:2.0:Error']);
    expect((await directory.send('DELETE', `/Users/${id}`, undefined, { 'if-match': etag })).status).toBe(412);
    expect((await directory.send('DELETE', `/Users/${id}`, undefined, { 'if-match': '*' })).status).toBe(204);
  });
});
