import { login } from '@vitrine/contract/signIn/signIn.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { Refused } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);

let subnet = 0;
/** A network of its own for each test, so that they do not count together. */
const newAddress = () => `203.0.${++subnet}.7`;
const person = async () => (await world.unit()).person('user');
let guesses = 0;
/** A password of its own for each guess, so that they do not count together either. */
const wrong = () => `a wrong password ${++guesses}`;
const guess = (email: string, where: { ip: string }, password = wrong()) =>
  world.browser(where).refusal(login, { body: { email, password } });
/** Refused for the password or for the number of tries: the caller cannot tell but by the status. */
const isThrottled = (refused: Refused) => refused.status === 429;

test('of fifty guesses at once no more than the limit reach the password', async () => {
  const ana = await person();
  const ip = newAddress();
  const answers = await Promise.all(Array.from({ length: 50 }, () => guess(ana.email, { ip })));
  // On a busy machine some are asked to come again before anybody looked at them.
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  const lines = await world.owner.run(
    query.selectFrom('audit_log').select('after').where('person_id', '=', ana.id).where('action', '=', 'session.refused'),
  );
  expect(lines.filter((line) => (line.after as { reason: string }).reason === 'error_user_or_password')).toHaveLength(10);
});

test('says the same when it has stopped looking, and when to come back', async () => {
  const ana = await person();
  const ip = newAddress();
  const first = await guess(ana.email, { ip });
  for (let tries = 1; tries < 10; tries++) await guess(ana.email, { ip });
  const refused = await world.browser({ ip }).refusal(login, { body: { email: ana.email, password: ana.password } });
  expect(refused.status).toBe(429);
  expect([refused.body.status, refused.body.message]).toEqual([first.body.status, first.body.message]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(30);
});

test('counts every spelling of an address together', async () => {
  const ana = await person();
  const ip = newAddress();
  const spellings = [ana.email, ana.email.toUpperCase(), ` ${ana.email}`, `${ana.email} `];
  for (let tries = 0; tries < 10; tries++) await guess(spellings[tries % spellings.length] ?? '', { ip });
  expect(isThrottled(await guess(ana.email, { ip }))).toBe(true);
});

test('counts unknown addresses like known ones', async () => {
  const ip = newAddress();
  for (let tries = 0; tries < 10; tries++) expect(isThrottled(await guess('nobody-here@example.com', { ip }))).toBe(false);
  expect(isThrottled(await guess('nobody-here@example.com', { ip }))).toBe(true);
});

test('guesses from many networks do not lock out a browser that signed in before', async () => {
  const ana = await person();
  const known = world.browser({ ip: newAddress() });
  await known.login(ana);
  for (let tries = 0; tries < 50; tries++) await guess(ana.email, { ip: newAddress() });
  expect(isThrottled(await guess(ana.email, { ip: newAddress() }))).toBe(true);
  known.token = null;
  await known.login(ana);
});

test('a known browser waits alone when it guesses', async () => {
  const ana = await person();
  const [known, other] = [world.browser({ ip: newAddress() }), world.browser({ ip: newAddress() })];
  await known.login(ana);
  for (let tries = 0; tries < 10; tries++) await known.refusal(login, { body: { email: ana.email, password: wrong() } });
  expect(isThrottled(await known.refusal(login, { body: { email: ana.email, password: ana.password } }))).toBe(true);
  await other.login(ana);
});

test("a browser known to one person counts as unknown to everybody else's account", async () => {
  const [ana, bruno] = [await person(), await person()];
  const known = world.browser({ ip: newAddress() });
  await known.login(ana);
  for (let tries = 0; tries < 10; tries++) await known.refusal(login, { body: { email: bruno.email, password: wrong() } });
  expect(isThrottled(await guess(bruno.email, { ip: newAddress() }))).toBe(true);
});

test('lets one try through after 30 seconds, then after ever longer, and forgets after a quiet time', async () => {
  const ana = await person();
  const ip = newAddress();
  const start = Date.now();
  const at = (seconds: number) => world.setTime(new Date(start + seconds * 1000));
  at(0);
  for (let tries = 0; tries < 10; tries++) await guess(ana.email, { ip });
  at(29);
  expect(isThrottled(await guess(ana.email, { ip }))).toBe(true);
  at(30);
  expect(isThrottled(await guess(ana.email, { ip }))).toBe(false);
  at(89);
  expect(isThrottled(await guess(ana.email, { ip }))).toBe(true);
  at(90);
  expect(isThrottled(await guess(ana.email, { ip }))).toBe(false);
  expect(Number((await guess(ana.email, { ip })).headers['retry-after'])).toBe(120);
  at(210);
  await world.browser({ ip }).login(ana);
  at(210 + 3600);
  for (let tries = 0; tries < 10; tries++) expect(isThrottled(await guess(ana.email, { ip }))).toBe(false);
  world.setTime(null);
});

test('a network gets a hundred wrong tries in ten minutes', async () => {
  const network = `198.18.${++subnet}`;
  const tries = Array.from({ length: 105 }, (_, index) => guess(`nobody-${index}@example.com`, { ip: `${network}.${index}` }));
  expect((await Promise.all(tries)).filter(isThrottled)).toHaveLength(5);
  expect(isThrottled(await guess('nobody@example.com', { ip: newAddress() }))).toBe(false);
});

test('signing in rightly costs no tries', async () => {
  const ana = await person();
  const ip = newAddress();
  for (let tries = 0; tries < 12; tries++) await world.browser({ ip }).login(ana);
});

test('a right password costs no tries either where the unit lets nobody in', async () => {
  const ana = await (await world.unit({ tenant: { state: 'suspended' } })).person('user');
  const ip = newAddress();
  for (let tries = 0; tries < 12; tries++) expect((await guess(ana.email, { ip }, ana.password)).body.status).toBe('unit_suspended');
});

describe('one password tried at many accounts from many networks', () => {
  const sprayed = 'Verao-2026-empresa';
  const spray = (index: number) => guess(`sprayed-${index}@example.com`, { ip: newAddress() }, sprayed);
  const notifiedIds = async () => {
    await world.runJobs();
    const rows = await world.owner.run(query.selectFrom('notification').select('person_id').where('kind', '=', 'password_sprayed'));
    return rows.map(({ person_id }) => person_id);
  };

  test('is stopped after twenty, whoever has it waits where nobody knows them, and the operator hears of it once', async () => {
    const operator = await world.operator();
    const password_hash = await world.services.passwords.hash(sprayed);
    const ana = await (await world.unit()).person('user', { person: { password_hash } });
    const bruno = await person();
    const known = world.browser({ ip: newAddress() });
    await known.login({ ...ana, password: sprayed });
    for (let tries = 0; tries < 19; tries++) expect(isThrottled(await spray(tries))).toBe(false);
    expect(await notifiedIds()).toEqual([]);
    expect(isThrottled(await spray(19))).toBe(false);
    expect(isThrottled(await spray(20))).toBe(true);
    expect(await notifiedIds()).toEqual([operator.id]);

    const refused = await guess(ana.email, { ip: newAddress() }, sprayed);
    expect([refused.status, refused.body.status]).toEqual([429, 'error_user_or_password']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    known.token = null;
    await known.login({ ...ana, password: sprayed });
    await world.browser({ ip: newAddress() }).login(bruno);
    expect(isThrottled(await guess(bruno.email, { ip: newAddress() }))).toBe(false);
    expect(await notifiedIds()).toEqual([operator.id]);
  });

  test('is forgotten an hour later', async () => {
    world.setTime(new Date(Date.now() + 61 * 60_000));
    expect(isThrottled(await spray(30))).toBe(false);
    world.setTime(null);
  });

  test('leaves nothing of a right password behind, and of a wrong one no more than a trace under the key of the portal', async () => {
    const ana = await person();
    const count = async () =>
      (await world.owner.run(query.selectFrom('attempt').select('key').where('key', 'like', 'password:%'))).map(({ key }) => key);
    const before = await count();
    await world.browser({ ip: newAddress() }).login(ana);
    expect(await count()).toEqual(before);
    await guess(ana.email, { ip: newAddress() });
    const [added] = (await count()).filter((key) => !before.includes(key));
    expect(added).toMatch(/^password:[0-9a-f]{8}$/);
  });
});
