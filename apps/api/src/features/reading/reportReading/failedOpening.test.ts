/** Why reports were not shown: counted by cause, once an hour for each reader, and told by nobody but who opened them. */
import * as contract from '@vitrine/contract/reading/reportReading.ts';
import { myData } from '@vitrine/contract/privacy/privacy.ts';
import { expect, test } from 'vitest';
import { grant, openPublishingWorld, openReport, publishingScene } from '#test/harness/publishing.ts';
import { samples } from '#test/harness/reportingService.ts';
import { query } from '#platform/database/query.ts';

const { world, service } = await openPublishingWorld();

const failedIn = (tenant_id: string) =>
  world.owner.run(
    query
      .selectFrom('failed_opening')
      .select(['report_id', 'person_id', 'cause'])
      .where('tenant_id', '=', tenant_id)
      .orderBy('cause')
      .orderBy('person_id'),
  );
const troubles = (tenant_id: string) =>
  world.owner.run(query.selectFrom('report_view').select(['person_id', 'trouble']).where('tenant_id', '=', tenant_id).orderBy('id'));

test('what the service refuses is counted once an hour for each reader, and what a reader may not see is not', async () => {
  const { unit, admin, administrator, ana, reader, publish, toAna } = await publishingScene(world);
  const [report, hidden] = [await publish({ title: 'Vendas' }), await publish({ title: 'Salários' })];
  await toAna(report);
  const params = ({ id }: { id: string }) => ({ params: { id } });
  expect((await reader.refusal(contract.open, params(hidden))).status).toBe(404);
  service.faults.start({ name: 'server_error', status: 503, path: `/reports/${samples.weather.external_report_id}` });
  try {
    for (const browser of [reader, reader, admin]) {
      const refused = await browser.refusal(contract.open, params(report));
      expect([refused.status, refused.body.status]).toEqual([503, 'reporting_unavailable']);
    }
  } finally {
    service.faults.clear();
  }
  const failed = { report_id: report.id, cause: 'reporting_unavailable' };
  const both = [ana.id, administrator.id].toSorted();
  expect(await failedIn(unit.id)).toEqual(both.map((person_id) => ({ ...failed, person_id })));
  expect(await troubles(unit.id)).toEqual([]);
});

test('whoever has no data rule is counted as that', async () => {
  const { unit, ana, reader, admin, publish } = await publishingScene(world);
  const report = await publish({ sample: 'sales' });
  await grant(admin, report, { to: 'membership', to_id: ana.membership_id });
  const refused = await reader.refusal(contract.open, { params: { id: report.id } });
  expect(refused.body.status).toBe('no_data_rule');
  expect(await failedIn(unit.id)).toEqual([{ report_id: report.id, person_id: ana.id, cause: 'no_data_rule' }]);
  const viewsOf = async (browser: typeof reader) =>
    (await browser.call(myData, {})).sections.find(({ key }) => key === 'views')?.rows ?? [];
  expect(await viewsOf(reader)).toMatchObject([{ pages: null, reason: 'Usuário sem regra de dados' }]);
  expect(await viewsOf(admin)).toEqual([]);
});

test('the first trouble of an opening counts, and only who opened it tells one', async () => {
  const { unit, ana, admin, reader, publish, toAna } = await publishingScene(world);
  const report = await publish({ title: 'Vendas' });
  await toAna(report);
  const { view_id } = await openReport(reader, report);
  const told = (cause: (typeof contract.trouble.body)['_output']['cause']) => ({ body: { view_id, reportId: report.id, cause } });
  const stranger = await world.signIn(await (await world.unit()).person('user'));
  for (const other of [admin, stranger]) expect((await other.refusal(contract.trouble, told('report_error'))).status).toBe(404);
  expect(await troubles(unit.id)).toEqual([{ person_id: ana.id, trouble: null }]);
  await reader.call(contract.trouble, told('capacity_paused'));
  await reader.call(contract.trouble, told('report_error'));
  expect(await troubles(unit.id)).toEqual([{ person_id: ana.id, trouble: 'capacity_paused' }]);
  const unknown = await reader.inject({
    method: 'POST',
    url: contract.trouble.path,
    payload: { ...told('report_error').body, cause: 'bored' },
  });
  expect(unknown.statusCode).toBe(422);
});

test('the page that is shown first stands with the opening, whatever is shown afterwards', async () => {
  const { unit, reader, publish, toAna } = await publishingScene(world);
  const report = await publish({ title: 'Vendas' });
  await toAna(report);
  const [{ view_id }, { view_id: left }] = [await openReport(reader, report), await openReport(reader, report)];
  const shown = (page: string, load_ms: number | null, device: 'desktop' | 'phone') =>
    reader.call(contract.pageView, { body: { view_id, reportId: report.id, page, load_ms, device, origin: 'viewer' } });
  await shown('Resumo', 1200, 'desktop');
  await shown('Lojas', 90, 'phone');
  const views = query.selectFrom('report_view').select(['id', 'shown', 'load_ms', 'device']).where('tenant_id', '=', unit.id).orderBy('id');
  expect(await world.owner.run(views)).toEqual([
    { id: view_id, shown: true, load_ms: 1200, device: 'desktop' },
    { id: left, shown: false, load_ms: null, device: null },
  ]);
});
