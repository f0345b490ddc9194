import * as contract from '@vitrine/contract/reading/search.ts';
import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import type { Published } from '#test/harness/publishing.ts';
import { addGroup, openPublishingWorld, openReport, publishingScene } from '#test/harness/publishing.ts';

const { world, service } = await openPublishingWorld();

/** A reader who sees what is granted. */
async function scene() {
  const made = await publishingScene(world);
  const toAna = async (values: Published = {}): Promise<Report> => {
    const report = await made.publish(values);
    await made.toAna(report);
    return report;
  };
  return { ...made, toAna };
}

const search = (browser: Browser, q: string) => browser.call(contract.search, { query: { q } });
const find = async (browser: Browser, q: string) => (await search(browser, q)).reports.map(({ title }) => title);

test('a search forgives case, accents and typos, looks at titles, descriptions and groups, and names the best first', async () => {
  const { admin, reader, toAna, publish: add } = await scene();
  const finance = await admin.call(reportGroups.add, { body: { name: 'Finanças e Controladoria' } });
  // A name without figures: a made-up one may hold those that are searched for.
  const other = (await admin.call(reportGroups.add, { body: { name: 'Outros' } })).id;
  await toAna({ title: 'Faturamento por região', group_id: finance.id });
  await toAna({ title: 'Metas', description: 'Faturamento previsto de cada loja', group_id: other });
  await toAna({ title: 'Clima de Seattle', group_id: other });
  await add({ title: 'Faturamento secreto', group_id: other });

  expect(await find(reader, 'FATURAMENTO')).toEqual(['Faturamento por região', 'Metas']);
  expect(await find(reader, 'regiao')).toEqual(['Faturamento por região']);
  expect(await find(reader, 'financas')).toEqual(['Faturamento por região']);
  expect(await find(reader, 'controladoria regiao')).toEqual(['Faturamento por região']);
  for (const typo of ['faturamneto regiao', 'fatuamento região', 'faturamentto por regiao'])
    expect(await find(reader, typo)).toEqual(['Faturamento por região']);
  expect(await find(reader, 'seatle')).toEqual(['Clima de Seattle']);
  expect(await find(reader, 'cl')).toEqual(['Clima de Seattle']);
  expect(await find(reader, 'xyzw')).toEqual([]);
  expect(await find(reader, '100%_\\')).toEqual([]);
  // The list finds by the same words.
  expect((await reader.call(reading.mine, { query: { q: 'seatle' } })).data.map(({ title }) => title)).toEqual(['Clima de Seattle']);
});

test('which words stand in reports that a reader does not see makes no difference to what they find', async () => {
  const { admin, reader, toAna, publish: add } = await scene();
  const group_id = (await addGroup(admin)).id;
  await toAna({ title: 'Faturamento', group_id });
  expect(await find(reader, 'faturamneto')).toEqual(['Faturamento']);
  await add({ title: 'Plano do faturamneto', group_id });
  expect(await find(reader, 'faturamneto')).toEqual(['Faturamento']);
  expect(await find(admin, 'faturamneto')).toEqual(['Plano do faturamneto']);
});

test('a report is found by the new name of its group and no longer by the old one', async () => {
  const { admin, reader, toAna } = await scene();
  const group = await admin.call(reportGroups.add, { body: { name: 'Logística' } });
  await toAna({ title: 'Entregas', group_id: group.id });
  expect(await find(reader, 'logistica')).toEqual(['Entregas']);
  const { name: _old, ...rest } = group;
  await admin.call(reportGroups.update, {
    params: { id: group.id },
    body: { name: 'Transportes', description: rest.description, icon: rest.icon, version: rest.version },
  });
  expect([await find(reader, 'logistica'), await find(reader, 'transportes')]).toEqual([[], ['Entregas']]);
});

const pages = async (browser: Browser, q: string) =>
  (await search(browser, q)).pages.map(({ report_title, title }) => `${report_title}: ${title}`);

