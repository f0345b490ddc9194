import type pg from 'pg';
import { asOwner } from '../harness/server.ts';

/** Something in the catalogue that breaks the wall between tenants or a rule of the schema. */
export type Finding = { rule: string; object: string; problem: string };

const ownTenant = `(tenant_id = ( SELECT (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid AS "nullif"))`;
const ownPartner = '(tenant_id = ANY (( SELECT partner_tenants() AS partner_tenants)::uuid[]))';
const scopeRoles = `'portal_app', 'portal_partner', 'portal_operator', 'portal_identity'`;

/** What every rule reads. A tenant's table is one with a tenant_id that is never null. */
const catalogue = `
  with relation as (
    select c.oid, c.relname as name, c.relkind as kind, c.relowner::regrole::text as owner, c.relrowsecurity, c.relforcerowsecurity,
      c.relacl, c.reloptions, c.relispartition as is_part,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull and not a.attisdropped) as is_tenants
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'jobs')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  ),
  own_table as (select * from relation where kind in ('r', 'p', 'f') and not is_part),
  policy as (
    select p.polname as name, t.name as table_name, t.is_tenants, r.role, p.polcmd as command, p.polpermissive as permissive,
      pg_get_expr(p.polqual, p.polrelid) as using_expression, pg_get_expr(p.polwithcheck, p.polrelid) as check_expression
    from pg_policy p join own_table t on t.oid = p.polrelid
    cross join lateral (select case when o = 0 then 'public' else o::regrole::text end from unnest(p.polroles) as o) as r (role)
  ),
  own_index as (
    select c.relname as name, t.name as table_name, t.is_tenants, i.indisunique, i.indisprimary,
      array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality as k (attnum, position)
        left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where k.position <= i.indnkeyatts order by k.position) as columns
    from pg_index i join pg_class c on c.oid = i.indexrelid join own_table t on t.oid = i.indrelid
  ),
  own_function as (
    select p.oid, p.proname as name, p.prosecdef, p.proconfig, p.proacl, p.proowner::regrole::text as owner
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'jobs')
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  )`;

