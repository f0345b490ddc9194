/**
 * How much room a unit takes: its rows in each table at what a row takes there on average, indexes included, and its files as they are. An
 * estimate, because how many rows a table has is what the database last estimated.
 */
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';

/** A row with its share of the indexes, of a table that the database has not looked at yet. */
const usualBytes = 300;

type Table = { name: string; row_bytes: number };

/** Tables whose rows belong to a unit, with their parts; a file is as large as it says. */
const tables = sql<Table>`
  with sized as (
    select coalesce(i.inhparent, c.oid) as id, sum(pg_total_relation_size(c.oid)) as bytes, sum(greatest(c.reltuples, 0)) as rows
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1
  )
  select w.relname::text as name, coalesce(s.bytes / nullif(s.rows, 0), ${sql.lit(usualBytes)})::float8 as row_bytes
  from sized s join pg_class w on w.oid = s.id
  where w.relname <> 'file' and has_table_privilege(s.id, 'select')
    and exists (select from pg_attribute a where a.attrelid = s.id and a.attname = 'tenant_id' and not a.attisdropped)
  order by 1`;

const roomOf = ({ name, row_bytes }: Table) => sql`
  select count(*) * ${row_bytes}::float8 as bytes from ${sql.table(name)} where tenant_id = ${ownTenant}`;
const files = sql`select coalesce(sum(size), 0)::float8 as bytes from file where tenant_id = ${ownTenant}`;

/** In the scope of the unit. */
export async function measureUnit(ctx: Pick<Scoped, 'run'>, now: Date): Promise<void> {
  const parts = [files, ...(await ctx.run(tables)).map(roomOf)];
  await ctx.run(sql`
    insert into unit_size (tenant_id, bytes, log_lines, measured_at)
    select ${ownTenant}, (select sum(bytes) from (${sql.join(parts, sql` union all `)}) as each)::bigint,
      (select count(*) from audit_log where tenant_id = ${ownTenant}), ${now}
    on conflict (tenant_id) do update
      set bytes = excluded.bytes, log_lines = excluded.log_lines, measured_at = excluded.measured_at`);
}
