/** Whoever is asked reads who asks, also where that is somebody of no unit; and nobody reads what was asked in another one. */
import * as contract from '@vitrine/contract/signIn/remoteAccess.ts';
import { afterAll, expect, test } from 'vitest';
import { answer, ask, enter, openScene } from '#test/harness/remoteAccess.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

test('the name of a partner’s person stands in the request, in the list and in the receipt, for the person and for who looks after the unit', async () => {
  const { staff, ana, reader, admin } = await openScene(world);
  const browser = await world.signIn(staff);
  const asked = await ask(browser, ana);
  const named = { asker_name: staff.name, person_name: ana.name };
  expect((await reader.call(contract.list, { query: { mine: 'true' } })).data).toMatchObject([named]);
  await answer(reader, asked, 'read');
  await enter(browser, asked);
  await browser.call(contract.leave, {});
  for (const looking of [reader, admin]) {
    expect((await looking.call(contract.list, { query: {} })).data).toMatchObject([named]);
    expect((await looking.call(contract.list, { query: { q: staff.name } })).data).toHaveLength(1);
    expect(await looking.call(contract.get, { params: { id: asked.id } })).toMatchObject(named);
  }
});

test('neither another reader nor an administrator of another unit reads a request, whatever unit they know its id from', async () => {
  const { unit, staff, ana } = await openScene(world);
  const asked = await ask(await world.signIn(staff), ana);
  const [stranger, neighbour] = [await openScene(world), await world.signIn(await unit.person('user'))];
  for (const browser of [stranger.admin, stranger.reader, await world.signIn(stranger.staff), neighbour]) {
    expect((await browser.call(contract.list, { query: {} })).data).toEqual([]);
    for (const endpoint of [contract.get, contract.receipt])
      expect((await browser.refusal(endpoint, { params: { id: asked.id } })).status).toBe(404);
    expect((await browser.inject({ url: `/api/remote_access/${asked.id}/receipt/export?format=csv` })).statusCode).toBe(404);
  }
});

test('somebody of two units reads in each what was asked of them there', async () => {
  const [here, there] = [await openScene(world), await openScene(world)];
  const both = await world.join(here.ana, there.unit);
  await ask(here.admin, here.ana);
  await ask(there.admin, both);
  const [first, second] = [await world.signIn(here.ana), await world.signIn(both)];
  for (const [browser, boss] of [
    [first, here.boss],
    [second, there.boss],
  ] as const)
    expect((await browser.call(contract.list, { query: {} })).data.map(({ asker_id }) => asker_id)).toEqual([boss.id]);
});
