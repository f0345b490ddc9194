import pg from 'pg';

export type Column = { name: string; type: string; not_null: boolean; value: string | null; generated: boolean };
export type Constraint = { name: string; columns: string[]; definition: string };
export type Policy = { name: string; permissive: boolean; command: string; roles: string[]; using: string | null; check: string | null };
export type Grant = { role: string; privilege: string; columns: string[] | null };
type Definition = { name: string; definition: string };

export type Table = {
  oid: number;
  name: string;
  security: 'off' | 'on' | 'forced';
  columns: Column[];
  constraints: Constraint[];
  indexes: Definition[];
  policies: Policy[];
  grants: Grant[];
  triggers: Definition[];
  /** What its rows are divided by; null where they are not. */
  parts: string | null;
};
export type Routine = { oid: number; name: string; signature: string; definition: string; roles: string[] };
export type Catalogue = { extensions: string[]; tables: Table[]; routines: Routine[] };

/** Everything that the migrations made in the schema `public` of a database; `oid` is the order in which it was made. */
export async function readCatalogue(ownerUrl: string): Promise<Catalogue> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const rowsOf = async <T extends object>(text: string) => (await client.query<T>(text)).rows;
    return {
      extensions: (await rowsOf<{ name: string }>(extensions)).map(({ name }) => name),
      tables: await rowsOf<Table>(tables),
      routines: await rowsOf<Routine>(routines),
    };
  } finally {
    await client.end();
  }
}

const extensions = `select extname as name from pg_extension where extname <> 'plpgsql' order by extname collate "C"`;

const notOfAnExtension = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

/** Lists come as JSON, so that one row is one table. A privilege on columns names them in their order. */
const tables = `
  select c.oid::int, c.relname as name, pg_get_partkeydef(c.oid) as parts,
    case when c.relforcerowsecurity then 'forced' when c.relrowsecurity then 'on' else 'off' end as security,
    (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'not_null', a.attnotnull,
        'value', pg_get_expr(d.adbin, d.adrelid, true), 'generated', a.attgenerated <> '') order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select jsonb_agg(jsonb_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid, true),
        'columns', (select coalesce(jsonb_agg(a.attname), '[]') from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey)))
        order by array_position(array['p', 'u', 'f', 'c'], k.contype::text), k.conkey, k.conname collate "C")
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')), '[]') as constraints,
    coalesce((select jsonb_agg(jsonb_build_object('name', x.relname, 'definition', pg_get_indexdef(i.indexrelid, 0, true)) order by x.relname collate "C")
      from pg_index i join pg_class x on x.oid = i.indexrelid
      where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))), '[]') as indexes,
    coalesce((select jsonb_agg(jsonb_build_object('name', p.polname, 'permissive', p.polpermissive,
        'command', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        'roles', (select jsonb_agg(r.rolname order by r.rolname collate "C") from pg_roles r where r.oid = any (p.polroles)),
        'using', pg_get_expr(p.polqual, p.polrelid, true), 'check', pg_get_expr(p.polwithcheck, p.polrelid, true)) order by p.polname collate "C")
      from pg_policy p where p.polrelid = c.oid), '[]') as policies,
    coalesce((select jsonb_agg(jsonb_build_object('role', g.role, 'privilege', g.privilege, 'columns', g.columns)
        order by g.role collate "C", g.columns is not null, array_position(array['select', 'insert', 'update', 'delete'], g.privilege))
      from (
        select a.grantee::regrole::text as role, lower(a.privilege_type) as privilege, null::jsonb as columns
        from aclexplode(c.relacl) a where a.grantee <> c.relowner
        union all
        select a.grantee::regrole::text, lower(a.privilege_type), jsonb_agg(t.attname order by t.attnum)
        from pg_attribute t, aclexplode(t.attacl) a where t.attrelid = c.oid and not t.attisdropped group by 1, 2
      ) as g), '[]') as grants,
    coalesce((select jsonb_agg(jsonb_build_object('name', t.tgname, 'definition', pg_get_triggerdef(t.oid, true)) order by t.tgname collate "C")
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal), '[]') as triggers
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migration'
    and ${notOfAnExtension('pg_class', 'c.oid')}
  order by c.oid`;

const routines = `
  select p.oid::int, p.proname as name, format('%I(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) as signature,
    pg_get_functiondef(p.oid) as definition,
    array(select a.grantee::regrole::text from aclexplode(p.proacl) a where a.grantee <> p.proowner order by 1) as roles
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and ${notOfAnExtension('pg_proc', 'p.oid')}
  order by p.oid`;