test('a page is found by its title once its report is registered, by whoever sees the report', async () => {
  const { admin, reader, toAna, publish: add } = await scene();
  const seen = await toAna({ title: 'Clima' });
  await add({ title: 'Clima secreto' });
  expect(await pages(admin, 'chuva')).toEqual([]);
  await world.runJobs();
  expect(await pages(reader, 'CHUVA')).toEqual(['Clima: Chuva e vento']);
  expect(await pages(reader, 'vento chuva')).toEqual(['Clima: Chuva e vento']);
  // A page is found by its own words alone.
  expect(await pages(reader, 'clima chuva')).toEqual([]);
  expect(await pages(admin, 'ch')).toEqual(['Clima: Chuva e vento', 'Clima secreto: Chuva e vento']);
  expect((await search(reader, 'chuva')).pages).toMatchObject([{ report_id: seen.id, name: 'chuva_e_vento' }]);
  const { reader: foreign, admin: foreignAdmin } = await scene();
  expect([await pages(foreign, 'chuva'), await pages(foreignAdmin, 'chuva')]).toEqual([[], []]);
});

test('the pages of a report are read again by whoever opens it the next day, and once however many do', async () => {
  const { ana, reader, toAna } = await scene();
  const report = await toAna({ title: 'Clima' });
  await world.runJobs();
  const listed = () => service.calls.filter(({ path }) => path.endsWith('/pages')).length;
  const before = listed();
  await openReport(reader, report);
  await world.runJobs();
  expect(listed()).toBe(before);
  world.setTime(new Date(Date.now() + 25 * 3_600_000));
  const tomorrow = await world.signIn(ana);
  for (let times = 0; times < 3; times++) await openReport(tomorrow, report);
  await world.runJobs();
  expect(listed()).toBe(before + 1);
});

test('a service that does not answer leaves what was known of the pages', async () => {
  const { ana, toAna } = await scene();
  const report = await toAna({ title: 'Clima' });
  await world.runJobs();
  world.setTime(new Date(Date.now() + 25 * 3_600_000));
  const reader = await world.signIn(ana);
  await openReport(reader, report);
  service.faults.start({ name: 'server_error', status: 500, path: '/pages' });
  expect(await world.runJobs()).toContainEqual(expect.objectContaining({ name: 'report.read_pages', status: 'failed' }));
  expect(await pages(reader, 'chuva')).toEqual(['Clima: Chuva e vento']);
});

test('an administrator finds people and user groups; a reader finds neither', async () => {
  const { admin, reader, unit } = await scene();
  const bruno = await unit.person('user', { person: { name: 'Bruno Quitandeiro' } });
  const gone = await unit.person('user', { person: { name: 'Breno Quitandeiro' }, membership: { state: 'deactivated' } });
  await admin.call(userGroups.add, { body: { name: 'Quitandas do sul' } });
  expect(await search(admin, 'quitand')).toMatchObject({
    users: [{ id: bruno.membership_id, name: 'Bruno Quitandeiro', email: bruno.email }],
    user_groups: [{ name: 'Quitandas do sul', member_count: 0 }],
  });
  expect((await search(admin, 'breno')).users.map(({ id }) => id)).not.toContain(gone.membership_id);
  expect(await search(reader, 'quitand')).toEqual({ reports: [], pages: [], users: [], user_groups: [] });
  const { admin: foreign } = await scene();
  expect(await search(foreign, 'quitand')).toMatchObject({ users: [], user_groups: [] });
});

test('no more than eight of each are found', async () => {
  const { admin, unit } = await scene();
  for (let index = 0; index < 10; index++) {
    await unit.person('user', { person: { name: `Zuleica ${index}` } });
    await admin.call(userGroups.add, { body: { name: `Zuleicas ${index}` } });
  }
  const { users, user_groups } = await search(admin, 'zuleica');
  expect([users.length, user_groups.length]).toEqual([8, 8]);
});
