import * as configuration from '@vitrine/contract/settings/settings.ts';
import * as contract from '@vitrine/contract/reading/savedViews.ts';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { grant, openPublishingWorld, openReport, publish } from '#test/harness/publishing.ts';

const { world } = await openPublishingWorld();

/** A unit that keeps filters unless told otherwise, a report, and two readers who may see it. */
async function scene({ save_filter = true }: { save_filter?: boolean } = {}) {
  const unit = await world.unit();
  const admin = await world.signIn(await unit.person('admin'));
  await admin.call(configuration.updateConfig, { body: { save_filter, version: 1 } });
  const report = await publish(admin);
  await grant(admin, report, { to: 'unit' });
  const ana = await unit.person('user');
  return { admin, report, ana, reader: await world.signIn(ana), other: await world.signIn(await unit.person('user')) };
}

const view = (state: string) => ({ state, page: 'Resumo' });
const params = ({ id }: { id: string }) => ({ params: { id } });
const save = (browser: Browser, { id }: { id: string }, filters: { state: string; page: string; made?: string } | null) =>
  browser.call(contract.saveFilters, { body: { reportId: id, filters } });
const savedOf = async (browser: Browser, report: { id: string }) => (await openReport(browser, report)).saved;

test('a report opens with the filters that the person kept, and with nobody else’s', async () => {
  const { report, reader, other } = await scene();
  expect(await savedOf(reader, report)).toEqual({ memory: 'always', filters: null });
  await save(reader, report, view('c3Vs'));
  await save(reader, report, view('bm9ydGU='));
  expect(await savedOf(reader, report)).toEqual({ memory: 'always', filters: view('bm9ydGU=') });
  expect(await savedOf(other, report)).toEqual({ memory: 'always', filters: null });
  await save(reader, report, null);
  expect((await savedOf(reader, report)).filters).toBeNull();
});

test('who comes back by hand to how the report was made keeps no filters any more', async () => {
  const { report, reader, other } = await scene();
  const made = 'b3JpZ2luYWw=';
  expect(await save(reader, report, { ...view('c3Vs'), made })).toEqual({ kept: true });
  expect(await save(other, report, view(made))).toEqual({ kept: true });
  // On a later day nobody knows any more how it was made, and what was changed meanwhile is a change.
  expect(await save(reader, report, view('bm9ydGU='))).toEqual({ kept: true });
  expect(await save(reader, report, view(made))).toEqual({ kept: false });
  expect((await savedOf(reader, report)).filters).toBeNull();
  expect(await save(reader, report, { ...view(made), made })).toEqual({ kept: false });
  expect((await savedOf(other, report)).filters).toEqual(view(made));
});

test('a unit that keeps no filters refuses them and opens without, whatever was kept before', async () => {
  const { admin, report, reader } = await scene();
  await save(reader, report, view('c3Vs'));
  await admin.call(configuration.updateConfig, { body: { save_filter: false, version: 2 } });
  expect(await savedOf(reader, report)).toEqual({ memory: null, filters: null });
  expect((await reader.refusal(contract.saveFilters, { body: { reportId: report.id, filters: view('c3Vs') } })).body.status).toBe(
    'functionality_not_allowed',
  );
});

test('filters are kept as often as somebody likes: the statement holds when PostgreSQL plans it once for all values', async () => {
  const { report, reader } = await scene();
  for (const state of Array.from({ length: 12 }, (_, index) => Buffer.from(`state ${index}`).toString('base64')))
    expect(await save(reader, report, view(state))).toEqual({ kept: true });
});

test('a person chooses to be asked, or that nothing is kept: then what was kept is forgotten', async () => {
  const { report, reader } = await scene();
  await save(reader, report, view('c3Vs'));
  await reader.call(contract.chooseMemory, { body: { save_filter: 'ask' } });
  expect(await savedOf(reader, report)).toEqual({ memory: 'ask', filters: view('c3Vs') });
  await reader.call(contract.chooseMemory, { body: { save_filter: 'never' } });
  await reader.call(contract.chooseMemory, { body: { save_filter: 'always' } });
  expect(await savedOf(reader, report)).toEqual({ memory: 'always', filters: null });
});

test('bookmarks are kept, renamed and forgotten by their owner alone', async () => {
  const { admin, report, reader, other } = await scene();
  const south = await reader.call(contract.addBookmark, { ...params(report), body: { name: 'Só o Sul', ...view('c3Vs') } });
  await reader.call(contract.addBookmark, { ...params(report), body: { name: 'Ano inteiro', ...view('YW5v') } });
  const place = { params: { id: report.id, bookmark_id: south.id } };
  for (const stranger of [other, admin]) {
    expect((await stranger.call(contract.bookmarks, params(report))).data).toEqual([]);
    expect((await stranger.refusal(contract.renameBookmark, { ...place, body: { name: 'Meu' } })).status).toBe(404);
    expect((await stranger.refusal(contract.removeBookmark, place)).status).toBe(404);
  }
  await reader.call(contract.renameBookmark, { ...place, body: { name: 'Zona sul' } });
  const { data } = await reader.call(contract.bookmarks, params(report));
  expect(data.map(({ name, state }) => [name, state])).toEqual([
    ['Ano inteiro', 'YW5v'],
    ['Zona sul', 'c3Vs'],
  ]);
  await reader.call(contract.removeBookmark, place);
  expect((await reader.call(contract.bookmarks, params(report))).data).toHaveLength(1);
});

test('fifty bookmarks at once are no more than twenty', async () => {
  const { report, reader } = await scene();
  const asked = Array.from({ length: 50 }, (_, index) =>
    reader.call(contract.addBookmark, { ...params(report), body: { name: `Visão ${index}`, ...view('c3Vs') } }),
  );
  const kept = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled');
  expect(kept).toHaveLength(contract.bookmarksLimit);
  expect((await reader.call(contract.bookmarks, params(report))).data).toHaveLength(contract.bookmarksLimit);
});

test('a link leads whoever may open the report to the same view, and nobody else', async () => {
  const [{ report, ana, reader, other }, elsewhere] = [await scene(), await scene()];
  const { id: link_id } = await reader.call(contract.share, { ...params(report), body: view('c3Vs') });
  const place = { params: { id: report.id, link_id } };
  expect(await other.call(contract.shared, place)).toEqual({ ...view('c3Vs'), shared_by: ana.name });
  expect((await elsewhere.reader.refusal(contract.shared, place)).status).toBe(404);
  // Nor by way of a report of their own.
  expect((await elsewhere.reader.refusal(contract.shared, { params: { id: elsewhere.report.id, link_id } })).status).toBe(404);
  // A bookmark is no link.
  const { id } = await reader.call(contract.addBookmark, { ...params(report), body: { name: 'Minha', ...view('c3Vs') } });
  expect((await other.refusal(contract.shared, { params: { id: report.id, link_id: id } })).status).toBe(404);
});

test('a link of the partner works although the unit does not know the partner’s people', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const report = await publish(await world.signIn(await unit.person('admin')));
  const partnerStaff = await world.signIn(await partner.person({ unit }));
  const reader = await world.signIn(await unit.person('user'));
  await grant(await world.signIn(await unit.person('admin')), report, { to: 'unit' });
  const { id: link_id } = await partnerStaff.call(contract.share, { ...params(report), body: view('c3Vs') });
  expect(await reader.call(contract.shared, { params: { id: report.id, link_id } })).toEqual({ ...view('c3Vs'), shared_by: '–' });
});
