import * as contract from '@vitrine/contract/playlists/playlists.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { addPlaylist, openFirstSlide, playedTitles, playlistScene } from '#test/harness/playlists.ts';
import { openPublishingWorld } from '#test/harness/publishing.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world } = await openPublishingWorld();

const scene = () => playlistScene(world);
const params = ({ id }: { id: string }) => ({ params: { id } });

test('a playlist keeps its slides in their order, each with its own time, page and filters', async () => {
  const { reader, publish: add } = await scene();
  const [one, two] = [await add({ title: 'A' }), await add({ title: 'B' })];
  const filters = [{ table: 'T', column: 'C', values: ['x'] }];
  const made = await addPlaylist(reader, [two, one], { update_seconds: 30, repeat_count: 3 });
  expect(made.slides.map(({ title, shown }) => [title, shown])).toEqual([
    ['B', true],
    ['A', true],
  ]);
  const { slides: _, id, owner_name, slide_count, screen_count, dark_count, can, version, ...settings } = made;
  expect([owner_name !== '', slide_count, screen_count, dark_count, can]).toEqual([
    true,
    2,
    0,
    0,
    { edit: true, remove: true, screens: false },
  ]);
  const slides = [
    { report_id: one.id, seconds: 15, page: 'p2', filters },
    { report_id: one.id, seconds: null, page: null, filters: [] },
    { report_id: two.id, seconds: null, page: null, filters: [] },
  ];
  const changed = await reader.call(contract.update, { params: { id }, body: { ...settings, name: 'Outra', slides, version } });
  expect(changed).toMatchObject({ name: 'Outra', update_seconds: 30, repeat_count: 3, slides });
  const stale = await reader.refusal(contract.update, { params: { id }, body: { ...settings, slides, version } });
  expect(stale.status).toBe(409);
  expect((await reader.call(contract.pages, params(one))).data.length).toBeGreaterThan(0);
});

test('private playlists are their owner’s; shared ones are played by everybody and changed by administrators', async () => {
  const { unit, admin, reader, publish: add } = await scene();
  const report = await add();
  const own = await addPlaylist(reader, [report]);
  const shared = await addPlaylist(admin, [report], { name: 'De todos', shared: true });
  const other = await world.signIn(await unit.person('user'));
  const names = async (browser: Browser) => (await browser.call(contract.list, {})).data.map(({ name, can }) => [name, can.edit]);
  const can = async (browser: Browser) => (await browser.call(contract.list, {})).can;
  expect([await can(reader), await can(admin)]).toEqual([
    { add: true, share: false },
    { add: true, share: true },
  ]);
  expect(await names(reader)).toEqual([
    ['De todos', false],
    ['Parede', true],
  ]);
  expect(await names(other)).toEqual([['De todos', false]]);
  expect(await names(admin)).toEqual([['De todos', true]]);
  for (const browser of [other, admin]) {
    expect((await browser.refusal(contract.get, params(own))).status).toBe(404);
    expect((await browser.refusal(contract.show, params(own))).status).toBe(404);
    expect((await browser.refusal(contract.remove, params(own))).status).toBe(404);
  }
  expect(await playedTitles(other, shared)).toEqual([report.title]);
  expect((await reader.refusal(contract.remove, params(shared))).status).toBe(404);
  expect((await reader.refusal(contract.add, { body: { name: 'Minha para todos', shared: true } })).status).toBe(422);
  expect((await reader.refusal(contract.links, params(shared))).status).toBe(403);
  const foreign = await scene();
  expect((await foreign.admin.refusal(contract.show, params(shared))).status).toBe(404);
});

test('slides of what the person may not see are neither taken nor shown', async () => {
  const { admin, ana, reader, publish: add } = await scene();
  const [seen, hidden] = [await add({ title: 'A' }), await add({ title: 'B' }, [])];
  expect((await reader.refusal(contract.add, { body: { name: 'X', slides: [{ report_id: hidden.id }] } })).status).toBe(404);
  const secured = await add({ title: 'C', sample: 'sales' });
  const shared = await addPlaylist(admin, [seen, hidden, secured], { shared: true });
  expect(await playedTitles(reader, shared)).toEqual(['A']);
  expect((await reader.call(contract.get, params(shared))).slides.map(({ shown }) => shown)).toEqual([true, false, false]);
  for (const { id: slide_id, title } of shared.slides.slice(1)) {
    const refused = await reader.refusal(contract.openSlide, { params: { id: shared.id, slide_id } });
    expect([title, refused.status]).toEqual([title, title === 'B' ? 404 : 403]);
  }
  await admin.call(reportAccess.removePerson, { params: { id: seen.id, membership_id: ana.membership_id ?? '' } });
  expect(await playedTitles(reader, shared)).toEqual([]);
});

test('filters of a slide narrow what the access rules leave and never widen it', async () => {
  const { ana, admin, reader, publish: add } = await scene();
  const rule = [{ table: 'Clima', column: 'Tempo', values: ['Sul', 'Norte'] }];
  const report = await add({ data_rule: 'filter' }, [{ to: 'membership', to_id: ana.membership_id, filters: rule }]);
  const filtersOf = async (filters: object[]) => {
    const made = await addPlaylist(reader, [], { slides: [{ report_id: report.id, filters }] });
    return (await openFirstSlide(reader, made)).filters.map(({ target, values }) => [target.column, values]);
  };
  expect(await filtersOf([{ table: 'Clima', column: 'Tempo', values: ['Sul', 'Leste'] }])).toEqual([['Tempo', ['Sul']]]);
  expect(await filtersOf([{ table: 'Clima', column: 'Tempo', values: ['Leste'] }])).toEqual([['Tempo', ['Norte', 'Sul']]]);
  expect(await filtersOf([{ table: 'Tempo', column: 'Ano', values: [2026] }])).toEqual([
    ['Tempo', ['Norte', 'Sul']],
    ['Ano', [2026]],
  ]);
  expect(admin.token).not.toBeNull();
});

test('ids of nobody are not there', async () => {
  const { admin } = await scene();
  const id = uuidv7();
  expect((await admin.refusal(contract.addLink, { params: { id }, body: { name: 'X', membership_id: uuidv7() } })).status).toBe(404);
  expect((await admin.refusal(contract.removeScreen, { params: { id, screen_id: uuidv7() } })).status).toBe(404);
});
