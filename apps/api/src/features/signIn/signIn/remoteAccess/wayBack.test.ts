/** Acting for somebody: back to the own session, and what is left afterwards. */
import * as account from '@vitrine/contract/signIn/account.ts';
import * as contract from '@vitrine/contract/signIn/remoteAccess.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { logout } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { answer, ask, enter, goInside, openScene } from '#test/harness/remoteAccess.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { closeRemoteAccess } from './remoteAccess.jobs.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const scene = (values?: { settings: Record<string, unknown> }) => openScene(world, values);
const inside = (wished?: Parameters<typeof goInside>[1]) => goInside(world, wished);
const outcome = async (browser: Browser) => (await browser.inject({ url: getConfig.path })).statusCode;

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
      (known: Awaited<ReturnType<typeof goInside>>) => known.reader.call(contract.end, { params: { id: known.asked.id } }),
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

  test.each(['saml', 'azure', 'password'])('is there for whoever signed in by %s', async (way) => {
    const { admin, ana, reader, boss } = await scene();
    await world.owner.run(sql`update session set auth_type = ${way} where person_id = ${boss.id}`);
    const asked = await ask(admin, ana);
    await answer(reader, asked, 'read');
    const acting = await enter(admin, asked);
    expect(await acting.call(contract.leave, {})).toMatchObject({ user: { id: boss.id, auth_type: way } });
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
