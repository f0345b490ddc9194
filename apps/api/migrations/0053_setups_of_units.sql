-- A set-up on its way to a unit: one row for each unit that it was applied to, with the same id in all of them
-- (docs/unit-setup.md). It waits for a job, which does all of it in one transaction or nothing.
create table setup_rollout (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  -- What is applied; null once there is a result.
  document jsonb,
  sections text[] not null,
  -- The role with whose rights it is applied.
  role text not null check (role in ('partner', 'admin')),
  asked_by uuid not null references person,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'failed')),
  -- How many things were added or changed.
  changed integer not null default 0 check (changed >= 0),
  -- Why it was refused.
  problems jsonb not null default '[]',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  check ((state = 'waiting') = (document is not null)),
  check ((state = 'waiting') = (finished_at is null))
);
create index setup_rollout_by_asker on setup_rollout (tenant_id, asked_by);
create index setup_rollout_waiting on setup_rollout (tenant_id, created_at) where state = 'waiting';
select tenant_table('setup_rollout', 'write');
select audited('setup_rollout', array['document', 'problems']);