/** Each answers with the objects that break it. $1 is the login of requests. */
const rules: Record<string, string> = {
  tenant: `select name, 'has no tenant_id that is never null' from own_table where not is_tenants`,

  security: `select name, 'does not enable row-level security' from own_table where not relrowsecurity`,

  force: `select name, 'does not force row-level security on its owner' from own_table where not relforcerowsecurity`,

  // A part has no policies: its rows are reached through the whole, whose policies hold.
  part: `
    select name, 'can be reached beside its whole' from relation
    where is_part and kind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity and not exists (select from pg_policy p where p.polrelid = oid)
      and not exists (select from aclexplode(relacl) a where a.grantee <> owner::regrole))`,

  owner: `
    select name, 'belongs to ' || owner from relation where owner <> 'portal_owner' and kind in ('r', 'p', 'f', 'v', 'm', 'S')
    union all
    select name, 'belongs to ' || owner from own_function where owner <> 'portal_owner'`,

  // A command that the role may use without a policy for it would do nothing, silently.
  command: `
    select t.name, format('lets %s %s without a policy for it', r.role, k.privilege)
    from own_table t, unnest(array[${scopeRoles}]) as r (role), (values ('select', 'r'), ('insert', 'a'), ('update', 'w'), ('delete', 'd')) as k (privilege, command)
    where (has_table_privilege(r.role, t.oid, k.privilege)
        or (k.privilege <> 'delete' and has_any_column_privilege(r.role, t.oid, k.privilege)))
      and not exists (select from policy p where p.table_name = t.name and p.role = r.role and p.command in (k.command::"char", '*') and p.permissive)`,

  policy: `
    select table_name || '.' || name, problem from policy, lateral (
      select case
        when role not in (${scopeRoles}) then 'is for ' || role
        when not permissive then null
        when not is_tenants and role in ('portal_operator', 'portal_identity') then null
        when not is_tenants then 'opens a table of the platform to ' || role
        when role = 'portal_app' and expressions <@ array['${ownTenant.replaceAll("'", "''")}'] then null
        when role = 'portal_partner' and expressions <@ array['${ownPartner}'] then null
        else 'opens a tenant''s table to ' || role || ' in its own way'
      end
      from (select array_remove(array[
        case when command <> 'a' then coalesce(using_expression, 'none') end,
        case when command not in ('r', 'd') then coalesce(check_expression, 'none') end
      ], null)) as e (expressions)
    ) as verdict (problem) where problem is not null`,

  key: `
    select t.name, 'has no primary key that begins with tenant_id' from own_table t
    where t.is_tenants and not exists (select from own_index i where i.table_name = t.name and i.indisprimary and i.columns[1] = 'tenant_id')
    union all
    select t.name, 'has no primary key' from own_table t
    where not t.is_tenants and not exists (select from own_index i where i.table_name = t.name and i.indisprimary)`,

  unique: `
    select name, 'is unique across tenants of ' || table_name from own_index
    where is_tenants and indisunique and not indisprimary and array_position(columns, 'tenant_id') is null`,

  index: `
    select name, 'does not begin with tenant_id' from own_index
    where is_tenants and not indisunique and columns[1] is distinct from 'tenant_id'`,

  reference: `
    select c.conname, verdict.problem
    from pg_constraint c
    join own_table source on source.oid = c.conrelid
    join own_table target on target.oid = c.confrelid
    cross join lateral (
      select exists (
        select from unnest(c.conkey, c.confkey) as k (source_column, target_column)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.source_column and a.attname = 'tenant_id'
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.target_column and b.attname = 'tenant_id'
      ) as stays,
      (select attnum from pg_attribute where attrelid = c.conrelid and attname = 'tenant_id' and not attisdropped) as tenant_column
    ) as f
    cross join lateral (
      select case
        when target.is_tenants and not source.is_tenants then source.name || ' of the platform refers to the tenant''s ' || target.name
        when target.is_tenants and not f.stays then source.name || ' may refer to another tenant''s ' || target.name
        when source.is_tenants and c.confdeltype in ('n', 'd') and f.tenant_column = any (coalesce(c.confdelsetcols, c.conkey))
          then 'a removal in ' || target.name || ' would clear the tenant_id of ' || source.name
      end
    ) as verdict (problem)
    where c.contype = 'f' and verdict.problem is not null`,

  privilege: `
    select t.name, format('grants %s to %s', a.privilege_type, case a.grantee when 0 then 'public' else a.grantee::regrole::text end)
    from relation t, aclexplode(t.relacl) a
    where a.grantee = 0
      or a.grantee::regrole::text = $1
      or (a.grantee::regrole::text in (${scopeRoles}) and a.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'USAGE'))
    union all
    select f.name, 'may be called by everybody' from own_function f
    where exists (select from aclexplode(coalesce(f.proacl, acldefault('f', (select proowner from pg_proc where oid = f.oid)))) a where a.grantee = 0)
    union all
    select n.nspname, 'is open to everybody' from pg_namespace n, aclexplode(n.nspacl) a
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and a.grantee = 0`,

  role: `
    select rolname, 'has rights beyond its grants' from pg_roles
    where rolname in (${scopeRoles}, 'portal_owner', 'portal_jobs') and (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)
    union all
    select member.rolname, 'is a member of ' || granted.rolname
    from pg_auth_members m join pg_roles member on member.oid = m.member join pg_roles granted on granted.oid = m.roleid
    where member.rolname in (${scopeRoles}, 'portal_owner', 'portal_jobs') or (member.rolname = $1 and granted.rolname not in (${scopeRoles}, 'portal_jobs'))
    union all
    select rolname, 'may do something by itself' from pg_roles
    where rolname = $1 and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or rolinherit)
    union all
    select $1, 'owns ' || name from relation where owner = $1`,

  view: `
    select name, 'does not run with the rights of who reads it' from relation
    where kind = 'v' and not coalesce(reloptions && array['security_invoker=true', 'security_invoker=on'], false)
    union all
    select name, 'keeps rows of every tenant' from relation where kind = 'm'`,

  definer: `
    select name, 'runs with the rights of its owner' from own_function where prosecdef`,

  path: `
    select name, 'runs with the rights of its owner on the search path of its caller' from own_function
    where prosecdef and not exists (select from unnest(proconfig) as c (setting) where setting ~ '^search_path=.*pg_temp"?$')`,

  // Their operators cannot use an index under row-level security, or they mean different things in different places.
  type: `
    select t.name || '.' || a.attname, 'is of type ' || format_type(a.atttypid, a.atttypmod)
    from own_table t join pg_attribute a on a.attrelid = t.oid join pg_type y on y.oid = a.atttypid
    where a.attnum > 0 and not a.attisdropped and (y.typtype = 'e' or y.typname in ('citext', 'numeric', 'money', 'json', 'timestamp', 'timetz', 'bpchar', 'varchar'))`,

  // The tables of pg-boss follow its own rules. Requests add jobs behind a policy, and that is all they may do there.
  jobs: `
    select c.relname, format('lets %s %s', r.role, k.privilege)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest(array[${scopeRoles}]) as r (role),
      unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as k (privilege)
    where n.nspname = 'jobs' and c.relkind in ('r', 'p') and has_table_privilege(r.role, c.oid, k.privilege)
      and not (c.relname = 'job' and k.privilege = 'insert' and c.relrowsecurity)
    union all
    select p.polname, 'lets ' || coalesce(r.rolname, 'everybody') || ' add every job'
    from pg_policy p cross join unnest(p.polroles) as o (role_oid) left join pg_roles r on r.oid = o.role_oid
    where p.polrelid = to_regclass('jobs.job') and pg_get_expr(p.polwithcheck, p.polrelid) = 'true'
      and coalesce(r.rolname, '') not in ('portal_jobs', 'portal_operator', 'portal_identity')
    union all
    select t.name, 'is open to the worker of jobs' from relation t
    where t.kind in ('r', 'p') and (has_table_privilege('portal_jobs', t.oid, 'select') or has_any_column_privilege('portal_jobs', t.oid, 'select'))`,

  sequence: `select name, 'counts across tenants' from relation where kind = 'S'`,
};

/** Reads the catalogue of a database and answers with everything that breaks a rule. */
export function findingsIn(ownerUrl: string, login: string): Promise<Finding[]> {
  return asOwner(ownerUrl, (client) => findingsOn(client, login));
}

export async function findingsOn(client: pg.Client, login: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [rule, text] of Object.entries(rules)) {
    const { rows } = await client.query<{ object: string; problem: string }>(
      `${catalogue} select object::text, problem::text from (${text}) as finding (object, problem) order by object collate "C", problem collate "C"`,
      text.includes('$1') ? [login] : [],
    );
    findings.push(...rows.map((row) => ({ rule, ...row })));
  }
  return findings;
}
