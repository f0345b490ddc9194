/** Acting for somebody: the twelve cases of docs/security.md, and the races. */
import * as account from '@vitrine/contract/signIn/account.ts';
import type { RemoteAccess } from '@vitrine/contract/signIn/remoteAccess.ts';
import * as contract from '@vitrine/contract/signIn/remoteAccess.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as groups from '@vitrine/contract/people/userGroups.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { changeLanguage, logout, refreshToken } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import type { Person } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { closeRemoteAccess } from './remoteAccess.jobs.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const reason = 'Conferir os filtros da loja';

async function scene({ settings = { allow_access_remote: true } }: { settings?: Record<string, unknown> } = {}) {
  const partner = await world.partner();
  const unit = await partner.unit({ settings });
  const [boss, ana] = [await unit.person('admin'), await unit.person('user')];
  const staff = await partner.person({ unit });
  const [admin, reader] = [await world.signIn(boss), await world.signIn(ana)];
  return { partner, unit, boss, ana, staff, admin, reader };
}

type Wish = { mode?: 'read' | 'full'; minutes?: 15 | 30 | 60 | 120 };
const wish = (whom: Person, { mode = 'read', minutes = 30 }: Wish = {}) => ({
  body: { membership_id: whom.membership_id ?? '', reason, minutes, mode },
});
const ask = (browser: Browser, whom: Person, wished: Wish = {}): Promise<RemoteAccess> => browser.call(contract.ask, wish(whom, wished));
const answer = (browser: Browser, { id }: { id: string }, mode: 'read' | 'full' | null, word = '') =>
  browser.call(contract.answer, { params: { id }, body: { mode, word } });

/** A browser with what it was given in place of what it had. */
async function enter(browser: Browser, { id }: { id: string }): Promise<Browser> {
  const { token } = await browser.call(contract.enter, { params: { id } });
  browser.token = token;
  return browser;
}

async function inside(wished: Wish = {}) {
  const known = await scene();
  const asked = await ask(known.admin, known.ana, wished);
  await answer(known.reader, asked, wished.mode ?? 'read');
  const before = await world.signIn(known.boss);
  return { ...known, asked, elsewhere: before, acting: await enter(known.admin, asked) };
}

const outcome = async (browser: Browser) => (await browser.inject({ url: getConfig.path })).statusCode;
const statusOf = async (refused: Promise<{ body: { status: string } }>) => (await refused).body.status;

describe('asking', () => {
  test('leads to nobody’s session until the person says yes', async () => {
    const { admin, ana } = await scene();
    const asked = await ask(admin, ana);
    expect(asked).toMatchObject({ state: 'waiting', person_id: ana.id, mode: null });
    expect(await statusOf(admin.refusal(contract.enter, { params: { id: asked.id } }))).toBe('remote_access_over');
    const sessions = await world.owner.run(sql`select 1 from session where remote_access_id = ${asked.id}`);
    expect(sessions).toEqual([]);
  });

  test('is answered with a no and its word, and nothing was created', async () => {
    const { admin, ana, reader } = await scene();
    const asked = await ask(admin, ana);
    await answer(reader, asked, null, 'Agora não');
    expect(await admin.call(contract.get, { params: { id: asked.id } })).toMatchObject({ state: 'denied', word: 'Agora não', mode: null });
    expect(await statusOf(admin.refusal(contract.enter, { params: { id: asked.id } }))).toBe('remote_access_over');
  });

  test('is for people below in the own unit, and only where the unit allows it', async () => {
    const { unit, admin, boss, ana, reader } = await scene();
    const [other, blocked] = [await unit.person('admin'), await unit.person('user', { membership: { state: 'blocked' } })];
    expect(await statusOf(admin.refusal(contract.ask, wish(other)))).toBe('forbidden');
    expect(await statusOf(admin.refusal(contract.ask, wish(boss)))).toBe('not_yourself');
    expect(await statusOf(admin.refusal(contract.ask, wish(blocked)))).toBe('not_found');
    expect(await statusOf(reader.refusal(contract.ask, wish(ana)))).toBe('forbidden');
    const foreign = await scene();
    expect(await statusOf(admin.refusal(contract.ask, wish(foreign.ana)))).toBe('not_found');
    const off = await scene({ settings: {} });
    expect(await statusOf(off.admin.refusal(contract.ask, wish(off.ana)))).toBe('remote_access_off');
  });

  test('a partner asks administrators as well', async () => {
    const { boss, staff, admin } = await scene();
    const asked = await ask(await world.signIn(staff), boss);
    expect(await answer(admin, asked, 'read')).toMatchObject({ state: 'allowed', mode: 'read' });
  });

  test('ends after five minutes, and a yes that comes later is refused', async () => {
    const { admin, ana, reader } = await scene();
    const asked = await ask(admin, ana);
    world.setTime(new Date(Date.now() + 5 * 60_000 + 1000));
    expect(await statusOf(reader.refusal(contract.answer, { params: { id: asked.id }, body: { mode: 'read', word: '' } }))).toBe(
      'remote_access_over',
    );
    expect((await admin.call(contract.get, { params: { id: asked.id } })).state).toBe('expired');
  });

  test('somebody who was asked five times within an hour is left alone', async () => {
    const { admin, ana } = await scene();
    for (let time = 0; time < 5; time++) await ask(admin, ana);
    expect(await statusOf(admin.refusal(contract.ask, wish(ana)))).toBe('throttled');
  });

  test('a standing yes is one to looking only', async () => {
    const { admin, ana } = await scene();
    await world.owner.run(
      query
        .updateTable('membership')
        .set({ allow_remote_access: true })
        .where('id', '=', ana.membership_id ?? ''),
    );
    expect(await ask(admin, ana)).toMatchObject({ state: 'allowed', mode: 'read', consent: 'standing' });
    expect(await ask(admin, ana, { mode: 'full' })).toMatchObject({ state: 'waiting', mode: null });
  });

  test('is told to the person, and to nobody else', async () => {
    const { unit, admin, ana, reader } = await scene();
    const bea = await world.signIn(await unit.person('user'));
    const asked = await ask(admin, ana);
    const kinds = async (browser: Browser) => (await browser.call(notifications.list, { query: {} })).data.map(({ kind }) => kind);
    expect(await kinds(reader)).toContain('remote_asked');
    expect(await kinds(bea)).toEqual([]);
    expect((await reader.call(contract.list, { query: { mine: 'true', state: 'waiting' } })).data.map(({ id }) => id)).toEqual([asked.id]);
    expect((await bea.call(contract.list, { query: {} })).data).toEqual([]);
    expect(await statusOf(bea.refusal(contract.get, { params: { id: asked.id } }))).toBe('not_found');
  });
});

