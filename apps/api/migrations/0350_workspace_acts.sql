-- What people had done to workspaces of the reporting service. A row is written before the service is asked, so that an answer that got
-- lost is looked for afterwards and nothing is done twice.
create table workspace_act (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  account_id uuid not null,
  -- Null: a workspace that is being made.
  workspace_id uuid,
  -- As it was called then.
  workspace_name text not null,
  kind text not null check (kind in ('create', 'rename', 'remove', 'add_member', 'change_member', 'remove_member', 'assign', 'move_report')),
  -- Whom or what it concerned: a member, a capacity, a report, the new name.
  subject text not null default '',
  -- What the service was asked for.
  wanted jsonb not null default '{}',
  -- `open`: nobody knows yet whether it happened.
  state text not null default 'open' check (state in ('open', 'done', 'refused')),
  -- Why it was refused, as a word of the portal.
  reason text,
  asked_by uuid references person,
  asked_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references reporting_account (tenant_id, id) on delete cascade,
  check ((state = 'open') = (ended_at is null)),
  check (workspace_id is not null or kind = 'create')
);
create index workspace_act_of_workspace on workspace_act (tenant_id, account_id, workspace_id, asked_at);
create index workspace_act_open on workspace_act (tenant_id, asked_at) where state = 'open';
create index workspace_act_of_person on workspace_act (tenant_id, asked_by);
select tenant_table('workspace_act', 'write');
select audited('workspace_act');
