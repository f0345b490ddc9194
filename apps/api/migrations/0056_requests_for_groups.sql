-- A request for access may be for a whole user group: by one of its members, who shares a report with it.
alter table catalogue_request
  alter membership_id drop not null,
  add for_group_id uuid,
  add foreign key (tenant_id, for_group_id) references user_group (tenant_id, id) on delete cascade,
  add check (num_nonnulls(membership_id, for_group_id) = 1),
  add check (for_group_id is null or asked_by is not null);
create index catalogue_request_for_group on catalogue_request (tenant_id, for_group_id);
-- One open request for each group and report, whoever of the group asks.
create unique index catalogue_request_open_for_group on catalogue_request (tenant_id, for_group_id, report_id) where state = 'open';

-- Who changed a group of reports or of users last, as reports say it (migration 0045).
alter table report_group
  add changed_at timestamptz,
  add changed_by uuid references person;
alter table user_group
  add changed_at timestamptz,
  add changed_by uuid references person;
create index report_group_by_changer on report_group (tenant_id, changed_by);
create index user_group_by_changer on user_group (tenant_id, changed_by);

-- Columns that are computed have no value yet when the trigger looks at the row.
create or replace function note_change() returns trigger
  language plpgsql
as $$
declare
  besides text[] := array['position', 'version', 'title_key', 'title_sort', 'name_key', 'words'];
begin
  if public.app_setting('actor_id') is not null and to_jsonb(new) - besides is distinct from to_jsonb(old) - besides then
    new.changed_at := now();
    new.changed_by := public.app_setting('actor_id')::uuid;
  end if;
  return new;
end
$$;
create trigger changed before update on report_group for each row execute function note_change();
create trigger changed before update on user_group for each row execute function note_change();