describe('an answer', () => {
  test('is the person’s own: nobody else gives it', async () => {
    const { unit, admin, ana } = await scene();
    const asked = await ask(admin, ana);
    for (const other of [admin, await world.signIn(await unit.person('user')), (await scene()).reader])
      expect(await statusOf(other.refusal(contract.answer, { params: { id: asked.id }, body: { mode: 'read', word: '' } }))).toMatch(
        /remote_access_over|not_found/,
      );
    expect((await admin.call(contract.get, { params: { id: asked.id } })).state).toBe('waiting');
  });

  test('gives no more than was asked for', async () => {
    const { admin, ana, reader } = await scene();
    expect((await answer(reader, await ask(admin, ana), 'full')).mode).toBe('read');
  });

  test('and a cancellation at once: one of them counts', async () => {
    for (let round = 0; round < 5; round++) {
      const { admin, ana, reader } = await scene();
      const { id } = await ask(admin, ana);
      const told = await Promise.all([
        reader.inject({
          method: 'POST',
          url: `/api/remote_access/${id}/answer`,
          payload: { mode: 'read', word: '' },
          headers: { 'x-xsrf-token': reader.cookies.get('XSRF-TOKEN') ?? '' },
        }),
        admin.inject({
          method: 'POST',
          url: `/api/remote_access/${id}/cancel`,
          headers: { 'x-xsrf-token': admin.cookies.get('XSRF-TOKEN') ?? '' },
        }),
      ]);
      expect(told.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1);
    }
  });

  test('opens the session once, in the browser that asked, within a quarter of an hour', async () => {
    const { boss, ana, admin, reader } = await scene();
    const elsewhere = await world.signIn(boss);
    const asked = await ask(admin, ana);
    await answer(reader, asked, 'read');
    expect(await statusOf(elsewhere.refusal(contract.enter, { params: { id: asked.id } }))).toBe('remote_access_over');
    await enter(admin, asked);
    const late = await scene();
    const other = await ask(late.admin, late.ana);
    await answer(late.reader, other, 'read');
    world.setTime(new Date(Date.now() + 16 * 60_000));
    expect(await statusOf(late.admin.refusal(contract.enter, { params: { id: other.id } }))).toBe('remote_access_over');
  });
});

