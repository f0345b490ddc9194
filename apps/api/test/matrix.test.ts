import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Leak } from './harness/markers.ts';
import type { ReportingService } from './harness/reportingService.ts';
import { openReportingService } from './harness/reportingService.ts';
import { openWorld } from './harness/world.ts';
import { heldOtherwise } from './matrix/fixtures.ts';
import { endpointsWithIds, runMatrix } from './matrix/matrix.ts';

let service: ReportingService;
beforeAll(async () => {
  service = await openReportingService();
});
afterAll(() => service.close());

const allowed = 1_800_000;

test('nobody gets at a row of another unit, whatever the route, the role and the place of the id', { timeout: allowed }, async () => {
  const leaks: Leak[] = [];
  const world = await openWorld({ settings: { reporting: service.addresses }, onLeak: (leak) => leaks.push(leak) });
  const { findings, calls } = await runMatrix(world);
  await world.close();
  expect(calls).toBeGreaterThan(2500);
  expect(findings).toEqual([]);
  expect(leaks).toEqual([]);
});

test('the matrix sees: with the policies switched off it reports leaks', { timeout: allowed }, async () => {
  const leaks: Leak[] = [];
  const world = await openWorld({ settings: { reporting: service.addresses }, onLeak: (leak) => leaks.push(leak) });
  const tables = await world.owner.run(
    sql<{ name: string }>`select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) await world.owner.run(sql`alter table ${sql.table(name)} disable row level security`);
  const { findings } = await runMatrix(world, (person) => person?.role === 'admin');
  await world.close();
  expect(leaks.length).toBeGreaterThan(0);
  const seen = new Set(findings.filter(({ problem }) => problem.startsWith('foreign')).map(({ endpoint }) => endpoint));
  expect(
    endpointsWithIds()
      .filter((name) => !seen.has(name))
      .toSorted(),
  ).toEqual(heldOtherwise.toSorted());
});
