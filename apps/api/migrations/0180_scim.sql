-- People and groups that a directory provisions by SCIM 2.0. It comes with a token of the unit; what it sends beyond what the portal
-- has is kept as it was sent.
create table scim_token (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null default uuid_v7(),
  name text not null,
  token_hash bytea not null,
  last_four text not null,
  -- In a rehearsal every call is answered as if it had been done, and nothing is.
  rehearsal boolean not null default true,
  -- Whether new people get the invitation with a link for a first password.
  invites boolean not null default false,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint scim_token_once unique (tenant_id, token_hash)
);
select tenant_table('scim_token');
select audited('scim_token', array['token_hash']);

-- Beside the token, because a use is no change that anybody made.
create table scim_token_use (
  tenant_id uuid not null,
  token_id uuid not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, token_id),
  foreign key (tenant_id, token_id) references scim_token (tenant_id, id) on delete cascade
);
select tenant_table('scim_token_use');

-- A member whom the directory looks after. The external id is text of the directory, and never one of ours.
create table scim_user (
  tenant_id uuid not null,
  membership_id uuid not null,
  user_name text not null,
  user_name_key text not null generated always as (lower(user_name)) stored,
  external_id text,
  resource jsonb not null default '{}',
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, membership_id),
  constraint scim_user_name unique (tenant_id, user_name_key),
  constraint scim_user_external unique (tenant_id, external_id),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
select tenant_table('scim_user');

-- A user group that the directory made: its members are the directory's.
create table scim_group (
  tenant_id uuid not null,
  group_id uuid not null,
  external_id text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, group_id),
  constraint scim_group_external unique (tenant_id, external_id),
  foreign key (tenant_id, group_id) references user_group (tenant_id, id) on delete cascade
);
select tenant_table('scim_group');

-- What people and groups would be after a rehearsal so far, where that differs from what they are.
create table scim_rehearsal (
  tenant_id uuid not null,
  token_id uuid not null,
  kind text not null check (kind in ('user', 'group')),
  id uuid not null,
  name text not null,
  external_id text,
  active boolean not null default true,
  gone boolean not null default false,
  resource jsonb not null default '{}',
  members uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, token_id, kind, id),
  foreign key (tenant_id, token_id) references scim_token (tenant_id, id) on delete cascade
);
select tenant_table('scim_rehearsal');

-- The log of provisioning: what the directory asked, what the portal did, and why not. People of groups stand in it by their ids, so
-- that nothing is left of a name once somebody is erased.
create table scim_log (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null default uuid_v7(),
  at timestamptz not null,
  token_id uuid,
  token_name text not null,
  rehearsal boolean not null,
  kind text not null check (kind in ('user', 'group')),
  object_id uuid,
  name text not null,
  user_name text not null default '',
  asked text not null check (asked in ('create', 'change', 'replace', 'enable', 'disable', 'delete', 'members')),
  outcome text not null check (outcome in ('created', 'revived', 'taken_over', 'changed', 'enabled', 'disabled', 'removed', 'unchanged', 'refused')),
  reason text,
  detail text,
  changes jsonb not null default '[]',
  added uuid[] not null default '{}',
  removed uuid[] not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, token_id) references scim_token (tenant_id, id) on delete set null (token_id)
);
create index scim_log_of_token on scim_log (tenant_id, token_id);
create index scim_log_of_object on scim_log (tenant_id, object_id, id);
select tenant_table('scim_log');
select identity_access('scim_log', 'select, delete');
