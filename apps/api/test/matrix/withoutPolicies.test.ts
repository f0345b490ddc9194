import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { heldOtherwise } from './fixtures.ts';
import { endpointsWithIds } from './matrix.ts';
import { patience, prove } from './proof.ts';

test('the matrix sees: with the policies switched off it reports leaks', patience, async () => {
  const { findings, leaks } = await prove({ by: 'admin of A' }, async ({ owner }) => {
    const tables = await owner.run(
      sql<{ name: string }>`select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables) await owner.run(sql`alter table ${sql.table(name)} disable row level security`);
  });
  expect(leaks.length).toBeGreaterThan(0);
  const seen = new Set(findings.filter(({ problem }) => problem.startsWith('foreign')).map(({ endpoint }) => endpoint));
  expect(
    endpointsWithIds()
      .filter((name) => !seen.has(name))
      .toSorted(),
  ).toEqual(heldOtherwise.toSorted());
});
