import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Leak } from './markers.ts';
import type { World } from './world.ts';
import { openWorld } from './world.ts';

let world: World;
const leaks: Leak[] = [];
// The last test closes it: that is when mails and the log are looked at.
beforeAll(async () => {
  world = await openWorld({ onLeak: (leak) => leaks.push(leak) });
});

async function unitWithGroup() {
  const unit = await world.unit();
  const admin = await world.signIn(await unit.person('admin'));
  await admin.call(reportGroups.add, { body: { name: `Group ${unit.marker}` } });
  return { unit, admin };
}

test('sees a row of another unit in an answer, and says which call it was', async () => {
  const [here, there] = [await unitWithGroup(), await unitWithGroup()];
  await here.admin.call(reportGroups.list, {});
  expect(leaks).toEqual([]);
  await world.owner.run(sql`alter table report_group disable row level security`);
  await here.admin.call(reportGroups.list, {});
  await world.owner.run(sql`alter table report_group enable row level security`);
  expect(leaks).toEqual([{ where: expect.stringContaining('/api/report_groups'), markers: [there.unit.marker] }]);
});

test('a marker that the caller searches for is no excuse', async () => {
  leaks.length = 0;
  const [here, there] = [await unitWithGroup(), await unitWithGroup()];
  await there.admin.call(userGroups.add, { body: { name: `Group ${there.unit.marker}` } });
  // A list whose search only the policy keeps within the unit; that of report groups names the unit itself.
  await world.owner.run(sql`alter table user_group disable row level security`);
  await here.admin.call(userGroups.list, { query: { q: there.unit.marker } });
  await world.owner.run(sql`alter table user_group enable row level security`);
  expect(leaks).toEqual([expect.objectContaining({ markers: [there.unit.marker] })]);
});

test('sees markers of strangers in mails, and any in the log', async () => {
  leaks.length = 0;
  const [here, there] = [await world.unit(), await world.unit()];
  const person = await here.person('user');
  const to = { name: person.name, address: person.email };
  const text = {
    subject: `${here.name} é`,
    greeting: person.name,
    paragraphs: [here.name],
    action: null,
    footer: '',
    colours: { button: '#000000', button_font: '#ffffff' },
  };
  await world.services.mail.send({ kind: 'notice_message', to, server: null, sender_name: here.name, text });
  await world.services.mail.send({
    kind: 'notice_message',
    to,
    server: null,
    sender_name: here.name,
    text: { ...text, subject: `é ${there.name}` },
  });
  // Who has left knows what the unit is called, and nothing that stands in it.
  const former = await there.person('user');
  await world.owner.run(sql`delete from membership where id = ${former.membership_id}`);
  const goodbye = {
    kind: 'notice_message' as const,
    to: { name: former.name, address: former.email },
    server: null,
    sender_name: there.name,
  };
  await world.services.mail.send({ ...goodbye, text: { ...text, subject: there.name, greeting: former.name, paragraphs: [there.name] } });
  await world.services.mail.send({ ...goodbye, text: { ...text, subject: `Group ${there.marker}`, greeting: '', paragraphs: [] } });
  world.services.log.info(`Something about ${here.marker}`);
  await world.close();
  expect(leaks).toEqual([
    { where: expect.stringContaining('the log says'), markers: [here.marker] },
    { where: `a mail to ${person.email}`, markers: [there.marker] },
    { where: `a mail to ${former.email}`, markers: [there.marker] },
  ]);
});