describe('inside', () => {
  test('one is the person for everything that is read, and both names stand in what is written', async () => {
    const { unit, boss, ana, acting, asked } = await inside({ mode: 'full' });
    const config = await acting.call(getConfig, {});
    expect(config.remote_access).toMatchObject({ id: asked.id, asker_name: boss.name, mode: 'full' });
    const [row] = await world.owner.run(sql<{ actor_id: string; person_id: string }>`
      select actor_id, person_id from audit_log where action = 'session.remote' and tenant_id = ${unit.id}`);
    expect(row).toEqual({ actor_id: boss.id, person_id: ana.id });
  });

  test('what is the person’s alone is refused, with full access as well', async () => {
    const { ana, acting } = await inside({ mode: 'full' });
    expect(await statusOf(acting.refusal(account.overview, {}))).toBe('acting_never');
    expect(await statusOf(acting.refusal(account.endOtherSessions, {}))).toBe('acting_never');
    expect(await statusOf(acting.refusal(changeLanguage, { body: { language: 'es' } }))).toBe('acting_never');
    expect(await statusOf(acting.refusal(contract.ask, wish(ana)))).toBe('acting_never');
  });

  test('looking changes nothing: neither by a handler nor in the database', async () => {
    const { acting } = await inside();
    expect(await statusOf(acting.refusal(notifications.markAll, {}))).toBe('acting_read_only');
  });

  test('with full access one changes what the person may change', async () => {
    const { acting } = await inside({ mode: 'full' });
    await acting.call(notifications.markAll, {});
  });

  test('one has the person’s rights and no more: an administrator who acts for a reader is a reader', async () => {
    const { acting } = await inside({ mode: 'full' });
    expect(await statusOf(acting.refusal(users.list, { query: {} }))).toBe('forbidden');
    expect(await statusOf(acting.refusal(groups.list, { query: {} }))).toBe('forbidden');
  });

  test('the person signs in and stays signed in with an ordinary session', async () => {
    const { ana, reader } = await inside();
    expect(await outcome(reader)).toBe(200);
    const again = await world.signIn(ana);
    expect((await again.call(getConfig, {})).remote_access).toBeNull();
  });

  test('it is over after its minutes, and is not renewed', async () => {
    const { acting } = await inside({ minutes: 15 });
    expect(await statusOf(acting.refusal(refreshToken, {}))).toBe('token_expired');
    world.setTime(new Date(Date.now() + 15 * 60_000));
    expect(await outcome(acting)).toBe(401);
  });
});

describe('what ends it with the next call', () => {
  type Known = Awaited<ReturnType<typeof inside>>;
  const member = (person: Person, change: Record<string, unknown>) =>
    world.owner.run(
      query
        .updateTable('membership')
        .set(change)
        .where('id', '=', person.membership_id ?? ''),
    );
  const ends: [string, (known: Known) => Promise<unknown>][] = [
    ['the person says so', ({ reader, asked }) => reader.call(contract.end, { params: { id: asked.id } })],
    ['the asker is blocked', ({ boss }) => member(boss, { state: 'blocked' })],
    ['the asker is a reader now', ({ boss }) => member(boss, { role: 'user' })],
    ['the person is an administrator now', ({ ana }) => member(ana, { role: 'admin' })],
    ['the person is blocked', ({ ana }) => member(ana, { state: 'blocked' })],
    [
      'the unit allows it no more',
      ({ unit }) => world.owner.run(query.updateTable('tenant_setting').set({ value: '{}' }).where('tenant_id', '=', unit.id)),
    ],
    ['the unit is closed', ({ unit }) => world.owner.run(query.updateTable('tenant').set({ state: 'closed' }).where('id', '=', unit.id))],
    [
      'the asker’s own session ends',
      ({ boss }) =>
        world.owner.run(
          query.updateTable('session').set({ ended_at: new Date() }).where('person_id', '=', boss.id).where('remote_access_id', 'is', null),
        ),
    ],
  ];
  test.each(ends)('%s', async (_, end) => {
    const known = await inside();
    expect(await outcome(known.acting)).toBe(200);
    await end(known);
    expect(await outcome(known.acting)).toBe(401);
  });

  test('a standing yes that is taken back', async () => {
    const { admin, ana } = await scene();
    await member(ana, { allow_remote_access: true });
    const acting = await enter(admin, await ask(admin, ana));
    expect(await outcome(acting)).toBe(200);
    await member(ana, { allow_remote_access: false });
    expect(await outcome(acting)).toBe(401);
  });
});

