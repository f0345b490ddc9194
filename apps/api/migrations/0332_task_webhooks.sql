-- Tasks that call an address of the unit's: each call is a row of its run, written with it, and is tried until it is taken or given up.

alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check check (kind in ('alert', 'notice', 'refresh', 'mail', 'webhook'));
alter table task add webhook_url text not null default '';

-- What the calls of a task are signed with, encrypted. The one before still signs beside it for a day, so that a receiver can change over.
create table task_webhook (
  tenant_id uuid not null,
  task_id uuid not null,
  secret text not null,
  secret_made_at timestamptz not null,
  secret_before text,
  secret_before_until timestamptz,
  primary key (tenant_id, task_id),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade,
  check ((secret_before is null) = (secret_before_until is null))
);
select tenant_table('task_webhook', 'write');
select audited('task_webhook', '{secret,secret_before}');

create table task_delivery (
  tenant_id uuid not null,
  -- Also what the receiver knows the call by, the same at every try.
  id uuid not null,
  run_id uuid not null,
  -- The bytes that are signed; empty once they are not needed any more.
  body text not null,
  -- Whether it holds a value or rows of the report: those go only while the owner of the task sees them.
  holds_data boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  tries smallint not null default 0,
  -- When the next try is due; counted before the receiver is called, so that whatever happens meanwhile another one follows.
  next_at timestamptz,
  last_at timestamptz,
  -- What the last try was answered with, and a word of the portal for what was wrong.
  status smallint,
  problem text check (problem in ('address', 'timeout', 'tls', 'unreachable', 'redirected', 'refused', 'lost', 'no_secret', 'paused', 'owner')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, run_id),
  foreign key (tenant_id, run_id) references task_run (tenant_id, id) on delete cascade,
  check ((state = 'waiting') = (next_at is not null)),
  check ((state = 'waiting') = (ended_at is null))
);
create index task_delivery_waiting on task_delivery (tenant_id, next_at) where state = 'waiting';
create index task_delivery_kept on task_delivery (tenant_id, ended_at) where body <> '';
select tenant_table('task_delivery', 'write');
