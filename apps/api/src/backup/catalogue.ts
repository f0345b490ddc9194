/** What of a database is data: its tables, its sequences, and what has to stand aside while tables are filled. */
import pg from 'pg';

export type Table = { name: string; columns: string[] };

/** What every installation makes by itself. */
const ofInstallation = `'public.schema_migration'::regclass, 'jobs.version'::regclass`;

const ours = `n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition and c.oid not in (${ofInstallation})
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Names are quoted, so that they can stand in statements. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name, array(
        select format('%I', a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} order by 1`);
  return rows;
}

export async function readSequences(client: pg.Client): Promise<{ name: string; last: string }[]> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where schemaname in ('public', 'jobs') and last_value is not null order by 1`);
  return rows;
}

export async function readMigrationNames(client: pg.Client): Promise<string[]> {
  const { rows: there } = await client.query<{ known: boolean }>(`select to_regclass('public.schema_migration') is not null as known`);
  if (!there[0]?.known) throw new Error('There is no portal in this database: it has no table schema_migration.');
  const { rows } = await client.query<{ name: string }>('select name from public.schema_migration order by name');
  return rows.map(({ name }) => name);
}

/** References between tables, as statements that take them away and bring them back. Whoever owns the tables may do so. */
export async function readReferences(client: pg.Client): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as drop,
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as add
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and ${ours}
    order by c.oid, k.conname`);
  return rows;
}

/**
 * A connection that sees every row or is refused, and writes values as text that any server reads alike. Row-level security is
 * forced on our tables: their owner sees nothing, so the login has to be one that the policies do not bind.
 */
export async function openOwner(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'vitrine backup' });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ passes: boolean; login: string }>(
    'select rolsuper or rolbypassrls as passes, rolname as login from pg_roles where rolname = current_user',
  );
  if (rows[0]?.passes !== true) {
    await client.end();
    throw new Error(
      `The login ${rows[0]?.login} does not see the rows of units. Let a superuser say: alter role ${pg.escapeIdentifier(rows[0]?.login ?? '')} bypassrls;`,
    );
  }
  await client.query(`
    set row_security = off; set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set client_encoding = 'UTF8'; set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
    set extra_float_digits = 1; set bytea_output = 'hex'`);
  return client;
}
