/** What somebody may do who acts for a person, endpoint by endpoint, reviewed line by line: a new one fails until it is decided here. */
import { fillPath } from '@vitrine/contract/client.ts';
import { endpoints } from '@vitrine/contract/contract.ts';
import * as remote from '@vitrine/contract/signIn/remoteAccess.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Browser } from '../harness/browser.ts';
import { openWorld } from '../harness/world.ts';
import { isLooking, isPersonal } from './acting.ts';

const world = await openWorld();
afterAll(world.close);

/** For a member of the unit a partner acts, for the partner's staff the operator. */
async function actingFor(role: 'admin' | 'user' | 'partner', mode: 'read' | 'full') {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { allow_access_remote: true } });
  const wish = { reason: 'Conferir os filtros', minutes: 30, mode } as const;
  const isStaff = role === 'partner';
  const subject = isStaff ? await partner.person({ unit }) : await unit.person(role);
  const asker = isStaff ? await world.operator() : await partner.person({ unit });
  const [own, acting] = [await world.signIn(subject), await world.signIn(asker)];
  const { id } = isStaff
    ? await acting.call(remote.askStaff, { body: { ...wish, person_id: subject.id } })
    : await acting.call(remote.ask, { body: { ...wish, membership_id: subject.membership_id ?? '' } });
  await own.call(remote.answer, { params: { id }, body: { mode, word: '' } });
  acting.token = (await acting.call(remote.enter, { params: { id } })).token;
  return { own, acting };
}

/** The stream of live events would stay open; a frame in another site has a session of its own kind. */
const guarded = endpoints.filter(({ name, endpoint }) => endpoint.can !== 'public' && !endpoint.embedded && name !== 'live.listen');

/** What the door says to a call without anything in it. */
async function wordOf(browser: Browser, { method, path }: (typeof guarded)[number]['endpoint']): Promise<string> {
  const params = Object.fromEntries([...path.matchAll(/:([a-z_]+)/g)].map(([, key]) => [key, uuidv7()]));
  const headers = { 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '' };
  const { statusCode, body } = await browser.inject({ method, url: fillPath(path, params), headers });
  const word = /"status":"(\w+)"/.exec(body)?.[1] ?? '';
  return statusCode === 403 ? word : 'let in';
}

test.each(['admin', 'user'] as const)('what is the person’s alone is nobody else’s, for an %s', async (role) => {
  const { acting } = await actingFor(role, 'full');
  const refused: string[] = [];
  for (const { name, endpoint } of guarded) if ((await wordOf(acting, endpoint)) === 'acting_never') refused.push(name);
  const personal = guarded.map(({ name }) => name).filter(isPersonal);
  expect(refused.sort()).toEqual(personal.sort());
});

test.each(['admin', 'user'] as const)('looking is every GET, and the notes of what was looked at, for an %s', async (role) => {
  const { acting } = await actingFor(role, 'read');
  const wrong: string[] = [];
  for (const { name, endpoint } of guarded) {
    const word = await wordOf(acting, endpoint);
    if (isLooking({ name, endpoint }) === (word === 'acting_read_only')) wrong.push(`${name}: ${word}`);
  }
  // What is the person's alone is refused before that.
  expect(wrong.filter((line) => !line.endsWith('acting_never'))).toEqual([]);
});

test.each(['admin', 'user', 'partner'] as const)('whatever the person is refused, nobody does in their place, for an %s', async (role) => {
  const { own, acting } = await actingFor(role, 'full');
  const beyond: string[] = [];
  for (const { name, endpoint } of guarded) {
    if (['account.endOtherSessions', 'users.forceLogout'].includes(name)) continue;
    const said = await wordOf(own, endpoint);
    if (said !== 'let in' && (await wordOf(acting, endpoint)) === 'let in') beyond.push(`${name}: ${said}`);
  }
  expect(beyond).toEqual([]);
});

test('while looking the database refuses changes as well', async () => {
  const { acting } = await actingFor('admin', 'read');
  const before = await world.owner.run(sql`select count(*)::int as lines from audit_log where action not like 'session.%'`);
  for (const { endpoint } of guarded) if (endpoint.method !== 'GET') await wordOf(acting, endpoint);
  expect(await world.owner.run(sql`select count(*)::int as lines from audit_log where action not like 'session.%'`)).toEqual(before);
});
