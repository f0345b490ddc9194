import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as contract from '@vitrine/contract/reading/reportProblems.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import { expect, test } from 'vitest';
import { grant, openPublishingWorld, publish } from '#test/harness/publishing.ts';

const { world } = await openPublishingWorld();

async function scene() {
  const unit = await world.unit();
  const admin = await world.signIn(await unit.person('admin'));
  const report = await publish(admin);
  await grant(admin, report, { to: 'unit' });
  const ana = await unit.person('user');
  return { admin, report, ana, reader: await world.signIn(ana) };
}

const seen = {
  description: 'O total de março está zerado.',
  page: 'Resumo',
  filters: ['Loja · Região: Sul'],
  refreshed_at: '2026-11-21T09:00:00.000Z',
  load_ms: 1200,
  render_ms: 800,
  details: 'Chromium, 1280×800',
};

test('a problem reaches the administrators of the unit with what was on the screen, until it is solved', async () => {
  const { admin, report, ana, reader } = await scene();
  const { view_id } = await reader.call(reading.open, { params: { id: report.id } });
  const { id } = await reader.call(contract.report, { params: { id: report.id }, body: { ...seen, view_id } });
  const [told] = (await admin.call(contract.list, { query: { open: 'true' } })).data;
  expect(told).toMatchObject({ ...seen, id, title: report.title, person_name: ana.name, solved_at: null });
  const [notice] = (await admin.call(notifications.list, { query: {} })).data;
  expect(notice).toMatchObject({ kind: 'report_problem', link: `/management/report/${report.id}?tab=use` });
  await admin.call(contract.solve, { params: { problem_id: id }, body: { solved: true } });
  expect((await admin.call(contract.list, { query: { open: 'true' } })).data).toEqual([]);
  expect((await admin.call(contract.list, { query: { report_id: report.id } })).data).toHaveLength(1);
});

test('readers neither list nor solve problems, and other units hear of none', async () => {
  const [{ report, reader }, elsewhere] = [await scene(), await scene()];
  const { id } = await reader.call(contract.report, { params: { id: report.id }, body: seen });
  expect((await reader.refusal(contract.list, { query: {} })).status).toBe(403);
  expect((await reader.refusal(contract.solve, { params: { problem_id: id }, body: { solved: true } })).status).toBe(403);
  expect((await elsewhere.admin.call(contract.list, { query: {} })).data).toEqual([]);
  expect((await elsewhere.admin.refusal(contract.solve, { params: { problem_id: id }, body: { solved: true } })).status).toBe(404);
  expect((await elsewhere.reader.refusal(contract.report, { params: { id: report.id }, body: seen })).status).toBe(404);
});

test('a problem without words is refused', async () => {
  const { report, reader } = await scene();
  const { body } = await reader.refusal(contract.report, { params: { id: report.id }, body: { ...seen, description: '  ' } });
  expect(body.errors).toHaveProperty('description');
});
