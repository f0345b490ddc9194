-- Ten thousand people from a file.

-- What is added is written to the audit log a statement at a time. A change or a removal still is a row at a time, because
-- nothing else says which former row became which.

create or replace function audit_masked(content jsonb, masked text[]) returns jsonb
  language sql immutable parallel safe
as $$
  select content || (select coalesce(jsonb_object_agg(name, '***'), '{}') from unnest(masked) as m (name) where content -> name <> 'null')
$$;

-- Runs as the caller, so that the policies of audit_log hold for it too. Arguments as of audit_row.
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

create function audit_triggers(name regclass, masked text, key_columns text) returns void
  language plpgsql
as $$
begin
  execute format('create trigger audit after update or delete on %s for each row execute function audit_row(%L, %L)', name, masked, key_columns);
  execute format('create trigger audit_added after insert on %s referencing new table as added for each statement execute function audit_added(%L, %L)',
    name, masked, key_columns);
end
$$;

create or replace function audited(name regclass, masked text[] default '{}') returns void
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
  perform audit_triggers(name, masked::text, coalesce(key_columns, array['tenant_id'])::text);
end
$$;

do $$
declare
  given record;
begin
  for given in
    -- A trigger's arguments are kept as bytes, each ended by a zero.
    select t.tgrelid::regclass as name, string_to_array(encode(t.tgargs, 'escape'), '\000') as args
    from pg_trigger t where t.tgfoid = 'audit_row'::regproc and not t.tgisinternal
  loop
    execute format('drop trigger audit on %s', given.name);
    perform audit_triggers(given.name, given.args[1], given.args[2]);
  end loop;
end
$$;

-- Most people have no values in fields of the unit's own: then those fields are not looked up.
create or replace function membership_words() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  who record;
  own text;
begin
  if tg_op = 'UPDATE' and new.search <> ''
    and (new.person_id, new.department, new.custom) is not distinct from (old.person_id, old.department, old.custom)
  then
    return new;
  end if;
  select p.name, p.email, p.phone into who from person p where p.id = new.person_id;
  if new.custom <> '{}' then
    own := (
      select string_agg(new.custom ->> f.id::text, ' ') from custom_field f
      where f.tenant_id = new.tenant_id and f.searchable and new.custom ? f.id::text
    );
  end if;
  new.name_sort := search_text(who.name);
  new.search := search_text(concat_ws(' ', who.name, who.email, who.phone, new.department, own));
  return new;
end
$$;
