-- Units of the same shape, made from numbers alone, so that every run has the same rows.
-- $units is the number of units to make, $first the number of the first. Each has $reports reports in $groups report
-- groups, $people people in $teams user groups; $own reports are assigned to each person, $shared to each user group and
-- $common to the unit.
-- Triggers and foreign keys are off: the rows are right by construction, and nobody did these changes.
set session_replication_role = replica;

create function pg_temp.bench_id(kind int, unit int, n bigint) returns uuid
  language sql immutable
  return (lpad(to_hex(kind), 8, '0') || '-' || lpad(to_hex(unit), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid;

create temp table unit as select n as unit from generate_series($first::int, $first::int + $units::int - 1) as n;

insert into partner (id, name) values (pg_temp.bench_id(1, 0, 1), 'Bench partner') on conflict do nothing;

insert into tenant (id, partner_id, name, subdomain, user_limit)
select pg_temp.bench_id(2, unit, 0), pg_temp.bench_id(1, 0, 1), 'Unit ' || unit, 'unit-' || lpad(unit::text, greatest(4, length(unit::text)), '0'), 10 * $people from unit;

insert into tenant_setting (tenant_id) select pg_temp.bench_id(2, unit, 0) from unit;

-- The first of them administers. Nobody needs a password of their own here.
insert into person (id, email, name, password_hash, password_changed_at)
select pg_temp.bench_id(3, unit, n), format('user%s@unit%s.example', n, unit), format('Person %s of unit %s', n, unit), $hash, now()
from unit, generate_series(1, $people) as n;

insert into membership (tenant_id, id, person_id, role, is_default, name_sort, search)
select pg_temp.bench_id(2, unit, 0), pg_temp.bench_id(4, unit, n), pg_temp.bench_id(3, unit, n), case n when 1 then 'admin' else 'user' end, true,
  search_text(p.name), search_text(p.name || ' ' || p.email)
from unit cross join generate_series(1, $people) as n join person p on p.id = pg_temp.bench_id(3, unit, n);

insert into user_group (tenant_id, id, name)
select pg_temp.bench_id(2, unit, 0), pg_temp.bench_id(5, unit, n), 'Team ' || n from unit, generate_series(0, $teams - 1) as n;

insert into user_group_member (tenant_id, group_id, membership_id)
select pg_temp.bench_id(2, unit, 0), pg_temp.bench_id(5, unit, n % $teams), pg_temp.bench_id(4, unit, n) from unit, generate_series(1, $people) as n;

insert into reporting_account (tenant_id, id, name, application_id, directory_id, secret_value)
select pg_temp.bench_id(2, unit, 0), pg_temp.bench_id(6, unit, 0), 'Reporting', gen_random_uuid(), gen_random_uuid(), 'unused' from unit;

insert into report_group (tenant_id, id, name, position)
select pg_temp.bench_id(2, unit, 0), pg_temp.bench_id(7, unit, n), 'Area ' || n, n from unit, generate_series(0, $groups - 1) as n;

insert into report_subgroup (tenant_id, group_id, id, name, position)
select pg_temp.bench_id(2, unit, 0), pg_temp.bench_id(7, unit, n), pg_temp.bench_id(8, unit, n), 'Monthly', 1 from unit, generate_series(0, $groups - 1) as n;

-- A fifth of the titles says sales. No word goes with the steps in which reports are assigned below.
insert into report (tenant_id, id, title, description, group_id, subgroup_id, account_id, workspace_id, external_report_id, dataset_id, created_at)
select
  pg_temp.bench_id(2, unit, 0), pg_temp.bench_id(9, unit, n),
  (array['Sales', 'Stock', 'Margin', 'Customers', 'Online sales', 'Deliveries', 'Costs', 'Staff', 'Returns', 'Budget'])[1 + n % 10] || ' ' ||
  (array['by region', 'by store', 'by product', 'over time', 'against plan', 'in detail', 'at a glance'])[1 + (n / 10) % 7] || ' ' || n,
  'What the people of area ' || n % $groups || ' look at every month',
  pg_temp.bench_id(7, unit, n % $groups), case when n % 3 = 0 then pg_temp.bench_id(8, unit, n % $groups) end, pg_temp.bench_id(6, unit, 0),
  pg_temp.bench_id(10, unit, 0), pg_temp.bench_id(11, unit, n), pg_temp.bench_id(12, unit, n), now() - n % 700 * interval '1 day'
from unit, generate_series(1, $reports) as n;

insert into report_words (tenant_id, report_id, words)
select r.tenant_id, r.id, search_text(concat_ws(' ', r.title, r.description, g.name, s.name))
from unit join report r on r.tenant_id = pg_temp.bench_id(2, unit, 0)
join report_group g on g.tenant_id = r.tenant_id and g.id = r.group_id
left join report_subgroup s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id;

insert into unit_seats (tenant_id, used) select pg_temp.bench_id(2, unit, 0), $people from unit;

-- 7 and 11 share no divisor with 1000, so no pair comes twice.
insert into report_grant (tenant_id, id, report_id, membership_id)
select pg_temp.bench_id(2, unit, 0), pg_temp.bench_id(13, unit, n * 1000000::bigint + k), pg_temp.bench_id(9, unit, 1 + (k * 7 + n * 13) % $reports), pg_temp.bench_id(4, unit, n)
from unit, generate_series(1, $people) as n, generate_series(0, $own - 1) as k;

insert into report_grant (tenant_id, id, report_id, user_group_id)
select pg_temp.bench_id(2, unit, 0), pg_temp.bench_id(14, unit, n * 1000000::bigint + k), pg_temp.bench_id(9, unit, 1 + (k * 11 + n * 17) % $reports), pg_temp.bench_id(5, unit, n)
from unit, generate_series(0, $teams - 1) as n, generate_series(0, $shared - 1) as k;

insert into report_grant (tenant_id, id, report_id, unit)
select pg_temp.bench_id(2, unit, 0), pg_temp.bench_id(15, unit, k), pg_temp.bench_id(9, unit, k), true from unit, generate_series(1, $common) as k;

drop table unit;
drop function pg_temp.bench_id;
set session_replication_role = origin;
