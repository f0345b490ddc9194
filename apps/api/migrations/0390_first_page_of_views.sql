-- What counts of an opening's pages is the first: how long it took, and on what. It stands with the opening, so that a year of openings is
-- counted without looking for the first page of each.
alter table report_view
  add column shown boolean not null default false,
  add column load_ms integer,
  add column device text;

-- A trigger, because a node of the version before logs pages too.
create function first_page_shown() returns trigger language plpgsql as
$$
begin
  update report_view v set shown = true, load_ms = f.load_ms, device = f.device
  from (
    select distinct on (tenant_id, view_id) tenant_id, view_id, load_ms, device from added order by tenant_id, view_id, shown_at, id
  ) as f
  where v.tenant_id = f.tenant_id and v.id = f.view_id and not v.shown;
  return null;
end
$$;
create trigger first_page after insert on report_page_view referencing new table as added for each statement execute function first_page_shown();

alter table report_view no force row level security, disable trigger user;
alter table report_page_view no force row level security;
update report_view v set shown = true, load_ms = f.load_ms, device = f.device
from (
  select distinct on (tenant_id, view_id) tenant_id, view_id, load_ms, device from report_page_view order by tenant_id, view_id, shown_at, id
) as f
where v.tenant_id = f.tenant_id and v.id = f.view_id;
alter table report_view force row level security, enable trigger user;
alter table report_page_view force row level security;
