-- How much units are used, counted at night from the logs into days of the unit's calendar. Numbers alone: they stay when the logs go.
alter table usage_day
  -- How many different people there were in the last 7, 30, 90 and 365 days, with that one.
  add column people_7 integer not null default 0,
  add column people_30 integer not null default 0,
  add column people_90 integer not null default 0,
  add column people_365 integer not null default 0,
  add column failures integer not null default 0,
  add column desktop integer not null default 0,
  add column phone integer not null default 0,
  add column exports integer not null default 0,
  add column sign_ins integer not null default 0,
  add column refused integer not null default 0,
  -- Views of each hour of the clock, from midnight on.
  add column hours integer[] not null default array_fill(0, array[24]) check (cardinality(hours) = 24);

-- How many views of a day showed their first page after how long: to the tenth of a second, from ten seconds on to the second.
create table usage_speed (
  tenant_id uuid not null references tenant on delete cascade,
  day date not null,
  load_ms integer not null,
  views integer not null,
  primary key (tenant_id, day, load_ms)
);
select tenant_table('usage_speed', 'read');
select operator_access('usage_speed', 'select');

create table usage_report (
  tenant_id uuid not null,
  day date not null,
  report_id uuid not null,
  views integer not null,
  people integer not null,
  seconds integer not null,
  failures integer not null,
  primary key (tenant_id, day, report_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
create index usage_report_of_report on usage_report (tenant_id, report_id, day);
select tenant_table('usage_report', 'read');

-- Who opened something on which day. It goes with the names in the log, after twelve months.
create table usage_reader (
  tenant_id uuid not null references tenant on delete cascade,
  day date not null,
  person_id uuid not null references person on delete cascade,
  views integer not null,
  seconds integer not null,
  primary key (tenant_id, day, person_id)
);
create index usage_reader_of_person on usage_reader (tenant_id, person_id, day);
select tenant_table('usage_reader');

-- How far a unit is counted: the days before this one, from what was in the log at that moment.
create table usage_count (
  tenant_id uuid primary key references tenant on delete cascade,
  counted_until date not null,
  log_read_at timestamptz not null
);
select tenant_table('usage_count');