describe('the way back', () => {
  test('leads to the own session, with the rights of now', async () => {
    const { boss, acting, asked, reader } = await inside();
    const own = await acting.call(contract.leave, {});
    expect(own).toMatchObject({ status: 'ok', user: { id: boss.id, role: 'admin', auth_type: 'password' } });
    acting.token = own.token;
    expect((await acting.call(getConfig, {})).remote_access).toBeNull();
    expect(await reader.call(contract.get, { params: { id: asked.id } })).toMatchObject({ state: 'ended', end_reason: 'asker' });
  });

  test.each([
    [
      'the person ended it',
      (known: Awaited<ReturnType<typeof inside>>) => known.reader.call(contract.end, { params: { id: known.asked.id } }),
    ],
    ['its time is up', async () => world.setTime(new Date(Date.now() + 31 * 60_000))],
  ])('is there as well when %s', async (_, end) => {
    const known = await inside();
    await end(known);
    expect(await outcome(known.acting)).toBe(401);
    const own = await known.acting.call(contract.leave, {});
    expect(own).toMatchObject({ user: { id: known.boss.id } });
    known.acting.token = own.token;
    expect(await outcome(known.acting)).toBe(200);
  });

  test('is none for whoever may not sign in any more', async () => {
    const { boss, acting } = await inside();
    const before = acting.token;
    await world.owner.run(
      query.updateTable('session').set({ ended_at: new Date() }).where('person_id', '=', boss.id).where('remote_access_id', 'is', null),
    );
    expect((await acting.refusal(contract.leave, {})).status).toBe(401);
    expect(acting.token).toBe(before);
  });

  test('is found again by a page that was loaded anew before it had the new token, as one session, for a minute', async () => {
    const { boss, acting } = await inside();
    const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => acting.call(contract.leave, {})));
    const again = await acting.call(contract.leave, {});
    expect([...others, again].map(({ token }) => token)).toEqual(Array(6).fill(first?.token));
    const began = await world.owner.run(
      sql`select 1 from session where person_id = ${boss.id} and ended_at is null and token_hash = ${hashToken(again.token)}`,
    );
    expect(began).toHaveLength(1);
    world.setTime(new Date(Date.now() + 61_000));
    expect((await acting.refusal(contract.leave, {})).status).toBe(401);
    acting.token = again.token;
    expect(await outcome(acting)).toBe(200);
  });

  test('is lost to whoever holds the token without the cookie', async () => {
    const { acting, unit } = await inside();
    const thief = world.browser();
    thief.token = acting.token;
    expect((await thief.refusal(contract.leave, {})).status).toBe(401);
    await acting.call(contract.leave, {});
    expect((await thief.refusal(contract.leave, {})).status).toBe(401);
    const bea = await world.signIn(await unit.person('user'));
    bea.token = acting.token;
    expect((await bea.refusal(contract.leave, {})).status).toBe(401);
  });

  test('a page that is loaded anew while one goes in is still its own', async () => {
    const { admin, ana, reader, boss } = await scene();
    const asked = await ask(admin, ana);
    await answer(reader, asked, 'read');
    const { token } = admin;
    const entered = await admin.call(contract.enter, { params: { id: asked.id } });
    admin.token = token;
    expect((await admin.call(account.overview, {})).email).toBe(boss.email);
    admin.token = entered.token;
    expect((await admin.call(getConfig, {})).remote_access).toMatchObject({ id: asked.id });
  });

  test('signing out signs out of both', async () => {
    const { acting, boss } = await inside();
    await acting.call(logout, {});
    const open = await world.owner.run(
      sql`select auth_type from session where person_id = ${boss.id} and ended_at is null and remote_access_id is null`,
    );
    // The other browser of the asker stays signed in.
    expect(open).toEqual([{ auth_type: 'password' }]);
  });
});

describe('afterwards', () => {
  test('the person is told once, and reads what was changed', async () => {
    const { acting, reader, asked } = await inside({ mode: 'full' });
    await acting.call(contract.leave, {});
    await world.runJobs(closeRemoteAccess);
    await world.runJobs(closeRemoteAccess);
    const told = (await reader.call(notifications.list, { query: {} })).data.filter(({ kind }) => kind === 'remote_ended');
    expect(told.map(({ link }) => link)).toEqual([`/remote/authorization?receipt=${asked.id}`]);
    const { events, more } = await reader.call(contract.receipt, { params: { id: asked.id } });
    expect(more).toBe(false);
    expect(events.every(({ action }) => !action.startsWith('session.'))).toBe(true);
  });

  test('the receipt is kept for twelve months, and not for longer', async () => {
    const { acting, asked } = await inside();
    acting.token = (await acting.call(contract.leave, {})).token;
    const made = async (interval: string) => {
      await world.owner.run(sql`update remote_access set created_at = now() - ${interval}::interval where id = ${asked.id}`);
      await world.runJobs(closeRemoteAccess);
      return (await world.owner.run(sql`select 1 from remote_access where id = ${asked.id}`)).length;
    };
    expect(await made('11 months 20 days')).toBe(1);
    expect(await made('12 months 1 day')).toBe(0);
  });
});
