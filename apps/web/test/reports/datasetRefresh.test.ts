/** The day's budget of a data set, as who keeps its schedule reads it. */
import { randomUUID } from 'node:crypto';
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { query } from '@vitrine/api/platform/database/query.ts';
import { get, saveSchedule } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);

test('on a capacity the budget is said before the first refresh, and more than 48 are no end', async () => {
  const { administrator, unit, publish } = await publishingScene(world);
  const report = await publish();
  const path = `/management/report/${report.id}?tab=refresh`;
  const first = await openScreen(path, administrator);
  await first.screen.findByText(/^0 de 48 atualizações usadas hoje/);
  await first.screen.findByText('Limite de 48 por dia neste plano.');
  const { account_id, workspace_id, dataset_id } = report;
  const row = {
    tenant_id: unit.id,
    account_id: account_id ?? '',
    dataset_workspace_id: workspace_id ?? '',
    dataset_id: dataset_id ?? '',
    source: 'person',
    state: 'completed',
  };
  const rows = Array.from({ length: 50 }, () => ({ ...row, id: randomUUID() }));
  await world.owner.run(query.insertInto('dataset_refresh').values(rows));
  const { screen } = await openScreen(path, administrator);
  await screen.findByText(/^50 de 48 atualizações usadas hoje/);
  await screen.findByText('Limite de 48 por dia neste plano.');
  expect(screen.queryByText('O limite do dia acabou.')).toBeNull();
});

test('the day is shown slot by slot, and who would take the last one from the schedule is asked first', async () => {
  const { admin, administrator, unit, publish } = await publishingScene(world, { settings: { timezone: 'Etc/GMT' } });
  const report = await publish({ title: 'Clima' });
  // Early in the day: the schedule has all of its runs before it.
  const morning = new Date();
  morning.setUTCHours(5, 0, 0, 0);
  world.setTime(morning);
  const times = Array.from(
    { length: 36 },
    (_, index) => `${String(6 + Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`,
  );
  await admin.call(saveSchedule, { params: { id: report.id }, body: { days: [0, 1, 2, 3, 4, 5, 6], times, version: 0 } });
  const { account_id, workspace_id, dataset_id } = report;
  const row = { tenant_id: unit.id, account_id: account_id ?? '', dataset_workspace_id: workspace_id ?? '', dataset_id: dataset_id ?? '' };
  const one = (index: number) => new Date(morning.getTime() - (index + 1) * 20 * 60_000);
  const rows = Array.from({ length: 12 }, (_, index) => ({
    ...row,
    id: randomUUID(),
    source: 'person',
    asked_by: administrator.id,
    state: 'completed',
    asked_at: one(index),
    started_at: one(index),
    ended_at: one(index),
  }));
  await world.owner.run(query.insertInto('dataset_refresh').values(rows));
  const { screen } = await openScreen('/management/report?view=refreshes', administrator);
  await screen.click('button', 'Ver o dia: Clima');
  const table = await screen.findByRole('table', { name: 'Atualizações de hoje, uma a uma' });
  expect(table.querySelectorAll('[data-use="taken"]')).toHaveLength(12);
  expect(table.querySelectorAll('[data-use="reserved"]')).toHaveLength(36);
  await screen.findByText('O limite do dia está perto: 12 usadas e 36 guardadas, de 48.');

  const tab = await openScreen(`/management/report/${report.id}?tab=refresh`, administrator);
  await tab.screen.click('button', 'Atualizar agora');
  await tab.screen.findByText(/^Só restam horários guardados para o agendamento \(36\)/);
  await tab.screen.click('button', 'Não');
  expect((await admin.call(get, { params: { id: report.id } })).history).toHaveLength(12);
  world.setTime(null);
});
