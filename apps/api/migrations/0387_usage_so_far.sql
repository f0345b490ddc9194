-- How many openings of a unit had shown their first page after how long up to and with a day, in an array of times. Counted anew from the
-- log in the first night. The days of usage_speed are not written any more; it goes when no node of the version before reads it.
alter table usage_day add column loads_so_far integer[] not null default '{}';

-- What was counted of a report up to and with a day: what lies between two days is read from two rows, however long the time between them.
alter table usage_report
  add column views_so_far bigint not null default 0,
  add column seconds_so_far bigint not null default 0,
  add column failures_so_far bigint not null default 0;

alter table usage_report no force row level security, disable trigger user;
update usage_report u set views_so_far = s.views, seconds_so_far = s.seconds, failures_so_far = s.failures
from (
  select tenant_id, report_id, day, sum(views) over so_far as views, sum(seconds) over so_far as seconds, sum(failures) over so_far as failures
  from usage_report window so_far as (partition by tenant_id, report_id order by day)
) as s
where s.tenant_id = u.tenant_id and s.report_id = u.report_id and s.day = u.day;
alter table usage_report force row level security, enable trigger user;
