/** How fast reports open is counted at night and told in their list. */
import { list } from '@vitrine/contract/reports/reports.ts';
import { expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';
import { countUsage } from './usageDays.jobs.ts';

const { world, service } = await openPublishingWorld();
const ago = (days: number) => new Date(Date.now() - days * 86_400_000);

test('speed is counted at night, of the last thirty days, and the list asks no log and no service for it', async () => {
  const { unit, admin, ana, publish } = await publishingScene(world);
  const { id: report_id } = await publish({ title: 'Lento' });
  const opened = async (days: number, load_ms: number) => {
    const [view_id, at] = [uuidv7(), ago(days)];
    const view = { tenant_id: unit.id, id: view_id, report_id, person_id: ana.id, actor_id: ana.id, opened_at: at };
    await world.owner.run(query.insertInto('report_view').values(view));
    const page = { tenant_id: unit.id, id: uuidv7(), view_id, page: 'Visão geral', device: 'desktop', origin: 'viewer' };
    await world.owner.run(query.insertInto('report_page_view').values({ ...page, load_ms, shown_at: at }));
  };
  const advice = async () => (await admin.call(list, {})).data.map(({ health }) => health?.advice ?? null);
  const count = async () => {
    await world.runJobs(countUsage);
    await world.runJobs();
    return world.owner.run(query.selectFrom('report_load').select(['loads', 'p95_ms', 'usual_ms']).where('tenant_id', '=', unit.id));
  };
  for (const days of [1, 2, 3, 4, 5, 6]) await opened(days, 16_000);
  for (const days of [31, 40, 41]) await opened(days, 900);
  expect(await advice()).toEqual([null]);
  expect(await count()).toEqual([{ loads: 6, p95_ms: 16_000, usual_ms: 16_000 }]);
  service.calls.length = 0;
  expect(await advice()).toEqual(['see_loads']);
  expect(service.calls).toEqual([]);
  // Of what nobody opens any more nothing is kept.
  await world.owner.run(
    query
      .updateTable('report_view')
      .set({ opened_at: ago(35) })
      .where('tenant_id', '=', unit.id),
  );
  expect(await count()).toEqual([]);
});
