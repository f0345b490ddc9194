/** Between the password and the session: whatever the order and whatever is left out, one path leads in. */
import { endpoints } from '@vitrine/contract/contract.ts';
import { fillPath } from '@vitrine/contract/client.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import * as contract from '@vitrine/contract/signIn/secondFactor.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import { TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import type { Person } from '#test/harness/population.ts';
import { isServed } from '#test/harness/sessions.ts';
import { openWorld } from '#test/harness/world.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const world = await openWorld();
afterAll(world.close);

let subnet = 0;
const stranger = () => world.browser({ ip: `203.0.${++subnet}.9` });
const strict = await world.unit({ settings: { require_second_factor: true } });

/** What the person in front of the browser has, and was told so far. */
type Known = { email: string; password: string; token: string; secret: string };
type Step = { endpoint: Endpoint; body: (known: Known) => Record<string, string> };

const codeOf = ({ secret }: Known) =>
  secret === '' ? '123456' : new TOTP({ secret }).generate({ timestamp: world.services.now().getTime() });
const password: Step = { endpoint: login, body: ({ email, password: given }) => ({ email, password: given }) };
const start: Step = { endpoint: contract.setupAppStart, body: ({ token }) => ({ token }) };
const proof: Step = { endpoint: contract.setupApp, body: (known) => ({ token: known.token, code: codeOf(known) }) };
const finish: Step = { endpoint: contract.setupFinish, body: ({ token }) => ({ token }) };
const code: Step = { endpoint: contract.verifyCode, body: (known) => ({ challenge: known.token, code: codeOf(known) }) };

const orders = <T>(items: readonly T[]): T[][] =>
  items.length < 2 ? [[...items]] : items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

const knownOf = ({ email, password: given }: Person): Known => ({ email, password: given, token: '', secret: '' });

/** Sends the step, and before it everything that is less than it. Whether it made a session. */
async function take(browser: Browser, { endpoint, body }: Step, known: Known): Promise<boolean> {
  const send = (payload: object) => browser.inject({ method: endpoint.method, url: endpoint.path, payload });
  const whole = body(known);
  const less = [
    {},
    ...Object.keys(whole).flatMap((left) => [
      { ...whole, [left]: '' },
      { ...whole, [left]: undefined },
    ]),
  ];
  for (const payload of less) {
    const { statusCode } = await send(payload);
    expect(statusCode, `${endpoint.path} ${JSON.stringify(payload)}`).toBeGreaterThanOrEqual(400);
  }
  const answer = (await send(whole)).json<{ token?: string; challenge?: string; secret?: string; user?: object }>();
  if (answer.user) {
    browser.token = answer.token ?? null;
    return true;
  }
  known.token = answer.token ?? answer.challenge ?? known.token;
  known.secret = answer.secret ?? known.secret;
  return false;
}

/** Whether the steps, in this order, lead in. */
async function leadsIn(order: readonly Step[], known: Known): Promise<boolean> {
  const browser = stranger();
  let isIn = false;
  for (const step of order) {
    isIn = (await take(browser, step, known)) || isIn;
    if (!isIn) {
      // What waits for the next step is no session.
      browser.token = known.token;
      expect((await browser.inject({ url: getConfig.path })).statusCode).toBe(401);
      browser.token = null;
    }
  }
  expect(await isServed(browser)).toBe(isIn);
  return isIn;
}

const named = (order: readonly Step[]) => order.map(({ endpoint }) => endpoint.path).join(' → ');

test('of all orders in which a second factor is set up, one leads in', async () => {
  const legal = [password, start, proof, finish];
  for (const order of orders(legal)) {
    const isIn = await leadsIn(order, knownOf(await strict.person('user')));
    expect(isIn, named(order)).toBe(named(order) === named(legal));
  }
});

test('of all orders in which a code is given, those lead in that begin with the password', async () => {
  const ana = await strict.person('user');
  const enrolled = knownOf(ana);
  const browser = stranger();
  for (const step of [password, start, proof]) await take(browser, step, enrolled);
  for (const [index, order] of orders([password, code, start, finish]).entries()) {
    // A code works once: each order has its own.
    world.setTime(new Date(Date.now() + (index + 1) * 3_600_000));
    const known = { ...knownOf(ana), secret: enrolled.secret };
    const kept = enrolled.secret;
    const isIn = await leadsIn(order, known);
    expect(isIn, named(order)).toBe(order.indexOf(password) < order.indexOf(code));
    expect(known.secret).toBe(kept);
  }
  world.setTime(null);
});

test('what is between the password and the session opens no endpoint', async () => {
  const [setup, changing] = [
    await strict.person('user'),
    await (await world.unit()).person('user', { person: { must_change_password: true } }),
  ];
  const verifying = knownOf(await strict.person('user'));
  const enrolling = stranger();
  for (const step of [password, start, proof]) await take(enrolling, step, verifying);

  for (const person of [setup, changing, verifying]) {
    const browser = stranger();
    const known = { ...knownOf({ ...setup, email: person.email, password: person.password }) };
    await take(browser, password, known);
    expect(known.token).not.toBe('');
    browser.token = known.token;
    // As good as a session's, for whoever looks at nothing else.
    for (const cookie of ['__Host-vitrine', 'XSRF-TOKEN'])
      browser.cookies.set(cookie, browser.cookies.get('__Host-vitrine-step') ?? known.token);
    for (const { name, endpoint } of endpoints.filter(({ endpoint: { can } }) => can !== 'public')) {
      const url = fillPath(endpoint.path, Object.fromEntries([...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, key]) => [key, uuidv7()])));
      expect((await browser.inject({ method: endpoint.method, url })).statusCode, name).toBe(401);
    }
  }
});

test('what somebody planted in a browser is worth nothing once another person has signed in there', async () => {
  const unit = await world.unit({ settings: { require_second_factor: false } });
  const [mallory, ana] = [await unit.person('user'), await unit.person('user')];
  const planted = stranger();
  await planted.login(mallory);
  await take(planted, password, knownOf(await strict.person('user')));
  const before = new Map(planted.cookies);
  expect(before.has('__Host-vitrine-step')).toBe(true);

  const victim = stranger();
  for (const [name, value] of before) victim.cookies.set(name, value);
  const { token } = await victim.login(ana);
  for (const name of ['__Host-vitrine', 'XSRF-TOKEN', '__Host-vitrine-device'])
    expect(victim.cookies.get(name), name).not.toBe(before.get(name));
  planted.token = token;
  expect(await isServed(planted)).toBe(false);
  // The planted browser is as unknown to the account as any other.
  for (let tries = 0; tries < 10; tries++) await planted.refusal(login, { body: { email: ana.email, password: `a wrong guess ${tries}` } });
  expect((await stranger().refusal(login, { body: { email: ana.email, password: 'a wrong guess' } })).status).toBe(429);
  victim.token = null;
  await victim.login(ana);
});
