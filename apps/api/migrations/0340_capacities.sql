-- Capacities in Azure that a unit looks after: the rule by which they start and pause, what was seen of them, and what was done to them.
create table capacity (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  account_id uuid not null,
  name text not null,
  resource_group text not null,
  subscription_id uuid not null,
  -- As it was when it was added; what was seen since stands in `capacity_seen`.
  sku text not null,
  -- The one of its account on which new workspaces are put.
  current boolean not null default false,
  auto_activate boolean not null default false,
  auto_pause boolean not null default false,
  inactive_minutes integer not null default 60 check (inactive_minutes between 15 and 1440),
  use_schedule boolean not null default false,
  activate_outside boolean not null default false,
  force_stop boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, subscription_id, name),
  foreign key (tenant_id, account_id) references reporting_account (tenant_id, id) on delete cascade
);
create index capacity_by_account on capacity (tenant_id, account_id);
create unique index capacity_current on capacity (tenant_id, account_id) where current;
select tenant_table('capacity', 'write');
select audited('capacity');

create table capacity_shift (
  tenant_id uuid not null,
  capacity_id uuid not null,
  shift_id uuid not null,
  primary key (tenant_id, capacity_id, shift_id),
  foreign key (tenant_id, capacity_id) references capacity (tenant_id, id) on delete cascade,
  foreign key (tenant_id, shift_id) references shift (tenant_id, id) on delete cascade
);
create index capacity_shift_by_shift on capacity_shift (tenant_id, shift_id);
select tenant_table('capacity_shift', 'write');
select audited('capacity_shift');

-- From when to when a capacity was seen in one state and size: the hours that cost are counted from it.
create table capacity_seen (
  tenant_id uuid not null,
  capacity_id uuid not null,
  seen_from timestamptz not null,
  seen_until timestamptz not null,
  state text not null check (state in ('active', 'pausing', 'paused', 'resuming', 'scaling', 'failed', 'unknown')),
  sku text not null,
  -- Why the state is not known.
  problem text check (problem in ('no_right', 'not_found', 'silent')),
  primary key (tenant_id, capacity_id, seen_from),
  foreign key (tenant_id, capacity_id) references capacity (tenant_id, id) on delete cascade,
  check (seen_from <= seen_until),
  check ((state = 'unknown') = (problem is not null))
);
select tenant_table('capacity_seen', 'write');

-- A row is written before Azure is asked: how it ended is found out afterwards, whatever happens to the answer.
create table capacity_act (
  tenant_id uuid not null,
  id uuid not null,
  capacity_id uuid not null,
  kind text not null check (kind in ('resume', 'pause', 'scale')),
  source text not null check (source in ('person', 'rule', 'outside')),
  state text not null default 'asked' check (state in ('asked', 'done', 'failed', 'refused')),
  -- Why the rule did it.
  reason text,
  refusal text check (refusal in ('no_right', 'quota', 'not_found', 'timeout', 'not_ready', 'silent')),
  from_sku text not null,
  to_sku text,
  asked_by uuid references person,
  asked_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, capacity_id) references capacity (tenant_id, id) on delete cascade,
  check ((state = 'asked') = (ended_at is null)),
  check ((kind = 'scale') = (to_sku is not null))
);
create unique index capacity_act_open on capacity_act (tenant_id, capacity_id) where state = 'asked';
create index capacity_act_of_capacity on capacity_act (tenant_id, capacity_id, asked_at);
create index capacity_act_of_person on capacity_act (tenant_id, asked_by);
select tenant_table('capacity_act', 'write');
select audited('capacity_act');
