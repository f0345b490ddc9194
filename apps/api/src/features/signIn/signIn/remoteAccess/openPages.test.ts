/** Open pages of whoever acts for somebody hear at once that it is over, on every node. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import * as contract from '@vitrine/contract/signIn/remoteAccess.ts';
import { logout } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import type { Person } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { openLive } from '#platform/live/live.ts';

const world = await openWorld();
afterAll(world.close);

/** What a page hears that another process serves. */
async function pageOf(who: { session_id: string; tenant_id: string | null; person_id: string }) {
  const { database, log, now } = world.services;
  const elsewhere = openLive({ database, url: world.url, log, now });
  onTestFinished(elsewhere.close);
  const page = new PassThrough();
  onTestFinished(() => void page.destroy());
  let heard = '';
  page.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  await elsewhere.open(who, null, () => page);
  return { page, heard: () => heard };
}

const sessionActing = async (id: string): Promise<string> => {
  const [session] = await world.owner.run(sql<{ id: string }>`select id from session where remote_access_id = ${id}`);
  return session?.id ?? '';
};

async function acting() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { allow_access_remote: true } });
  const [boss, ana] = [await unit.person('admin'), await unit.person('user')];
  const [admin, reader] = [await world.signIn(boss), await world.signIn(ana)];
  const body = {
    membership_id: ana.membership_id ?? '',
    reason: 'Conferir os filtros',
    minutes: 30 as const,
    mode: 'read' as const,
    from: '/user',
  };
  const { id } = await admin.call(contract.ask, { body });
  await reader.call(contract.answer, { params: { id }, body: { mode: 'read', word: '' } });
  admin.token = (await admin.call(contract.enter, { params: { id } })).token;
  const open = await pageOf({ session_id: await sessionActing(id), tenant_id: unit.id, person_id: ana.id });
  return { unit, boss, ana, reader, acting: admin, id, ...open };
}

type Known = Awaited<ReturnType<typeof acting>>;
const change = (person: Person, values: Record<string, unknown>) =>
  world.owner.run(
    query
      .updateTable('membership')
      .set(values)
      .where('id', '=', person.membership_id ?? ''),
  );
/** Any call that changes something wakes every process. */
const wake = (browser: Browser) => browser.call(contract.seen, { body: { screen: 'faq' } });

test.each<[string, (known: Known) => Promise<unknown>]>([
  ['the person ends it', ({ reader, id }) => reader.call(contract.end, { params: { id } })],
  ['the asker is no administrator any more', ({ boss, reader }) => change(boss, { role: 'user' }).then(() => wake(reader))],
  [
    'the unit allows it no more',
    ({ unit, reader }) =>
      world.owner.run(query.updateTable('tenant_setting').set({ value: '{}' }).where('tenant_id', '=', unit.id)).then(() => wake(reader)),
  ],
  ['the asker signs out in the browser where they asked', ({ acting: browser }) => browser.call(logout, {})],
])('when %s', async (_, end) => {
  const known = await acting();
  await wake(known.reader);
  expect(known.heard()).not.toContain('event: ended');
  const over = once(known.page, 'end');
  await end(known);
  await over;
  expect(known.heard()).toContain('event: ended');
});

test.each(['ends', 'is no longer staff'])('the operator when the partner’s person %s', async (how) => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const person = await partner.person({ unit });
  const [staff, operator] = [await world.signIn(person), await world.signIn(await world.operator())];
  const body = { person_id: person.id, reason: 'Conferir a lista de unidades', minutes: 30 as const, mode: 'read' as const };
  const { id } = await operator.call(contract.askStaff, { body });
  await staff.call(contract.answer, { params: { id }, body: { mode: 'read', word: '' } });
  operator.token = (await operator.call(contract.enter, { params: { id } })).token;
  const { page, heard } = await pageOf({ session_id: await sessionActing(id), tenant_id: null, person_id: person.id });
  await wake(operator);
  expect(heard()).not.toContain('event: ended');
  const over = once(page, 'end');
  if (how === 'ends') await staff.call(contract.end, { params: { id } });
  else {
    await world.owner.run(sql`update staff set state = 'blocked' where person_id = ${person.id}`);
    await wake(operator).catch(() => undefined);
    await wake(await world.signIn(await unit.person('user')));
  }
  await over;
  expect(heard()).toContain('event: ended');
});
