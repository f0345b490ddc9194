/** What comes back from Entra is believed only as the protocol allows: cases O1 to O14 against the local Entra, over real HTTP. */
import { changePassword, overview } from '@vitrine/contract/signIn/account.ts';
import * as contract from '@vitrine/contract/signIn/entra.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { openEntraWorld } from '#test/harness/entra.ts';

const { world, emulator, somebody, trusting, signIn, refused, browserAt, comeBack, close } = await openEntraWorld();
afterAll(close);
afterEach(() => {
  emulator.faults.clear();
  emulator.clock.reset();
  vi.useRealTimers();
});

const directory = await trusting({ first_time: true });
let people = 0;
const newcomer = () => somebody(`person-${++people}@${directory.domain}`);
const askedForTokens = () => emulator.requests.list().filter(({ path }) => path.endsWith('/token')).length;
const wordOf = async (...of: Parameters<typeof refused>) => (await refused(...of)).body.status;

test('O1: a state that is missing, wrong, used, late, of another browser or of another host is refused, and Entra is not asked', async () => {
  const browser = browserAt(directory);
  const body = await comeBack(browser, directory, newcomer());
  const before = askedForTokens();
  const wordWith = async (at: typeof browser, given: object) =>
    (await at.refusal(contract.finish, { body: { ...body, ...given } })).body.status;
  expect(await wordWith(browser, { state: '' })).toBe('step_expired');
  expect(await wordWith(browser, { state: 'another' })).toBe('step_expired');
  expect(await wordWith(browserAt(directory), {})).toBe('step_expired');
  // Presented elsewhere, it is used up.
  expect(await wordWith(browser, {})).toBe('step_expired');

  const elsewhere = await comeBack(browser, directory, newcomer());
  browser.host = (await trusting()).host;
  expect(await wordWith(browser, elsewhere)).toBe('step_expired');
  browser.host = directory.host;
  const late = await comeBack(browser, directory, newcomer());
  world.setTime(new Date(Date.now() + 11 * 60_000));
  expect(await wordWith(browser, late)).toBe('step_expired');
  world.setTime(null);
  expect(askedForTokens()).toBe(before);

  const one = newcomer();
  const { browser: inside } = await signIn(directory, one);
  expect(inside.token).not.toBeNull();
});

test('O1, O4: of twenty who come back with the same answer at once, one comes in', async () => {
  const browser = browserAt(directory);
  const body = await comeBack(browser, directory, newcomer());
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      browser.call(contract.finish, { body }).then(
        () => 1,
        () => 0,
      ),
    ),
  );
  expect(answers.reduce<number>((sum, one) => sum + one, 0)).toBe(1);
});

test('O3: the challenge is always S256, and the verifier never leaves the server', async () => {
  const { url } = await browserAt(directory).call(contract.begin, { body: { directory: directory.id } });
  const asked = new URL(url).searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  const [stored] = await world.owner.run(sql<{ verifier: string }>`select verifier from entra_sign_in order by created_at desc limit 1`);
  expect(url).not.toContain(stored?.verifier);
});

test.each([
  ['O2', 'nonce'],
  ['O2', 'no_nonce'],
  ['O6', 'unsigned'],
  ['O6', 'signed_with_secret'],
  ['O6', 'signed_with_public_key'],
  ['O6', 'other_key'],
  ['O6', 'unknown_key'],
  ['O6', 'own_key'],
  ['O7', 'audience'],
  ['O7', 'several_audiences'],
  ['O7', 'issuer'],
  ['O7', 'issuer_template'],
  ['O8', 'directory'],
] as const)('%s: a token that lies (%s) makes no session and no account', async (_case, lie) => {
  const one = newcomer();
  emulator.faults.start({ name: 'lying_token', lie });
  expect(await wordOf(directory, one)).toBe('error_authentication');
  const [row] = await world.owner.run(sql<{ made: number }>`select count(*)::int as made from person where email = ${one.mail}`);
  expect(row?.made).toBe(0);
});

test.each(['expired', 'future'] as const)('O7, O14: a token of another time (%s) is told as clocks that differ', async (lie) => {
  emulator.faults.start({ name: 'lying_token', lie });
  expect(await wordOf(directory, newcomer())).toBe('entra_clock');
});

test('O14: a clock of Entra that goes ten minutes ahead is told, half a minute is not', async () => {
  emulator.clock.advance(30_000);
  await signIn(directory, newcomer());
  emulator.clock.advance(570_000);
  expect(await wordOf(directory, newcomer())).toBe('entra_clock');
});

