/** What every call has in common: tokens, form, limits, discovery. */
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { openDirectory, sender } from '#test/harness/scim.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const errorForm = 'urn:ietf:params:scim:api:messages:2.0:Error';
const list = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

async function scene(values: Parameters<typeof openDirectory>[2] = {}) {
  const unit = await world.unit();
  await unit.person('admin');
  return { unit, directory: await openDirectory(world, unit, values) };
}

const { directory: known, unit: unitOfKnown } = await scene();

describe('a token', () => {
  test.each<[what: string, token: () => string | null]>([
    ['none', () => null],
    ['a made up one', () => 'abc'],
    ['one of the right form', () => `${known.token.slice(0, -1)}${known.token.endsWith('A') ? 'B' : 'A'}`],
    ['one with another unit in it', () => known.token.replace(/_[\da-f]{32}_/, `_${'0'.repeat(32)}_`)],
    ['a very long one', () => 'x'.repeat(5000)],
  ])('%s is 401 in the form of SCIM', async (_, token) => {
    const answer = await sender(world, token())('GET', '/Users');
    expect([answer.status, answer.body.schemas, answer.body.status]).toEqual([401, [errorForm], '401']);
    expect(answer.headers['www-authenticate']).toContain('Bearer');
    expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
  });

  test('that is over, and one that was revoked, open nothing', async () => {
    const { directory, unit } = await scene({ expires_at: new Date(Date.now() - 1000) });
    expect((await directory.send('GET', '/Users')).status).toBe(401);
    const other = await openDirectory(world, unit);
    expect((await other.send('GET', '/Users')).status).toBe(200);
    await world.owner.run(sql`delete from scim_token where id = ${other.token_id}`);
    expect((await other.send('GET', '/Users')).status).toBe(401);
  });

  test('of a unit works on its own host and on the platform’s, never on another unit’s', async () => {
    const { directory } = await scene();
    const other = await world.unit();
    const host = `h${other.id.slice(-12)}.example`;
    await world.owner.run(sql`insert into domain (id, host, tenant_id, state) values (uuid_v7(), ${host}, ${other.id}, 'active')`);
    expect((await sender(world, directory.token, host)('GET', '/Users')).status).toBe(401);
    const unknown = await sender(world, directory.token, 'nobody.example')('GET', '/Users');
    expect([unknown.status, unknown.body.schemas]).toEqual([404, [errorForm]]);
  });

  test.each(['suspended', 'closed'])('of a unit that is %s opens nothing', async (state) => {
    const { directory, unit } = await scene();
    await world.owner.run(sql`update tenant set state = ${state} where id = ${unit.id}`);
    expect((await directory.send('GET', '/Users')).status).toBe(403);
  });

  test('tells when it was used last', async () => {
    const { directory } = await scene();
    await directory.send('GET', '/Users');
    const used = await world.owner.run(sql`select from scim_token_use where token_id = ${directory.token_id}`);
    expect(used).toHaveLength(1);
  });
});

test('a network without attempts left is slowed down, and a token that is known is not', async () => {
  const { directory } = await scene();
  await world.owner
    .run(sql`insert into attempt (key, window_started_at, count) values ('network:198.51.100.0/24', ${world.services.now()}, 100)
    on conflict (key) do update set count = 100, window_started_at = excluded.window_started_at`);
  const slowed = await sender(world, 'nobody')('GET', '/Users');
  expect([slowed.status, slowed.body.schemas]).toEqual([429, [errorForm]]);
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0);
  expect((await directory.send('GET', '/Users')).status).toBe(200);
  await world.owner.run(sql`delete from attempt where key = 'network:198.51.100.0/24'`);
});

