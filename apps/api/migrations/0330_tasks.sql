-- Tasks: at their times they ask the data of a report and tell people, or have the data refreshed.

create table task (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  owner_id uuid not null references person,
  name text not null,
  kind text not null check (kind in ('alert', 'notice', 'refresh')),
  query text not null default '',
  use_variables boolean not null default false,
  -- Name, type and value of each.
  variables jsonb not null default '[]',
  column_name text not null default '',
  operator text check (operator in ('equal', 'different', 'more', 'at_least', 'less', 'at_most', 'between', 'contains', 'empty', 'not_empty', 'changed', 'rose', 'fell')),
  value text not null default '',
  value_to text not null default '',
  only_execute boolean not null default false,
  repeat text not null default 'once' check (repeat in ('once', 'every', 'interval')),
  repeat_minutes integer check (repeat_minutes > 0),
  repetitions integer not null default 1 check (repetitions between 1 and 100),
  to_self boolean not null default false,
  tell_recovery boolean not null default false,
  message text not null default '',
  membership_ids uuid[] not null default '{}',
  user_group_ids uuid[] not null default '{}',
  -- Null while it runs; otherwise why it stands still: a person, failures, or an owner who has left.
  paused text check (paused in ('person', 'failures', 'owner')),
  muted_until timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
create index task_of_report on task (tenant_id, report_id);
create index task_of_owner on task (tenant_id, owner_id);
select tenant_table('task', 'write');
select audited('task');

-- What its runs have left behind: nobody's change, and so not in the audit log.
create table task_condition (
  tenant_id uuid not null,
  task_id uuid not null,
  state text not null default 'unknown' check (state in ('unknown', 'ok', 'firing', 'error')),
  last_run_at timestamptz,
  -- The last value that was found; there is none before the first answer.
  last_value jsonb,
  -- In a row.
  failures integer not null default 0,
  -- While the condition holds: how often people were told, and when last.
  told_times integer not null default 0,
  told_at timestamptz,
  primary key (tenant_id, task_id),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade
);
select tenant_table('task_condition', 'write');

create table task_trigger (
  tenant_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  position smallint not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  -- 0 is Sunday; times are those on the clock of the unit.
  days smallint[] not null default '{}' check (days <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  day_of_month smallint check (day_of_month between 1 and 31),
  times text[] not null default '{}' check (cardinality(times) <= 24),
  every_minutes integer check (every_minutes between 15 and 1440),
  from_time text not null default '00:00',
  until_time text not null default '23:59',
  expires_on date,
  -- Null while the task stands still, and after its end.
  next_run_at timestamptz,
  last_sent_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade
);
create index task_trigger_of_task on task_trigger (tenant_id, task_id, position);
-- The clock looks for what is due in all units.
create index task_trigger_due on task_trigger (next_run_at, tenant_id) where next_run_at is not null;
select tenant_table('task_trigger', 'write');
select identity_access('task_trigger', 'select');

create table task_run (
  tenant_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  source text not null default 'trigger' check (source in ('trigger', 'person')),
  -- Who wanted it now.
  asked_by uuid references person,
  state text not null default 'queued' check (state in ('queued', 'running', 'ok', 'fired', 'done', 'failed', 'skipped')),
  due_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  value text,
  number_value double precision,
  rows_found integer,
  -- A word of the portal; `detail` are the service's own words.
  reason text,
  detail text,
  told integer not null default 0,
  muted boolean not null default false,
  -- Names and reasons of those who were not told.
  dropped jsonb not null default '[]',
  primary key (tenant_id, id),
  -- However many triggers meet in a minute, and however often they are asked: one run.
  unique (tenant_id, task_id, due_at),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade
);
create index task_run_waiting on task_run (tenant_id, due_at) where state in ('queued', 'running');
create index task_run_by_asker on task_run (tenant_id, asked_by) where asked_by is not null;
select tenant_table('task_run', 'write');
