/** Acting for somebody: what one may inside, and what ends it (docs/security.md, the twelve cases). */
import * as account from '@vitrine/contract/signIn/account.ts';
import * as contract from '@vitrine/contract/signIn/remoteAccess.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as groups from '@vitrine/contract/people/userGroups.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { changeLanguage, refreshToken } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import type { Person } from '#test/harness/population.ts';
import { ask, enter, goInside, openScene, wish } from '#test/harness/remoteAccess.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const scene = (values?: { settings: Record<string, unknown> }) => openScene(world, values);
const inside = (wished?: Parameters<typeof goInside>[1]) => goInside(world, wished);
const outcome = async (browser: Browser) => (await browser.inject({ url: getConfig.path })).statusCode;
const statusOf = async (refused: Promise<{ body: { status: string } }>) => (await refused).body.status;

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
    expect(await statusOf(acting.refusal(notifications.bulk, { body: { act: 'read', matching: {} } }))).toBe('acting_read_only');
  });

  test('with full access one changes what the person may change', async () => {
    const { acting } = await inside({ mode: 'full' });
    await acting.call(notifications.bulk, { body: { act: 'read', matching: {} } });
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
  type Known = Awaited<ReturnType<typeof goInside>>;
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
