import * as configuration from '@vitrine/contract/settings/settings.ts';
import * as contract from '@vitrine/contract/datasets/datasetRefresh.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import { expect, test } from 'vitest';
import { grant, publish } from '#test/harness/publishing.ts';
import { minutes, openRefreshWorld, params } from '#test/harness/refreshes.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { letItEnd, scene, service, world } = await openRefreshWorld();

/** A reader who may have data refreshed, in a unit with one report that they see and one that they do not. */
async function readerScene() {
  const made = await scene();
  const hidden = await publish(made.admin);
  await grant(made.admin, made.report, { to: 'unit' });
  const person = await made.unit.person('user', { membership: { refresh_datasets: true } });
  return { ...made, hidden, person, reader: await world.signIn(person) };
}

test('who may refresh data has a list of what they see, with the state, the reason and the day', async () => {
  const { admin, reader, report } = await readerScene();
  const mine = async (q = '') => (await reader.call(contract.mine, { query: { q } })).data;
  expect(await mine()).toMatchObject([{ id: report.id, title: report.title, failed: null, can_refresh: true, budget: { used: 0 } }]);
  service.faults.start({ name: 'refresh_failed', error_description: 'The gateway is asleep.' });
  await admin.call(contract.start, params(report));
  await letItEnd();
  expect(await mine(report.title)).toMatchObject([
    { failed: { reason: 'The gateway is asleep.' }, can_refresh: true, budget: { used: 1 } },
  ]);
  expect(await mine('nada disso')).toEqual([]);
  const [row] = await mine();
  const { history, ...told } = await reader.call(contract.myHistory, params(report));
  expect(told).toEqual(row);
  expect(history).toMatchObject([{ state: 'failed', reason: 'The gateway is asleep.' }]);
});

test('of those who asked, a reader sees only themselves named', async () => {
  const { admin, reader, person, report } = await readerScene();
  await admin.call(contract.start, params(report));
  await letItEnd();
  service.clock.advance(minutes(30));
  await reader.call(contract.start, params(report));
  const { history } = await reader.call(contract.myHistory, params(report));
  expect(history.map(({ asked_by_name }) => asked_by_name)).toEqual([person.name, null]);
});

test('what a reader does not see, what has no data and what is elsewhere is the same 404; without the right it is refused', async () => {
  const [{ unit, admin, reader, hidden, report }, there] = [await readerScene(), await readerScene()];
  const link = await admin.call(reports.addLink, {
    body: { title: 'A page elsewhere', group_id: report.group_id, link_url: 'https://example.org/' },
  });
  await grant(admin, link, { to: 'unit' });
  for (const id of [hidden.id, there.report.id, link.id, uuidv7()]) {
    const refused = await reader.refusal(contract.myHistory, { params: { id } });
    expect([refused.status, refused.body.status]).toEqual([404, 'not_found']);
  }
  const other = await world.signIn(await unit.person('user'));
  expect((await other.refusal(contract.mine, {})).status).toBe(403);
  expect((await other.refusal(contract.myHistory, params(report))).status).toBe(403);
});

test('the screen is there for whom a group gives the right, and refused to other readers', async () => {
  const { unit, admin } = await scene();
  const [member, other] = [await unit.person('user'), await unit.person('user')];
  const hiddenFor = async (person: typeof member) => {
    const browser = await world.signIn(person);
    return (await browser.call(configuration.remoteConfig, {})).hidden_menu.filter((name) => name.startsWith('management_'));
  };
  expect(await hiddenFor(member)).toEqual(['management_report', 'management_view']);
  const group = await admin.call(userGroups.add, { body: { name: 'Who refreshes', refresh_datasets: true } });
  await admin.call(userGroups.addMembers, { params: { id: group.id }, body: { membership_ids: [member.membership_id ?? ''] } });
  expect(await hiddenFor(member)).toEqual([]);
  expect(await hiddenFor(other)).toEqual(['management_report', 'management_view']);
  expect((await admin.call(configuration.remoteConfig, {})).hidden_menu).not.toContain('management_report');
});
