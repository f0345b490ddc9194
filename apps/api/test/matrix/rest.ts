/** Whether rows of units stay as they are, in whatever table. */
import { sql } from 'kysely';
import type { World } from '../harness/world.ts';

/** Remembers all rows of some units; answers later what has become of them. */
export async function watchRest({ owner }: World, tenant_ids: readonly string[]): Promise<() => Promise<string[]>> {
  const tables = await owner.run(sql<{ name: string; key: string }>`
    select c.relname as name, a.attname as key from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attname = case c.relname when 'tenant' then 'id' else 'tenant_id' end`);
  const rowsOf = tables.map(
    ({ name, key }) =>
      sql`select ${name}::text as name, md5(t::text) as row from ${sql.table(name)} t where ${sql.ref(key)} = any (${[...tenant_ids]}::uuid[])`,
  );
  const read = async () => {
    const rows = await owner.run(sql<{ name: string; row: string }>`${sql.join(rowsOf, sql` union all `)}`);
    return new Map(rows.map(({ name, row }) => [`${name} ${row}`, name]));
  };
  const before = await read();
  return async () => {
    const after = await read();
    const beyond = (some: Map<string, string>, others: Map<string, string>) =>
      new Set([...some].filter(([row]) => !others.has(row)).map(([, name]) => name));
    return [
      ...[...beyond(before, after)].map((name) => `changed rows of ${name}`),
      ...[...beyond(after, before)].map((name) => `added rows to ${name}`),
    ];
  };
}
