-- What people read before they sign in. Neither tenant nor partner: the platform's own.
create table sign_in_notice (
  id uuid primary key default uuid_v7(),
  tenant_id uuid references tenant on delete cascade,
  partner_id uuid references partner on delete cascade,
  -- A text for each language; Portuguese is always there.
  texts jsonb not null,
  link text,
  -- Only on the sign-in page of this domain.
  domain_id uuid references domain on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check (num_nonnulls(tenant_id, partner_id) <= 1),
  constraint sign_in_notice_ends check (starts_at < ends_at)
);
create index sign_in_notice_of_tenant on sign_in_notice (tenant_id, ends_at) where tenant_id is not null;
create index sign_in_notice_of_partner on sign_in_notice (partner_id, ends_at) where partner_id is not null;
create index sign_in_notice_of_platform on sign_in_notice (ends_at) where tenant_id is null and partner_id is null;
create index sign_in_notice_by_domain on sign_in_notice (domain_id) where domain_id is not null;
do $$
declare
  unit constant text := 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)';
  own constant text := 'tenant_id is null and partner_id = (select nullif(current_setting(''app.partner_id'', true), '''')::uuid)';
begin
  perform table_access('sign_in_notice', 'portal_app', 'all', unit);
  perform table_access('sign_in_notice', 'portal_partner', 'all', own);
  perform table_access('sign_in_notice', 'portal_operator', 'all', 'tenant_id is null and partner_id is null');
end
$$;
-- Who comes to a host is shown its notices; what is long over is removed.
select identity_access('sign_in_notice', 'select, delete');
select audited('sign_in_notice');
