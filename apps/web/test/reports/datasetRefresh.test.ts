/** The day's budget of a data set, as who keeps its schedule reads it. */
import { randomUUID } from 'node:crypto';
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { query } from '@vitrine/api/platform/database/query.ts';
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
