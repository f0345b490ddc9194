-- Who there is: partners, business units, people, and what people are in a unit.
-- Rights live on the membership, never on the person. A person has one account and as many memberships as needed.

create table partner (
  id uuid primary key,
  name text not null,
  state text not null default 'active' check (state in ('active', 'suspended')),
  maintenance_until timestamptz,
  allow_several_masters boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1
);

-- The operator's own unit ("house") holds the operator's reports and accounts: one mechanism for all.
create table tenant (
  id uuid primary key,
  partner_id uuid references partner,
  name text not null,
  subdomain text unique check (subdomain ~ '^[a-z0-9]([a-z0-9-]{1,61}[a-z0-9])$'),
  state text not null default 'active' check (state in ('trial', 'active', 'suspended', 'closed')),
  trial_ends_on date,
  user_limit integer not null default 10 check (user_limit >= 1),
  allow_registering_reports boolean not null default true,
  only_own_accounts boolean not null default false,
  is_house boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check (is_house = (partner_id is null)),
  check ((state = 'trial') <= (trial_ends_on is not null))
);
create index tenant_by_partner on tenant (partner_id, id);

-- A host belongs to a unit, to a partner, or (both null) to the platform.
create table domain (
  host text primary key check (host = lower(host)),
  tenant_id uuid references tenant on delete cascade,
  partner_id uuid references partner on delete cascade,
  state text not null default 'active' check (state in ('pending', 'verified', 'active', 'failed', 'removed')),
  created_at timestamptz not null default now(),
  check (num_nonnulls(tenant_id, partner_id) <= 1)
);

create table person (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  phone text unique,
  language text not null default 'pt-BR' check (language in ('pt-BR', 'en-US', 'es', 'pt-PT')),
  auth_method text not null default 'password' check (auth_method in ('password', 'azure', 'saml')),
  password_hash text,
  password_changed_at timestamptz,
  must_change_password boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1
);

create table password_history (
  person_id uuid not null references person on delete cascade,
  changed_at timestamptz not null default now(),
  password_hash text not null,
  primary key (person_id, changed_at)
);

-- Operator (a2m) and partner (master) people.
create table staff (
  person_id uuid primary key references person on delete cascade,
  role text not null check (role in ('a2m', 'master')),
  partner_id uuid references partner,
  state text not null default 'A' check (state in ('A', 'I', 'B', 'D')),
  billing_administrator boolean not null default false,
  support_agent boolean not null default false,
  seller boolean not null default false,
  home_page text,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check ((role = 'master') = (partner_id is not null))
);

create table membership (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  person_id uuid not null references person,
  role text not null check (role in ('admin', 'user')),
  -- A active, I inactive, B blocked, D deactivated. T (trial) is told from the unit, not stored.
  state text not null default 'A' check (state in ('A', 'I', 'B', 'D')),
  department text,
  support_agent boolean not null default false,
  allow_remote_access boolean not null default false,
  create_notifications boolean not null default false,
  refresh_datasets boolean not null default false,
  ip_exempt boolean not null default false,
  home_page text,
  hidden_menu text[] not null default '{}',
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, person_id)
);
create index membership_by_person on membership (person_id);
select tenant_table('membership', 'write');
select audited('membership');
select identity_access('membership', 'select, update');

create table user_group (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  description text not null default '',
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name_key)
);
select tenant_table('user_group', 'write');
select audited('user_group');

create table user_group_member (
  tenant_id uuid not null,
  group_id uuid not null,
  membership_id uuid not null,
  ends_on date,
  primary key (tenant_id, group_id, membership_id),
  foreign key (tenant_id, group_id) references user_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
create index user_group_member_by_membership on user_group_member (tenant_id, membership_id);
select tenant_table('user_group_member', 'write');
select audited('user_group_member');

-- Settings: a key that is absent is inherited (unit from partner, partner from platform defaults in the contract).
-- Secrets are encrypted with the master key and stand apart, so that no reading of settings can carry them.
create table partner_setting (
  partner_id uuid primary key references partner on delete cascade,
  value jsonb not null default '{}',
  theme jsonb,
  title text,
  mail_password text,
  version integer not null default 1
);

create table tenant_setting (
  tenant_id uuid primary key references tenant on delete cascade,
  value jsonb not null default '{}',
  theme jsonb,
  title text,
  mail_password text,
  token_embedded text,
  -- A confirmed address list that excludes its author is on probation: without "keep it" the former value returns.
  ip_before jsonb,
  ip_probation_until timestamptz,
  version integer not null default 1
);
select tenant_table('tenant_setting', 'write');
select audited('tenant_setting', array['mail_password', 'token_embedded']);
select identity_access('tenant_setting', 'select, update');

-- Welcome texts and looks of the platform itself: one row.
create table platform_setting (
  only_row boolean primary key default true check (only_row),
  title text,
  theme jsonb,
  welcome jsonb not null default '{}',
  welcome_version integer not null default 0,
  maintenance_until timestamptz,
  ip_lists_off boolean not null default false
);
insert into platform_setting default values;

-- Row-level security of the tables that are not a tenant's.
do $$
declare
  name text;
begin
  foreach name in array array['partner', 'tenant', 'domain', 'person', 'password_history', 'staff', 'partner_setting', 'platform_setting'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
  end loop;
end $$;

select identity_access('partner', 'select');
select identity_access('tenant', 'select');
select identity_access('domain', 'select');
select identity_access('person', 'select, insert, update');
select identity_access('password_history', 'select, insert, delete');
select identity_access('staff', 'select, insert, update');
select identity_access('partner_setting', 'select');
select identity_access('platform_setting', 'select');

-- A unit sees itself, its partner's settings that it inherits, and the people who belong to it.
create policy own_unit on tenant for select to portal_app
  using (id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select on tenant to portal_app;
create policy inherited on partner_setting for select to portal_app
  using (partner_id = (select t.partner_id from tenant t where t.id = nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select (partner_id, value, theme, title, version) on partner_setting to portal_app;
create policy people_of_unit on person for select to portal_app
  using (exists (select 1 from membership m where m.person_id = person.id));
grant select (id, email, name, phone, language, created_at) on person to portal_app;

-- A partner sees itself, its units, and the people in them.
create policy own_partner on partner for select to portal_partner
  using (id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
grant select on partner to portal_partner;
create policy units_of_partner on tenant for select to portal_partner
  using (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
grant select on tenant to portal_partner;
create policy people_of_partner on person for select to portal_partner
  using (exists (select 1 from membership m where m.person_id = person.id));
grant select (id, email, name, phone, language, created_at) on person to portal_partner;

-- The operator sees contracts and counts, not customers' people: of a membership only where it is and how it stands.
select operator_access('partner', 'select, insert, update');
select operator_access('tenant', 'select, insert, update');
select operator_access('domain', 'select, insert, update, delete');
select operator_access('partner_setting', 'select, insert, update');
select operator_access('platform_setting', 'select, update');
create policy counting on membership for select to portal_operator using (true);
grant select (tenant_id, id, role, state) on membership to portal_operator;

select audited('partner');
select audited('tenant');
select audited('domain');
select audited('person', array['password_hash']);
select audited('staff');
select audited('partner_setting', array['mail_password']);
select audited('platform_setting');