test('O4: a code is good once, and for the unit that asked for it', async () => {
  const other = await trusting({ first_time: true });
  const [here, there] = [browserAt(directory), browserAt(other)];
  const [first, second] = [await comeBack(here, directory, newcomer()), await comeBack(there, other, newcomer())];
  const swapped = await here.refusal(contract.finish, { body: { ...first, code: second.code } });
  expect(swapped.body.status).toBe('error_authentication');
  const again = await comeBack(here, directory, newcomer());
  await here.call(contract.finish, { body: again });
  const replayed = { ...(await comeBack(here, directory, newcomer())), code: again.code };
  expect((await here.refusal(contract.finish, { body: replayed })).body.status).toBe('error_authentication');
});

test('O5: an answer that names another issuer is refused', async () => {
  const browser = browserAt(directory);
  const body = { ...(await comeBack(browser, directory, newcomer())), iss: 'https://evil.example/v2.0' };
  expect((await browser.refusal(contract.finish, { body })).body.status).toBe('error_authentication');
});

test('O9: an answer with an error is refused without its words, and one with more than the protocol knows is not read', async () => {
  const browser = browserAt(directory);
  const { state } = await comeBack(browser, directory, newcomer());
  const words = '<script>alert(1)</script>';
  const refusal = await browser.refusal(contract.finish, { body: { state, error: 'access_denied', error_description: words } });
  expect([refusal.status, refusal.body.status]).toEqual([401, 'error_authentication']);
  expect(JSON.stringify(refusal.body)).not.toContain('script');
  const more = await browser.inject({ method: 'POST', url: contract.finish.path, payload: { state, code: 'x', admin: 'yes' } });
  expect(more.statusCode).toBe(422);
});

test.each([
  ['the token endpoint is down', { name: 'server_error', status: 503, path: '/token' }],
  ['the token endpoint cuts the line', { name: 'reset', path: '/token' }],
  ['the token endpoint is silent', { name: 'hang', path: '/token' }],
  ['a page comes instead of the token', { name: 'html_body', status: 502, path: '/token' }],
] as const)('O10: people are told that Microsoft does not answer when %s', async (_what, fault) => {
  const browser = browserAt(directory);
  const body = await comeBack(browser, directory, newcomer());
  emulator.faults.start({ ...fault, service: 'entra' });
  const refusal = await browser.refusal(contract.finish, { body });
  expect([refusal.status, refusal.body.status]).toEqual([502, 'entra_unreachable']);
});

/** From now on it is so many minutes later, here and at Entra. */
function later(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
  emulator.clock.advance(minutes * 60_000);
}
const askedForKeys = () => emulator.requests.list().filter(({ path }) => path.endsWith('/keys')).length;

test('O10: when Entra signs with the key that it had published for that, the next sign-in asks for nothing', async () => {
  await signIn(directory, newcomer());
  const before = askedForKeys();
  await emulator.keys.rotate();
  await signIn(directory, newcomer());
  expect(askedForKeys()).toBe(before);
});

test('O10: a key that nobody had seen is fetched when a minute has passed, once for all who come', async () => {
  await signIn(directory, newcomer());
  later(5);
  await signIn(directory, newcomer());
  await emulator.keys.replace();
  const before = askedForKeys();
  for (let tries = 0; tries < 3; tries += 1) expect(await wordOf(directory, newcomer())).toBe('error_authentication');
  expect(askedForKeys()).toBe(before);
  later(2);
  await signIn(directory, newcomer());
  await signIn(directory, newcomer());
  expect(askedForKeys()).toBe(before + 1);
});

test('O12, O13: nothing of Entra’s tokens reaches the browser, the database or the log', async () => {
  const before = emulator.requests.list().length;
  const { browser, signedIn } = await signIn(directory, newcomer());
  expect(emulator.requests.list().length).toBeGreaterThan(before);
  expect(Object.keys(signedIn).toSorted()).toEqual(['intended', 'tenant_id', 'token', 'user']);
  expect([...browser.cookies.values(), signedIn.token].filter((value) => value.startsWith('eyJ'))).toEqual([]);
  expect(world.log.filter((line) => line.includes('eyJ'))).toEqual([]);
});

test('a password is neither shown as changeable nor changed in a session of this way in', async () => {
  const { browser } = await signIn(directory, newcomer());
  expect((await browser.call(overview, {})).password.changeable).toBe(false);
  const refusal = await browser.refusal(changePassword, { body: { current: 'x', password: 'Another-horse-8-battery' } });
  expect(refusal.body.status).toBe('password_not_changeable');
});
