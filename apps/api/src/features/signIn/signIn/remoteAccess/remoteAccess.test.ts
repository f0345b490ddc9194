/** Acting for somebody: how it is asked for and answered (docs/security.md, the twelve cases). */
import * as contract from '@vitrine/contract/signIn/remoteAccess.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { answer, ask, enter, openScene, wish } from '#test/harness/remoteAccess.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const scene = (values?: { settings: Record<string, unknown> }) => openScene(world, values);
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
