-- Domains are asked for, proven by records of the DNS, and switched on. A row stays when its domain goes: invoices are made from
-- activated_at and removed_at.

drop trigger audit on domain;
drop trigger audit_added on domain;
alter table domain
  drop constraint domain_pkey,
  add column id uuid not null default uuid_v7(),
  add primary key (id),
  -- What the TXT record has to say; null for a host that the operator has set up, which is not checked.
  add column verify_token text,
  add column asked_by uuid references person on delete set null,
  -- When the partner agreed; null while its answer is awaited.
  add column approved_at timestamptz default now(),
  -- Until when the records may appear.
  add column checks_end_at timestamptz,
  add column verified_at timestamptz,
  add column activated_at timestamptz default now(),
  add column removed_at timestamptz,
  -- Why it failed or was taken away; a note is what the partner wrote.
  add column failure text check (failure in ('records', 'taken', 'denied', 'records_gone')),
  add column note text not null default '',
  -- The fee of a month as it was told when the domain was asked for.
  add column fee_cents bigint not null default 0 check (fee_cents >= 0),
  add column version integer not null default 1,
  add constraint domain_active_since check ((state = 'active') <= (activated_at is not null)),
  add constraint domain_removed_at check ((state = 'removed') = (removed_at is not null)),
  add constraint domain_checked check (state <> 'pending' or num_nulls(verify_token) = 0);
update domain set activated_at = created_at, approved_at = created_at;
-- Several may ask for a name; whoever proves it first has it.
create unique index domain_of_host on domain (host) where state in ('verified', 'active');
create index domain_by_host on domain (host, state);
create index domain_of_unit on domain (tenant_id, id) where tenant_id is not null;
create index domain_of_partner on domain (partner_id, id) where partner_id is not null;
create index domain_by_asker on domain (asked_by) where asked_by is not null;
select audited('domain');
-- A unit asks, and gives up what it has; that a name is proven is for the portal alone to say.
select table_access('domain', 'portal_app', 'select', 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)');
create policy portal_app_insert on domain for insert to portal_app
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid) and state = 'pending');
create policy portal_app_update on domain for update to portal_app
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid) and state in ('pending', 'failed', 'removed'));
grant insert, update on domain to portal_app;
-- A partner sees those of its units and has its own. The host that a unit was made with may be replaced; what was asked for stays.
drop policy hosts_of_units_seen on domain;
drop policy hosts_of_units_removed on domain;
create policy hosts_of_units_removed on domain for delete to portal_partner
  using (tenant_id = any ((select public.partner_tenants())::uuid[]) and verify_token is null);
select table_access('domain', 'portal_partner', 'select',
  'tenant_id = any ((select public.partner_tenants())::uuid[]) or (tenant_id is null and partner_id = (select public.app_setting(''partner_id'')::uuid))');
create policy portal_partner_insert on domain for insert to portal_partner
  with check (tenant_id is null and partner_id = (select public.app_setting('partner_id')::uuid) and state = 'pending');
create policy portal_partner_update on domain for update to portal_partner
  using (tenant_id is null and partner_id = (select public.app_setting('partner_id')::uuid))
  with check (tenant_id is null and partner_id = (select public.app_setting('partner_id')::uuid) and state in ('pending', 'failed', 'removed'));
grant insert, update on domain to portal_partner;
select identity_access('domain', 'update');

-- What the last look found. It changes every ten minutes and is nobody's act, so it stands apart from the audited row.
create table domain_check (
  domain_id uuid primary key references domain on delete cascade,
  checked_at timestamptz not null,
  -- No name server answered; what was seen before stays.
  silent boolean not null default false,
  txt_seen text[] not null default '{}',
  cname_seen text[] not null default '{}',
  txt_right boolean not null default false,
  cname_right boolean not null default false,
  -- Since when an active domain lacks a record.
  lost_since timestamptz,
  certificate text not null default 'waiting' check (certificate in ('waiting', 'issued', 'failed')),
  -- Why there is none.
  certificate_problem text check (certificate_problem in ('unreachable', 'silent', 'none', 'not_valid')),
  certificate_at timestamptz,
  certificate_until timestamptz
);
select identity_access('domain_check', 'select, insert, update');
select operator_access('domain_check', 'select');
select table_access('domain_check', 'portal_app', 'select', 'exists (select from domain d where d.id = domain_id)');
select table_access('domain_check', 'portal_partner', 'select', 'exists (select from domain d where d.id = domain_id)');

-- The fee of a month is told to whoever asks for a domain.
select identity_access('billing_setting', 'select');
