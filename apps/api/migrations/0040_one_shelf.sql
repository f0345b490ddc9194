-- What somebody put on the start page and what somebody starred were two lists for one wish. One is left: what stood on the start page
-- comes first, in its order, then the other stars in theirs.
alter table favourite no force row level security;
alter table home_report no force row level security;
with kept as (
  select tenant_id, person_id, report_id, min(shelf) as shelf, min(created_at) as created_at, (array_agg(position order by shelf))[1] as position
  from (
    select tenant_id, person_id, report_id, 0 as shelf, position, added_at as created_at from home_report
    union all
    select tenant_id, person_id, report_id, 1, position, created_at from favourite
  ) as wished
  group by tenant_id, person_id, report_id
), placed as (
  select tenant_id, person_id, report_id, created_at,
    row_number() over (partition by tenant_id, person_id order by shelf, position, created_at, report_id) as position
  from kept
)
insert into favourite (tenant_id, person_id, report_id, position, created_at)
select tenant_id, person_id, report_id, position, created_at from placed
on conflict (tenant_id, person_id, report_id) do update set position = excluded.position;
alter table favourite force row level security;
drop table home_report;
