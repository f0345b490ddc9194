-- Numbers about reading: how long somebody looked, and each day of a unit as counts without names.

-- How long the report was on the screen and the page in sight, as the browser last told.
alter table report_view add column seconds integer not null default 0 check (seconds between 0 and 86400);
create index report_view_by_time on report_view (tenant_id, opened_at);

-- What the operator may see of a unit, and what stays when the view log has been emptied of names.
create table usage_day (
  tenant_id uuid not null references tenant on delete cascade,
  day date not null,
  views integer not null,
  people integer not null,
  reports integer not null,
  seconds integer not null,
  primary key (tenant_id, day)
);
select tenant_table('usage_day', 'read');
select operator_access('usage_day', 'select');
