-- run as: login
--
-- Roles, extensions, the audit log, and the helpers with which later migrations make their tables.
-- This file runs as the login that migrates, because only it may make roles, extensions and schemas.
-- Every later file runs as portal_owner, so that no login owns a table.
--
-- Later files use:
--   tenant_table(name, partner_access, force)   rows of one tenant each, behind row-level security
--   table_access(name, role, commands, predicate)  any other policy, with the grants it needs
--   identity_access(name, commands), operator_access(name, commands)
--   audited(name, masked)                        writes every change to audit_log
--
-- Row-level security is on for every table: the first of these calls turns it on.
-- Functions are not executable by PUBLIC here: grant each one to the roles that call it.
-- portal_owner itself sees no rows of a FORCEd table: a migration that changes rows
-- says `alter table x no force row level security` first and `force` again at the end.
--
-- schema.sql beside this directory shows the tables as all files together make them; `npm run schema` writes it.

do $$
declare
  role_name text;
begin
  -- Roles belong to the cluster: another database may have made them, or be making them now.
  foreach role_name in array array['portal_owner', 'portal_app', 'portal_partner', 'portal_operator', 'portal_identity', 'portal_jobs'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin noinherit', role_name);
      exception when duplicate_object or unique_violation then
        raise notice 'role % was made by another database at the same moment', role_name;
      end;
    end if;
  end loop;
  if not (select rolsuper from pg_roles where rolname = current_user)
    and not pg_has_role(current_user, 'portal_owner', case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)
  then
    execute format('grant portal_owner to %I', current_user);
  end if;
end
$$;

create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;
create extension if not exists btree_gin with schema public;

revoke all on schema public from public;
grant usage on schema public to portal_app, portal_partner, portal_operator, portal_identity, portal_jobs;
grant usage, create on schema public to portal_owner;

-- Where pg-boss keeps its tables. `migrate` fills the schema right after the migrations and says there who may do what: a
-- request may add a job for its own unit and read nothing, portal_jobs may do the rest.
create schema jobs authorization portal_owner;
grant usage on schema jobs to portal_app, portal_partner, portal_operator, portal_identity, portal_jobs;

set local role portal_owner;

alter default privileges revoke execute on functions from public;

-- What the caller of this transaction set, null when absent. A setting that was local once reads '' afterwards.
create function app_setting(name text) returns text
  language sql stable parallel safe
  return nullif(current_setting('app.' || name, true), '');

-- A time-ordered id for rows that SQL makes; the application makes its own. uuidv7() exists only from version 18 on.
-- One expression without a query of its own, so that it becomes part of the statement that asks: 48 bits of milliseconds
-- and 12 of their fraction, around the version.
create function uuid_v7() returns uuid
  language sql volatile parallel safe
  return (
    overlay(lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0)
    || substring(gen_random_uuid()::text from 20)
  )::uuid;

-- Lower case without accents, for generated columns: lower() and unaccent() cannot use an index under row-level security.
create function search_text(value text) returns text
  language sql immutable strict parallel safe
as $$ select public.unaccent('public.unaccent'::regdictionary, lower(value)) $$;

-- The words of a search as LIKE patterns for columns made by search_text, the longest first: it is the rarest.
create function search_patterns(words text) returns text[]
  language sql immutable strict parallel safe
as $$
  select array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' order by length(word) desc)
  from regexp_split_to_table(trim(search_text(words)), '\s+') as w (word)
$$;

set local check_function_bodies = off;
-- The tenants of the partner that the caller acts for. Its table comes with a later migration.
create function partner_tenants() returns uuid[]
  language sql stable parallel safe
as $$ select coalesce(array_agg(id), '{}') from public.tenant where partner_id = public.app_setting('partner_id')::uuid $$;
set local check_function_bodies = on;

grant execute on function app_setting, uuid_v7, search_text to portal_app, portal_partner, portal_operator, portal_identity, portal_jobs;
grant execute on function search_patterns to portal_app, portal_partner, portal_operator, portal_identity;
grant execute on function partner_tenants to portal_partner;

-- Gives a role some commands on the rows that satisfy a predicate; commands is a list such as 'select, insert', or 'all'.
create function table_access(name regclass, role_name text, commands text, predicate text) returns void
  language plpgsql
as $$
declare
  command text;
begin
  if not (select relrowsecurity from pg_class where oid = name) then
    execute format('alter table %s enable row level security, force row level security', name);
  end if;
  foreach command in array string_to_array(replace(lower(commands), ' ', ''), ',') loop
    if command not in ('all', 'select', 'insert', 'update', 'delete') then
      raise exception 'table_access: % is not a command', command;
    end if;
    execute format(
      'create policy %I on %s for %s to %I %s %s', role_name || '_' || command, name, command, role_name,
      case when command <> 'insert' then format('using (%s)', predicate) end,
      case when command not in ('select', 'delete') then format('with check (%s)', predicate) end);
    execute format('grant %s on %s to %I', case command when 'all' then 'select, insert, update, delete' else command end, name, role_name);
  end loop;
end
$$;

create function identity_access(name regclass, commands text) returns void
  language sql as $$ select table_access(name, 'portal_identity', commands, 'true') $$;

create function operator_access(name regclass, commands text) returns void
  language sql as $$ select table_access(name, 'portal_operator', commands, 'true') $$;

-- Puts a table with tenant_id behind the wall. partner_access: none, read or write for the partner that the tenant belongs to.
-- force = false only for a table whose rows a definer function of the owner searches: forced, that function would see nothing.
create function tenant_table(name regclass, partner_access text default 'none', force boolean default true) returns void
  language plpgsql
as $$
begin
  if not exists (select from pg_attribute where attrelid = name and attname = 'tenant_id' and attnotnull and not attisdropped) then
    raise exception 'tenant_table: % has no column tenant_id that is not null', name;
  end if;
  if partner_access not in ('none', 'read', 'write') then
    raise exception 'tenant_table: partner_access is none, read or write, not %', partner_access;
  end if;
  execute format('alter table %s enable row level security, %s row level security', name, case when force then 'force' else 'no force' end);
  -- As a sub-select the setting is read once a statement; an explicit tenant in the query would only cost.
  perform table_access(name, 'portal_app', 'all', 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)');
  if partner_access <> 'none' then
    -- = any (array) can use an index on tenant_id, in (select) cannot.
    perform table_access(name, 'portal_partner', case partner_access when 'write' then 'all' else 'select' end,
      'tenant_id = any ((select public.partner_tenants())::uuid[])');
  end if;
end
$$;

-- Who changed what. It holds rows of the platform and of partners too, so tenant_id may be null.
-- Ids are ordered by time, so the table can be partitioned by ranges of id. Nobody may change or remove a row.
create table audit_log (
  id uuid primary key default uuid_v7(),
  tenant_id uuid default app_setting('tenant_id')::uuid,
  partner_id uuid default app_setting('partner_id')::uuid,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid default app_setting('actor_id')::uuid,
  person_id uuid default app_setting('person_id')::uuid,
  action text not null,
  object_type text not null,
  object_id text,
  before jsonb,
  after jsonb,
  request_id text default app_setting('request_id'),
  ip inet default app_setting('ip')::inet
);
create index audit_log_tenant_id_id on audit_log (tenant_id, id);
create index audit_log_tenant_id_object on audit_log (tenant_id, object_type, object_id, id);
-- What a person did is part of what they may see.
create index audit_log_of_person on audit_log (tenant_id, person_id, id) where person_id is not null;
-- A rehearsal judges the sign-ins of the last weeks, and an audit log is mostly something else.
create index audit_log_sign_ins on audit_log (tenant_id, at) where action = 'session.sign_in';
-- A partner's people read a list of their own.
create index audit_log_of_partner on audit_log (partner_id, id)
  where partner_id is not null and (tenant_id is null or object_type in ('tenant', 'domain', 'session'));

select table_access('audit_log', 'portal_app', 'select, insert', 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)');
select table_access('audit_log', 'portal_partner', 'select, insert',
  'tenant_id = any ((select public.partner_tenants())::uuid[]) or (tenant_id is null and partner_id = (select public.app_setting(''partner_id'')::uuid))');
-- What the operator reads comes with the table of units.
select operator_access('audit_log', 'insert');
select identity_access('audit_log', 'insert');
-- What a foreign key removes along with its target is recorded as the owner's doing from version 18 on; and the owner makes
-- the log forget who somebody was who has been erased.
select table_access('audit_log', 'portal_owner', 'select, insert, update', 'true');

-- A row as the audit log keeps it: secrets masked, but visible as set or not set.
create function audit_masked(content jsonb, masked text[]) returns jsonb
  language sql immutable parallel safe
as $$
  select content || (select coalesce(jsonb_object_agg(name, '***'), '{}') from unnest(masked) as m (name) where content -> name <> 'null')
$$;
grant execute on function audit_masked to portal_app, portal_partner, portal_operator, portal_identity, portal_jobs;

-- A change or a removal, a row at a time, because nothing else says which former row became which. Runs as the caller, so
-- that the policies of audit_log hold for it too. Arguments: masked columns, columns that identify a row.
-- That terms_version has grown is nobody's change: what grew it has a line of its own.
create function audit_row() returns trigger
  language plpgsql
as $$
declare
  masked text[] := tg_argv[0];
  key_columns text[] := tg_argv[1];
  before_row jsonb := to_jsonb(old);
  after_row jsonb := to_jsonb(new);
  identified jsonb := coalesce(after_row, before_row);
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(a.key, before_row -> a.key), jsonb_object_agg(a.key, a.value) into before_row, after_row
    from jsonb_each(after_row) a
    where before_row -> a.key is distinct from a.value and a.key <> 'terms_version';
    if after_row is null then
      return null;
    end if;
  end if;
  if masked <> '{}' then
    before_row := public.audit_masked(before_row, masked);
    after_row := public.audit_masked(after_row, masked);
  end if;
  insert into public.audit_log (tenant_id, partner_id, action, object_type, object_id, before, after)
  values (
    -- A person has no unit: what a unit changes about one stands in that unit's log.
    coalesce(identified ->> 'tenant_id', case tg_table_name when 'tenant' then identified ->> 'id' end, public.app_setting('tenant_id'))::uuid,
    coalesce(identified ->> 'partner_id', case tg_table_name when 'partner' then identified ->> 'id' end, public.app_setting('partner_id'))::uuid,
    coalesce(public.app_setting('action'), tg_table_name || '.' || lower(tg_op)),
    tg_table_name,
    case when cardinality(key_columns) = 1 then identified ->> key_columns[1]
      else (select string_agg(identified ->> k.name, ',' order by k.position) from unnest(key_columns) with ordinality as k (name, position)) end,
    before_row,
    after_row
  );
  return null;
end
$$;

-- What is added, a statement at a time: ten thousand people come from one file. Runs as the caller, arguments as of audit_row.
create function audit_added() returns trigger
  language plpgsql
as $$
declare
  masked text[] := tg_argv[0];
  key_columns text[] := tg_argv[1];
begin
  insert into public.audit_log (tenant_id, partner_id, action, object_type, object_id, after)
  select
    coalesce(content ->> 'tenant_id', case tg_table_name when 'tenant' then content ->> 'id' end, public.app_setting('tenant_id'))::uuid,
    coalesce(content ->> 'partner_id', case tg_table_name when 'partner' then content ->> 'id' end, public.app_setting('partner_id'))::uuid,
    coalesce(public.app_setting('action'), tg_table_name || '.insert'),
    tg_table_name,
    case when cardinality(key_columns) = 1 then content ->> key_columns[1]
      else (select string_agg(content ->> k.name, ',' order by k.position) from unnest(key_columns) with ordinality as k (name, position)) end,
    case when masked = '{}' then content else public.audit_masked(content, masked) end
  -- Kept from being merged, which would write the row as JSON once for each column above.
  from (select to_jsonb(r) as content from added r offset 0) as c;
  return null;
end
$$;

-- Writes every change of a table's rows to audit_log; masked columns appear as '***'.
create function audited(name regclass, masked text[] default '{}') returns void
  language plpgsql
as $$
declare
  key_columns text[];
  unknown_column text;
begin
  select column_name into unknown_column from unnest(masked) as m (column_name)
  where not exists (select from pg_attribute where attrelid = name and attname = column_name and not attisdropped);
  if unknown_column is not null then
    raise exception 'audited: % has no column %', name, unknown_column;
  end if;
  select array_agg(a.attname order by k.position) into key_columns
  from pg_index i
  cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, position)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = name and i.indisprimary and a.attname <> 'tenant_id';
  key_columns := coalesce(key_columns, array['tenant_id']);
  execute format('create trigger audit after update or delete on %s for each row execute function audit_row(%L, %L)', name, masked, key_columns);
  execute format('create trigger audit_added after insert on %s referencing new table as added for each statement execute function audit_added(%L, %L)',
    name, masked, key_columns);
end
$$;
