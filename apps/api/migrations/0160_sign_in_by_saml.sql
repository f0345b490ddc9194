-- Signing in by SAML. A unit names a provider, whom of it it lets in and what they get; at most one app of a unit is switched on.
create table saml_app (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null default uuid_v7(),
  name text not null,
  -- What the provider calls itself, and where people sign in and out there.
  entity_id text not null,
  sso_url text not null,
  slo_url text,
  -- Certificates with which the provider signs, as PEM.
  certificates text[] not null check (cardinality(certificates) between 1 and 2),
  -- Our own key for this provider, encrypted, and the certificate that the provider knows us by.
  key text not null,
  own_certificate text not null,
  -- Addresses of these domains come in, and no others.
  email_domains text[] not null,
  -- Attributes that say who somebody is; without one the NameID is the address.
  email_attribute text not null default '',
  name_attribute text not null default '',
  groups_attribute text not null default '',
  -- Whether people who have no account yet get one with their first sign-in.
  first_time boolean not null default false,
  -- Whether the provider may begin.
  idp_initiated boolean not null default false,
  active boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint saml_app_name unique (tenant_id, name)
);
create index saml_app_id on saml_app (id);
create unique index saml_app_active on saml_app (tenant_id) where active;
select tenant_table('saml_app', 'read');
select identity_access('saml_app', 'select');
select audited('saml_app', '{key}');

-- What people of a group of the provider get: a group of the unit, or the role of administrator.
create table saml_group (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  saml_app_id uuid not null,
  value text not null,
  group_id uuid,
  primary key (tenant_id, id),
  constraint saml_group_once unique nulls not distinct (tenant_id, saml_app_id, value, group_id),
  foreign key (tenant_id, saml_app_id) references saml_app (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references user_group (tenant_id, id) on delete cascade
);
select tenant_table('saml_group');
select identity_access('saml_group', 'select');
select audited('saml_group');

-- Members who came in by an app.
create table saml_person (
  tenant_id uuid not null,
  saml_app_id uuid not null,
  membership_id uuid not null,
  -- The provider made them administrator, so it may end that too.
  made_admin boolean not null default false,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (tenant_id, saml_app_id, membership_id),
  foreign key (tenant_id, saml_app_id) references saml_app (tenant_id, id) on delete cascade,
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
create index saml_person_membership on saml_person (tenant_id, membership_id);
select tenant_table('saml_person');
select identity_access('saml_person', 'select, insert, update');

-- Which end of a certificate has been told.
create table saml_warning (
  tenant_id uuid not null,
  saml_app_id uuid not null,
  fingerprint text not null,
  days integer not null,
  primary key (tenant_id, saml_app_id, fingerprint, days),
  foreign key (tenant_id, saml_app_id) references saml_app (tenant_id, id) on delete cascade
);
select tenant_table('saml_warning');

-- What is under way at a provider: a sign-in, its test, or a sign-out. It comes back once, on the same host.
create table saml_attempt (
  state_hash bytea primary key,
  id uuid not null unique default uuid_v7(),
  purpose text not null check (purpose in ('sign_in', 'test', 'logout')),
  -- Null where the provider began.
  request_id text,
  cookie_hash bytea,
  unit_id uuid not null references tenant on delete cascade,
  saml_app_id uuid not null,
  host text not null,
  -- Who tests.
  tester_id uuid references person on delete cascade,
  -- Once the message was good, a code leads to the session; what came waits for it.
  code_hash bytea unique,
  code_expires_at timestamptz,
  arrived jsonb,
  -- Of a test: each check with its verdict.
  report jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  redeemed_at timestamptz
);
create index saml_attempt_expired on saml_attempt (expires_at);
select identity_access('saml_attempt', 'select, insert, update, delete');

-- Messages that were used: none is used twice.
create table saml_seen (
  unit_id uuid not null references tenant on delete cascade,
  saml_app_id uuid not null,
  message_hash bytea not null,
  expires_at timestamptz not null,
  primary key (saml_app_id, message_hash)
);
create index saml_seen_expired on saml_seen (expires_at);
create index saml_seen_unit on saml_seen (unit_id);
select identity_access('saml_seen', 'select, insert, delete');

-- What the provider calls a session, so that it can end it.
create table saml_session (
  session_id uuid primary key references session on delete cascade,
  unit_id uuid not null references tenant on delete cascade,
  saml_app_id uuid not null,
  name_id text not null,
  name_id_format text,
  session_index text
);
create index saml_session_name on saml_session (saml_app_id, name_id);
create index saml_session_unit on saml_session (unit_id);
select identity_access('saml_session', 'select, insert, delete');

-- Groups that a provider gives are taken when it no longer names them.
select identity_access('user_group_member', 'delete');
