/** What is counted of one's own reading: only one's own, and named only as long as it may be opened. */
import * as contract from '@vitrine/contract/reports/reportUsage.ts';
import { expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import { openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';
import { writeView } from '#test/harness/reportViews.ts';

const { world } = await openPublishingWorld();
const march = { from: '2026-03-01', until: '2026-03-31' };

/** Ana opened two reports and may still open one; Bia opened one; the administrator once opened one in Ana's place. */
async function scene() {
  const { unit, administrator, ana, publish, toAna } = await publishingScene(world);
  const bia = await unit.person('user');
  const [sales, secret] = [await publish({ title: 'Vendas' }), await publish({ title: 'Salários' })];
  await toAna(sales);
  const view = (person_id: string, report_id: string, opened_at: string, seconds: number, actor_id = person_id) =>
    writeView(world, { tenant_id: unit.id, report_id, person_id, actor_id, opened_at, seconds }, { load_ms: 1200, device: 'desktop' });
  await view(ana.id, sales.id, '2026-03-10T13:05:00Z', 600);
  // Eleven at night in São Paulo: there it is still the tenth.
  await view(ana.id, sales.id, '2026-03-11T02:05:00Z', 60);
  await view(ana.id, secret.id, '2026-03-12T13:05:00Z', 120);
  await view(ana.id, sales.id, '2026-02-20T13:05:00Z', 60);
  await view(ana.id, sales.id, '2026-03-13T13:05:00Z', 300, administrator.id);
  await view(bia.id, sales.id, '2026-03-10T13:05:00Z', 900);
  const exported = { tenant_id: unit.id, at: '2026-03-10T14:00:00Z', action: 'report.export', object_type: 'report', object_id: sales.id };
  for (const { id } of [ana, bia, bia])
    await world.owner.run(query.insertInto('audit_log').values({ ...exported, actor_id: id, person_id: id }));
  return { unit, ana, bia, sales, secret };
}

test('one reads one’s own numbers and nobody else’s; what others opened in one’s place stands apart', async () => {
  const { ana, bia } = await scene();
  const { totals, days } = await (await world.signIn(ana)).call(contract.own, { query: march });
  expect(totals).toEqual({ views: 3, minutes: 13, reports: 2, load_p50: 1200, exports: 1, hidden: 1, by_others: 1 });
  expect(days).toHaveLength(31);
  expect(days.filter(({ views }) => views > 0)).toEqual([
    { day: '2026-03-10', views: 2, minutes: 11 },
    { day: '2026-03-12', views: 1, minutes: 2 },
  ]);
  const hers = await (await world.signIn(bia)).call(contract.own, { query: march });
  expect(hers.totals).toMatchObject({ views: 1, minutes: 15, exports: 2, by_others: 0 });
});

test('a report that may no longer be opened is counted and not named, in the list and in the file', async () => {
  const { ana, sales } = await scene();
  const reader = await world.signIn(ana);
  const list = (more: object = {}) => reader.call(contract.ownByReport, { query: { ...march, ...more } });
  const { data, meta } = await list();
  expect(data).toMatchObject([{ id: sales.id, title: 'Vendas', views: 2, minutes: 11, last_view_at: '2026-03-11T02:05:00.000Z' }]);
  expect(meta.total).toBe(1);
  expect((await list({ q: 'salários' })).data).toEqual([]);
  expect((await list({ q: 'vendas', sort: '-minutes' })).data).toHaveLength(1);
  const search = new URLSearchParams({ ...march, format: 'csv' }).toString();
  const file = await reader.inject({ method: 'GET', url: `/api/usage/own/reports/export?${search}`, headers: { lang: 'pt-BR' } });
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, expect.stringContaining('csv')]);
  expect(file.body).toMatch(/^.?Relatório;Grupo;Aberturas;Minutos;Última abertura\r?\n/);
  expect(file.body).toContain('Vendas');
  expect(file.body).not.toContain('Salários');
});

test('another unit shows nothing of this one, and a period that ends before it begins is refused', async () => {
  const { ana } = await scene();
  const elsewhere = await world.signIn(await (await world.unit()).person('user'));
  expect((await elsewhere.call(contract.own, { query: march })).totals).toMatchObject({ views: 0, exports: 0, hidden: 0, by_others: 0 });
  expect((await elsewhere.call(contract.ownByReport, { query: march })).data).toEqual([]);
  const reader = await world.signIn(ana);
  for (const endpoint of [contract.own, contract.ownByReport]) {
    const refused = await reader.refusal(endpoint, { query: { from: march.until, until: march.from } });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['until']]);
  }
});
