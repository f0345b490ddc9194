/** Somebody comes: what is kept, what is told again, and who is refused. */
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { fresh, newUser, provisionedIn } from '#test/harness/provisioned.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);
const { logOf, memberOf, scene } = provisionedIn(world);

describe('creating', () => {
  test('somebody comes as an active reader, and what was sent is told again as it was sent', async () => {
    const { unit, directory } = await scene();
    const word = fresh();
    const sent = newUser(word, { title: 'Gerente', preferredLanguage: 'es-MX', phoneNumbers: [{ type: 'mobile', value: '+55 11 9' }] });
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
    const made = await directory.send('POST', '/Users', newUser(word, { password: 'made-up-password', groups: [], locale: 'pt_BR' }));
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
    await directory.send('POST', '/Users', newUser(word));
    const again = await directory.send('POST', '/Users', { ...newUser(word), ...more(word) });
    expect([again.status, again.body.scimType, again.body.status]).toEqual([409, scimType, '409']);
  });

  test('the same external id, and an id of another unit as external id, are nothing to another unit', async () => {
    const [{ directory }, other] = [await scene(), await scene()];
    const word = fresh();
    const first = await directory.send('POST', '/Users', newUser(word));
    const twin = await other.directory.send('POST', '/Users', newUser(fresh(), { externalId: `ext-${word}` }));
    const foreign = await other.directory.send('POST', '/Users', newUser(fresh(), { externalId: first.body.id }));
    expect([twin.status, foreign.status]).toEqual([201, 201]);
    expect((await other.directory.send('GET', `/Users/${first.body.id}`)).status).toBe(404);
  });

  test('an address with an account in another unit is refused, and the log says why', async () => {
    const { unit, directory } = await scene();
    const stranger = await (await world.unit()).person('user');
    const refused = await directory.send('POST', '/Users', newUser(fresh(), { emails: [{ value: stranger.email, primary: true }] }));
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
    const refused = await directory.send('POST', '/Users', { ...newUser(fresh()), ...more });
    expect([refused.status, refused.body.scimType], JSON.stringify(refused.body)).toEqual([status, 'invalidValue']);
  });

  test('without a seat nobody comes, administrators hear of it once, and inactive people do come', async () => {
    const { unit, directory } = await scene();
    await world.owner.run(sql`update tenant set user_limit = 1 where id = ${unit.id}`);
    const refused = await directory.send('POST', '/Users', newUser(fresh()));
    expect([refused.status, refused.body.schemas]).toEqual([403, ['urn:ietf:params:scim:api:messages:2.0:Error']]);
    expect((await directory.send('POST', '/Users', newUser(fresh()))).status).toBe(403);
    const notices = await world.owner.run(sql`select from notification where tenant_id = ${unit.id} and kind = 'scim_seats_full'`);
    expect(notices).toHaveLength(1);
    expect((await directory.send('POST', '/Users', newUser(fresh(), { active: false }))).status).toBe(201);
    expect((await logOf(unit.id)).map(({ reason }) => reason)).toEqual(['seats_full', 'seats_full', null]);
  });
});
