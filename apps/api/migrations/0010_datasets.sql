-- Refreshing data sets: when, who asked, how it went. A schedule belongs to the data set; its reports share it.

create table refresh_schedule (
  tenant_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  dataset_workspace_id uuid not null,
  dataset_id uuid not null,
  -- As it was when last looked at: it decides the daily limit.
  on_capacity boolean not null default false,
  -- 0 is Sunday; times are HH:00 or HH:30 on the clock of the unit.
  days smallint[] not null check (cardinality(days) between 1 and 7 and days <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  times text[] not null check (cardinality(times) between 1 and 48),
  -- Null while it runs; otherwise who stopped it: a person, or the failures.
  paused text check (paused in ('person', 'failures')),
  failures integer not null default 0,
  owner_id uuid not null references person,
  -- The administrators were told that the owner has left.
  hand_over_offered boolean not null default false,
  next_run_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, dataset_id),
  foreign key (tenant_id, account_id) references reporting_account (tenant_id, id) on delete cascade
);
create index refresh_schedule_due on refresh_schedule (tenant_id, next_run_at) where paused is null;
create index refresh_schedule_by_account on refresh_schedule (tenant_id, account_id);
create index refresh_schedule_by_owner on refresh_schedule (tenant_id, owner_id);
select tenant_table('refresh_schedule', 'write');
select audited('refresh_schedule');

create table dataset_refresh (
  tenant_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  dataset_workspace_id uuid not null,
  dataset_id uuid not null,
  -- Where it was asked for, when somebody did.
  report_id uuid,
  asked_by uuid references person,
  source text not null check (source in ('schedule', 'person', 'task')),
  state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'cancelled', 'blocked', 'missed')),
  -- A word of the portal for blocked and missed; the service's own words for failed.
  reason text,
  request_id text,
  on_capacity boolean not null default false,
  asked_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references reporting_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete set null (report_id)
);
-- One at a time per data set, however many nodes and people ask.
create unique index dataset_refresh_running on dataset_refresh (tenant_id, dataset_id) where state in ('queued', 'running');
create index dataset_refresh_of_dataset on dataset_refresh (tenant_id, dataset_id, asked_at desc);
create index dataset_refresh_by_account on dataset_refresh (tenant_id, account_id, asked_at desc);
create index dataset_refresh_by_report on dataset_refresh (tenant_id, report_id);
create index dataset_refresh_by_person on dataset_refresh (tenant_id, asked_by);
select tenant_table('dataset_refresh', 'write');
