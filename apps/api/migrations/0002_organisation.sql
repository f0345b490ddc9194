-- Who there is above people: partners, their business units, the hosts of each, and the files that a unit keeps.

create table partner (
  id uuid primary key,
  name text not null,
  state text not null default 'active' check (state in ('active', 'suspended')),
  maintenance_until timestamptz,
  allow_several_people boolean not null default false,
  -- Grows with the partner's own terms, as of a unit.
  terms_version integer not null default 0,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
select identity_access('partner', 'select');
select operator_access('partner', 'select, insert, update');
create policy own_partner on partner for select to portal_partner
  using (id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
grant select on partner to portal_partner;
select table_access('partner', 'portal_owner', 'select, update', 'true');
select audited('partner');

-- A business unit. The operator's own unit ("house") holds the operator's reports and accounts: one mechanism for all.
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
  -- Whether the unit may let people register themselves; it says so in its settings.
  self_registration boolean not null default true,
  is_house boolean not null default false,
  -- Grows whenever it may have changed what has to be accepted, so that a request sees at once whether its session has to look.
  terms_version integer not null default 0,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check (is_house = (partner_id is null)),
  check ((state = 'trial') <= (trial_ends_on is not null))
);
create index tenant_by_partner on tenant (partner_id, id);
select identity_access('tenant', 'select');
select operator_access('tenant', 'select, insert, update');
create policy own_unit on tenant for select to portal_app
  using (id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select on tenant to portal_app;
-- A partner sees its units and says what they may do; everything else about a unit is the operator's.
create policy units_of_partner on tenant for select to portal_partner
  using (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
create policy switches_of_partner on tenant for update to portal_partner
  using (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid))
  with check (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
grant select, update (self_registration, allow_registering_reports, only_own_accounts, version) on tenant to portal_partner;
select table_access('tenant', 'portal_owner', 'select, update', 'true');
select audited('tenant');

-- Of what happens in units the operator reads what concerns the contract itself, and all that happens in the house.
select table_access('audit_log', 'portal_operator', 'select',
  'tenant_id is null or object_type in (''tenant'', ''domain'') or tenant_id = (select t.id from public.tenant t where t.is_house)');

-- A host belongs to a unit, to a partner, or (both null) to the platform.
create table domain (
  host text primary key check (host = lower(host)),
  tenant_id uuid references tenant on delete cascade,
  partner_id uuid references partner on delete cascade,
  state text not null default 'active' check (state in ('pending', 'verified', 'active', 'failed', 'removed')),
  created_at timestamptz not null default now(),
  check (num_nonnulls(tenant_id, partner_id) <= 1)
);
select identity_access('domain', 'select');
select operator_access('domain', 'select, insert, update, delete');
select audited('domain');

-- Small files of a unit: covers, pictures, attachments, exports. What is stored never changes; another picture is another row.
-- A table that shows one refers to it by (tenant_id, …_id); what nothing refers to is removed after a day.
create table file (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  kind text not null,
  name text not null,
  content_type text not null,
  size integer not null check (size between 1 and 52428800),
  width integer,
  height integer,
  sha256 bytea not null,
  bytes bytea not null,
  -- Who sent it; null for what the portal made.
  person_id uuid,
  created_at timestamptz not null default now(),
  -- When it goes although something may refer to it: exports.
  expires_at timestamptz,
  primary key (tenant_id, id)
);
-- Pictures and archives are compressed already.
alter table file alter column bytes set storage external;
create index file_by_person on file (tenant_id, person_id, created_at);
-- An address names the file alone, for the page before the sign-in has pictures too; its key is checked before anything is read.
create index file_by_id on file (id);
select tenant_table('file');
select identity_access('file', 'select');
