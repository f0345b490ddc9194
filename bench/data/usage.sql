-- Two years of use of two units, as the nightly count leaves it: unit 1 is opened $few times a year, unit 2 $many times. Without triggers:
-- the rows are right by construction.
set session_replication_role = replica;

delete from usage_day; delete from usage_report; delete from usage_outcome; delete from usage_count;

-- A large unit has more reports in use, and its times spread wider.
create temp table use as
select t.id as tenant_id, size.views / 365 as views, size.reports, size.times, size.people
from (values ('unit-0001', $few, 50, 60, 80), ('unit-0002', $many, 1000, 160, 900)) as size (subdomain, views, reports, times, people)
join tenant t on t.subdomain = size.subdomain;
create temp table calendar as select current_date - n as day, 731 - n as so_far from generate_series(1, 730) as n;

insert into usage_day (tenant_id, day, views, people, reports, seconds, people_7, people_30, people_90, people_365, failures, desktop, phone, exports,
  sign_ins, refused, hours, loads_so_far)
select tenant_id, day, views, people / 2, reports / 2, views * 60, people * 6 / 10, people * 8 / 10, people * 9 / 10, people, views / 100,
  views * 7 / 10, views * 3 / 10, views / 50, people, people / 20, array_fill(views / 24, array[24]), array_fill(so_far * greatest(1, views / times), array[times])
from use, calendar;

insert into usage_report (tenant_id, day, report_id, views, people, seconds, failures, views_so_far, seconds_so_far, failures_so_far)
select u.tenant_id, c.day, r.id, greatest(1, u.views / u.reports), 3, 300, 0, c.so_far * greatest(1, u.views / u.reports), c.so_far * 300, 0
from use u cross join calendar c cross join lateral (select id from report where tenant_id = u.tenant_id order by id limit u.reports) as r;

insert into usage_outcome (tenant_id, day, kind, outcome, count)
select tenant_id, day, kind, outcome, people
from use, calendar, (values ('sign_in', 'password'), ('sign_in', 'azure'), ('refused', 'wrong'), ('refresh', 'completed'), ('refresh', 'failed')) as o (kind, outcome);

insert into usage_count (tenant_id, counted_until, log_read_at, counts) select tenant_id, current_date, now(), 2 from use;

set session_replication_role = origin;
vacuum (analyze) usage_day, usage_report, usage_outcome;