test('a unit’s directory has 25 calls in a second, all its tokens together, and another unit’s none the less', async () => {
  const [{ directory, unit }, other] = [await scene(), await scene()];
  const twin = await openDirectory(world, unit);
  // Nobody who waits.
  const [send, sendToo] = [sender(world, directory.token), sender(world, twin.token)];
  world.setTime(new Date());
  try {
    const statuses: number[] = [];
    for (let sent = 0; sent < 26; sent++) statuses.push((await (sent % 2 ? sendToo : send)('GET', '/Users?count=1')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(25);
    const refused = await send('GET', '/Users');
    expect([refused.status, refused.body.status, refused.headers['retry-after']]).toEqual([429, '429', '1']);
    expect((await other.directory.send('GET', '/Users')).status).toBe(200);
    world.setTime(new Date(world.services.now().getTime() + 1001));
    expect((await send('GET', '/Users')).status).toBe(200);
  } finally {
    world.setTime(null);
  }
});

describe('refusals have the form of SCIM', () => {
  const json = 'application/scim+json';
  test.each<[what: string, status: number, call: () => ReturnType<typeof known.send>]>([
    ['an unknown path', 404, () => known.send('GET', '/Nothing')],
    ['an unknown id', 404, () => known.send('GET', '/Users/01900000-0000-7000-8000-000000000000')],
    ['an id that is none', 404, () => known.send('GET', '/Users/abc')],
    ['bulk', 501, () => known.send('POST', '/Bulk', { Operations: [] })],
    ['me', 501, () => known.send('GET', '/Me')],
    ['another type of body', 415, () => known.send('POST', '/Users', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })],
    ['a body that is too large', 413, () => known.send('POST', '/Users', JSON.stringify({ userName: 'x'.repeat(1_100_000) }))],
    ['too many values', 413, () => known.send('POST', '/Users', JSON.stringify({ x: Array.from({ length: 50_000 }, () => 1) }))],
    ['broken JSON', 400, () => known.send('POST', '/Users', '{"userName":')],
    ['bytes that are no UTF-8', 400, () => known.send('POST', '/Users', Buffer.from([0x22, 0xff, 0xfe, 0x22]))],
    ['NUL in a text', 400, () => known.send('POST', '/Users', String.raw`{"userName":"a\u0000@example.com"}`)],
    ['a key twice', 400, () => known.send('POST', '/Users', '{"userName":"a@example.com","userName":"b@example.com"}')],
    ['a key twice in other letters', 400, () => known.send('POST', '/Users', '{"userName":"a@example.com","USERNAME":"b@example.com"}')],
    ['__proto__', 400, () => known.send('POST', '/Users', '{"userName":"a@example.com","__proto__":{"active":false}}')],
    ['deep nesting', 400, () => known.send('POST', '/Users', `${'['.repeat(100)}${']'.repeat(100)}`)],
    ['no body', 400, () => known.send('POST', '/Users', '', { 'content-type': json })],
    ['a list as body', 400, () => known.send('POST', '/Users', '[]')],
    ['a filter that is none', 400, () => known.send('GET', '/Users?filter=userName')],
    ['a count that is none', 400, () => known.send('GET', '/Users?count=many')],
  ])('%s', async (_, status, call) => {
    const answer = await call();
    expect([answer.status, answer.body?.schemas, answer.body?.status], JSON.stringify(answer.body)).toEqual([
      status,
      [errorForm],
      String(status),
    ]);
    expect(answer.body.detail).toEqual(expect.any(String));
  });

  test('and say nothing that was not asked', async () => {
    expect(JSON.stringify((await known.send('GET', '/Users?filter=bogus eq "x"')).body)).not.toMatch(/select|column|relation/);
  });
});

describe('pages', () => {
  test('start and count are whole numbers within their limits, the order is stable, and the total is counted to the end', async () => {
    const { unit, directory } = await scene();
    for (let n = 0; n < 7; n++) await unit.person('user');
    const seen: string[] = [];
    for (const startIndex of [1, 4, 7]) {
      const { body } = await directory.send('GET', `/Users?startIndex=${startIndex}&count=3`);
      expect(body).toMatchObject({ schemas: [list], totalResults: 8, startIndex, itemsPerPage: startIndex === 7 ? 2 : 3 });
      seen.push(...body.Resources.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(8);
    expect((await directory.send('GET', '/Users?startIndex=0&count=2')).body).toMatchObject({ startIndex: 1, itemsPerPage: 2 });
    expect((await directory.send('GET', '/Users?count=-5')).body).toMatchObject({ totalResults: 8, itemsPerPage: 0, Resources: [] });
    expect((await directory.send('GET', '/Users?startIndex=99')).body).toMatchObject({ totalResults: 8, Resources: [] });
    await world.owner.run(sql`update membership set state = 'inactive' where id = ${seen[3]}`);
    await world.owner.run(sql`update membership set state = 'deactivated' where id = ${seen[4]}`);
    expect((await directory.send('GET', '/Users')).body.totalResults).toBe(7);
  });

  test('are sorted by any attribute, upwards and downwards', async () => {
    const { directory } = await scene();
    for (const [userName, title] of [
      ['b@example.org', 'Zê'],
      ['a@example.org', 'ana'],
      ['c@example.org', 'Bia'],
    ])
      await directory.send('POST', '/Users', { userName, title });
    const titles = async (order: string) =>
      (await directory.send('GET', `/Users?filter=title%20pr&sortBy=title&sortOrder=${order}`)).body.Resources.map(({ title }) => title);
    expect(await titles('ascending')).toEqual(['ana', 'Bia', 'Zê']);
    expect(await titles('descending')).toEqual(['Zê', 'Bia', 'ana']);
    expect((await directory.send('GET', '/Users?sortBy=nonsense')).status).toBe(400);
    for (const by of ['userName', 'emails', 'emails.value', 'name.familyName', 'meta.created', 'active', 'groups', 'id'])
      expect((await directory.send('GET', `/Users?sortBy=${by}`)).status, by).toBe(200);
  });

  test('hold the attributes that are wanted, and always the id', async () => {
    const { directory } = await scene();
    const { body } = await directory.send('POST', '/Users', { userName: 'eu@example.org', title: 'T', name: { givenName: 'Eu' } });
    expect(Object.keys((await directory.send('GET', `/Users/${body.id}?attributes=userName,name.givenName`)).body).toSorted()).toEqual([
      'id',
      'name',
      'schemas',
      'userName',
    ]);
    expect((await directory.send('GET', `/Users/${body.id}?excludedAttributes=title`)).body).not.toHaveProperty('title');
    expect((await directory.send('GET', `/Users?attributes=id&filter=title%20eq%20%22T%22`)).body.Resources).toEqual([
      { id: body.id, schemas: expect.any(Array) },
    ]);
  });

  test('are searched by POST as well, people and groups together', async () => {
    const { directory } = await scene();
    await directory.send('POST', '/Users', { userName: 'vera@example.org', displayName: 'Vera', title: 'Dona' });
    await directory.send('POST', '/Groups', { displayName: 'Dona' });
    const one = await directory.send('POST', '/Users/.search', { filter: 'title eq "dona"', startIndex: 1, count: 5 });
    expect([one.status, one.body.totalResults]).toEqual([200, 1]);
    const all = await directory.send('POST', '/.search', { filter: 'displayName eq "dona" or displayName sw "vera"' });
    expect(all.body).toMatchObject({ totalResults: 2 });
    expect(all.body.Resources.map(({ meta }) => meta.resourceType)).toEqual(['User', 'Group']);
    const second = await directory.send('POST', '/.search', {
      filter: 'displayName eq "dona" or displayName sw "vera"',
      startIndex: 2,
      count: 1,
    });
    expect(second.body.Resources.map(({ meta }) => meta.resourceType)).toEqual(['Group']);
  });
});

test('discovery: what is offered, lists without nulls, each resource by its address', async () => {
  const { body: config } = await known.send('GET', '/ServiceProviderConfig');
  expect(config).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true },
    sort: { supported: true },
    etag: { supported: true },
  });
  for (const path of ['/Schemas', '/ResourceTypes']) {
    const { body } = await known.send('GET', path);
    expect(body.schemas).toEqual([list]);
    expect(body.totalResults).toBe(body.Resources.length);
    expect(JSON.stringify(body)).not.toContain('null');
    for (const { id } of body.Resources) expect((await known.send('GET', `${path}/${id}`)).body.id).toBe(id);
    expect((await known.send('GET', `${path}/nothing`)).status).toBe(404);
  }
});

test('answers are not stored anywhere, and are of the unit alone', async () => {
  const answer = await known.send('GET', '/Users');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body.totalResults).toBe(1);
  expect(unitOfKnown.id).toEqual(expect.any(String));
});
