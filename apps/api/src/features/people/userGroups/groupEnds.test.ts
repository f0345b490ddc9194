/** Whatever a group gives, it gives until the end of its last day, and that day is the unit's. */
import * as catalogue from '@vitrine/contract/access/catalogue.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { start } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { mine } from '@vitrine/contract/reading/reportReading.ts';
import * as shifts from '@vitrine/contract/settings/accessHours.ts';
import * as terms from '@vitrine/contract/settings/terms.ts';
import * as contract from '@vitrine/contract/people/userGroups.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { grant, openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';

const { world } = await openPublishingWorld();

// The clock stands, or a day could end in the middle of a test.
let now = new Date();
beforeEach(() => {
  now = new Date();
  world.setTime(now);
});

const dayIn = (timezone: string, days = 0) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(new Date(now.getTime() + days * 86_400_000));

/** In the one it is a day later than in the other, whenever this runs. */
const [early, late] = ['Pacific/Kiritimati', 'Etc/GMT+12'];

async function scene(timezone: string) {
  const made = await publishingScene(world, { settings: { timezone } });
  const { admin, ana } = made;
  const group = await admin.call(contract.add, {
    body: { name: 'Projeto', home_page: '/all/reports', refresh_datasets: true, ends_on: dayIn(late) },
  });
  await admin.call(contract.addMembers, { params: { id: group.id }, body: { membership_ids: [ana.membership_id ?? ''] } });
  return { ...made, group };
}

/** 403 without the right, 404 for a report that is not there. */
const mayRefresh = async (reader: Browser, id: string) => (await reader.refusal(start, { params: { id } })).status !== 403;
const sees = async (reader: Browser) => (await reader.call(mine, {})).data.map(({ title }) => title);

test.each([
  [late, true],
  [early, false],
])('rights, start page and reports of a group that ends on a day: in %s %s', async (timezone, holds) => {
  const { admin, ana, reader, group, publish, unit } = await scene(timezone);
  const report = await publish({ title: 'Metas' });
  await grant(admin, report, { to: 'user_group', to_id: group.id });
  expect((await reader.call(getConfig, {})).intended).toBe(holds ? '/all/reports' : '/');
  expect((await world.browser().login(ana)).intended).toBe(holds ? '/all/reports' : '/');
  expect(await mayRefresh(reader, unit.id)).toBe(holds);
  expect(await sees(reader)).toEqual(holds ? ['Metas'] : []);
  const { data } = await admin.call(users.reports, { params: { id: ana.membership_id ?? '' } });
  expect(data.map(({ title }) => title)).toEqual(holds ? ['Metas'] : []);
});

const ranges = [{ day: 0, start: '00:00', end: '00:01' }];

test.each([
  [late, true],
  [early, false],
])('hours and terms of a group that ends on a day: in %s %s', async (timezone, holds) => {
  const { admin, ana, reader, group } = await scene(timezone);
  const hours = { ranges, holidays: [0, 1, 2].map((days) => dayIn(timezone, days - 1)) };
  const rehearsal = { body: { ...hours, user_group_ids: [group.id], membership_ids: [] } };
  await world.browser().login(ana);
  expect((await admin.call(shifts.rehearse, rehearsal)).people.map(({ id }) => id)).toEqual(holds ? [ana.id] : []);

  const term = await admin.call(terms.add, {
    body: { title: 'Regras', text: 'Leia.', place: 'first_access', roles: [], group_ids: [group.id], repeat_months: null },
  });
  await admin.call(terms.publish, { params: { id: term.id }, body: { version: term.version } });
  const outcome = async () =>
    reader.call(mine, {}).then(
      () => 'in',
      (error: { body: { status: string } }) => error.body.status,
    );
  expect(await outcome()).toBe(holds ? 'terms_pending' : 'in');
  const { name: _name, ...bound } = { name: '', ...hours };
  await admin.call(shifts.add, { body: { ...bound, name: 'Nunca', active: true, user_group_ids: [group.id], membership_ids: [] } });
  const entered = await world
    .browser()
    .login(ana)
    .then(
      () => 'in',
      (error: { body: { status: string } }) => error.body.status,
    );
  expect(entered).toBe(holds ? 'hours_not_allowed' : 'in');
});

test('a request that is granted through a group lengthens an end that the person has there, and shortens none', async () => {
  const { admin, ana, reader, publish } = await publishingScene(world);
  const group = await admin.call(contract.add, { body: { name: 'Convidados' } });
  const params = { id: group.id };
  await admin.call(contract.addMembers, { params, body: { membership_ids: [ana.membership_id ?? ''], ends_on: dayIn(late, -3) } });
  const report = await publish({ title: 'Metas', show_in_catalogue: true });
  const { id, version } = await reader.call(catalogue.request, { body: { report_id: report.id, reason: 'Preciso para as metas.' } });
  const body = { filters: [], rls_roles: [], rls_username: null, permission_edit: false, answer: '', user_group_id: group.id, version };
  await admin.call(catalogue.grantRequest, { params: { id }, body: { ...body, ends_on: dayIn(late, 30) } });
  expect(await sees(reader)).toEqual(['Metas']);
  const { data } = await admin.call(contract.members, { params });
  expect(data).toMatchObject([{ ends_on: dayIn(late, 30) }]);
});
