-- Who vouches for a report: it is certified by somebody, with a sentence if wanted. Its owner stands in owner_id.
alter table report
  add certified_at timestamptz,
  add certified_by uuid references person,
  add certified_note text not null default '',
  add changed_at timestamptz,
  add changed_by uuid references person,
  add check (certified_note = '' or certified_at is not null);
create index report_by_certifier on report (tenant_id, certified_by);
create index report_by_changer on report (tenant_id, changed_by);
create index report_certified on report (tenant_id, title_sort, id) where certified_at is not null;

-- Who changed a report last, beside the log, so that a list reads it with the row. Jobs are nobody, and a place by hand is no change.
create function note_change() returns trigger
  language plpgsql
as $$
declare
  -- Columns that are computed have no value yet.
  besides text[] := array['position', 'version', 'title_key', 'title_sort'];
begin
  if public.app_setting('actor_id') is not null and to_jsonb(new) - besides is distinct from to_jsonb(old) - besides then
    new.changed_at := now();
    new.changed_by := public.app_setting('actor_id')::uuid;
  end if;
  return new;
end
$$;
create trigger changed before update on report for each row execute function note_change();

-- A change or a removal, a row at a time, because nothing else says which former row became which. Runs as the caller, so
-- that the policies of audit_log hold for it too. Arguments: masked columns, columns that identify a row.
-- That terms_version has grown is nobody's change: what grew it has a line of its own. When and by whom stands in the line itself.
create or replace function audit_row() returns trigger
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
    where before_row -> a.key is distinct from a.value and a.key not in ('terms_version', 'changed_at', 'changed_by');
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
