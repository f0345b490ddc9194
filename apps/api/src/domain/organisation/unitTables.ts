/** Which tables hold rows of a unit, from PostgreSQL's catalogue, so that no feature has to list its own. */
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';

type Reference = { child: string; parent: string };

/** Tables of which a unit may remove its rows. */
const removable = sql<{ name: string }>`
  select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped and has_table_privilege('portal_app', c.oid, 'delete')
  order by name`;

const references = sql<Reference>`
  select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent
  from pg_constraint c where c.contype = 'f' and c.conrelid <> c.confrelid`;

/** Who refers to a table comes before it, so that no removal takes more with it than the rows it names. */
export function childrenFirst(tables: readonly string[], edges: readonly Reference[]): string[] {
  const left = new Set(tables);
  const sorted: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter((table) => !edges.some(({ child, parent }) => parent === table && left.has(child)));
    if (free.length === 0) throw new Error(`These tables refer to each other in a ring: ${[...left].join(', ')}`);
    for (const table of free) left.delete(table);
    sorted.push(...free);
  }
  return sorted;
}

export async function tablesOfUnits(unit: Scoped): Promise<string[]> {
  const [tables, edges] = await unit.run(removable, references);
  return childrenFirst(
    tables.map(({ name }) => name),
    edges,
  );
}
