-- Settings of the platform, of partners and of units, and the hours in which people may work.
-- A key that is absent is inherited: a unit from its partner, a partner from the defaults in the contract.
-- Secrets are encrypted with the master key and stand apart, so that no reading of settings can carry them.

-- Welcome texts and looks of the platform itself: one row.
create table platform_setting (
  only_row boolean primary key default true check (only_row),
  title text,
  theme jsonb,
  welcome jsonb not null default '{}',
  welcome_version integer not null default 0,
  maintenance_until timestamptz,
  ip_lists_off boolean not null default false,
  -- Grows with the platform's own terms, as of a unit.
  terms_version integer not null default 0
);
insert into platform_setting default values;
select identity_access('platform_setting', 'select');
select operator_access('platform_setting', 'select, update');
select table_access('platform_setting', 'portal_owner', 'select, update', 'true');
select audited('platform_setting');

create table partner_setting (
  partner_id uuid primary key references partner on delete cascade,
  value jsonb not null default '{}',
  theme jsonb,
  title text,
  mail_password text,
  version integer not null default 1
);
select identity_access('partner_setting', 'select');
select operator_access('partner_setting', 'select, insert, update');
-- A partner writes what its units inherit. The password of its mail server goes in and never comes out.
create policy own_setting on partner_setting for select to portal_partner
  using (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
create policy own_setting_insert on partner_setting for insert to portal_partner
  with check (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
create policy own_setting_update on partner_setting for update to portal_partner
  using (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid))
  with check (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
grant select (partner_id, value, theme, title, version) on partner_setting to portal_partner;
grant insert (partner_id, value, mail_password, version) on partner_setting to portal_partner;
grant update (value, mail_password, version) on partner_setting to portal_partner;
-- A unit reads what it inherits.
create policy inherited on partner_setting for select to portal_app
  using (partner_id = (select t.partner_id from tenant t where t.id = nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select (partner_id, value, theme, title, version) on partner_setting to portal_app;
select table_access('partner_setting', 'portal_owner', 'select', 'true');
select audited('partner_setting', array['mail_password']);

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
  -- Whether members may spare a browser of their own the second step for thirty days.
  trusted_devices boolean not null default false,
  -- Addresses that may register; empty: any.
  registration_domains text[] not null default '{}',
  -- Whoever comes from these needs nobody's decision.
  trusted_domains text[] not null default '{}',
  version integer not null default 1
);
select tenant_table('tenant_setting', 'write');
select identity_access('tenant_setting', 'select, update');
select table_access('tenant_setting', 'portal_owner', 'select', 'true');
select audited('tenant_setting', array['mail_password', 'token_embedded']);

-- The day of a unit, wherever the server stands: groups and assignments end with it.
create function unit_today(unit uuid) returns date
  language sql stable
  return (
    select (now() at time zone coalesce(ts.value ->> 'timezone', ps.value ->> 'timezone', 'America/Sao_Paulo'))::date
    from tenant t
    left join tenant_setting ts on ts.tenant_id = t.id
    left join partner_setting ps on ps.partner_id = t.partner_id
    where t.id = unit
  );
grant execute on function unit_today to portal_app, portal_partner, portal_identity;

-- A shift is a calendar: hours of a week, and days on which they do not hold. Bound to people and groups it says when they
-- may work in the portal; bound to a capacity it will say when that runs.
create table shift (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  -- [{ "day": 0 (Sunday) to 6, "start": "08:00", "end": "18:00" }]; an end that is not after the start is on the next day.
  ranges jsonb not null default '[]',
  -- ["2026-12-25"]: no range begins on these days.
  holidays jsonb not null default '[]',
  active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name_key)
);
select tenant_table('shift', 'write');
select identity_access('shift', 'select');
select audited('shift');

create table shift_user_group (
  tenant_id uuid not null,
  shift_id uuid not null,
  user_group_id uuid not null,
  primary key (tenant_id, shift_id, user_group_id),
  foreign key (tenant_id, shift_id) references shift (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_group_id) references user_group (tenant_id, id) on delete cascade
);
create index shift_user_group_by_group on shift_user_group (tenant_id, user_group_id);
select tenant_table('shift_user_group', 'write');
select identity_access('shift_user_group', 'select');
select audited('shift_user_group');

create table shift_membership (
  tenant_id uuid not null,
  shift_id uuid not null,
  membership_id uuid not null,
  primary key (tenant_id, shift_id, membership_id),
  foreign key (tenant_id, shift_id) references shift (tenant_id, id) on delete cascade,
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
create index shift_membership_by_member on shift_membership (tenant_id, membership_id);
select tenant_table('shift_membership', 'write');
select identity_access('shift_membership', 'select');
select audited('shift_membership');

-- Some more minutes for one person, given by an administrator.
create table access_extension (
  tenant_id uuid not null,
  membership_id uuid not null,
  until timestamptz not null,
  primary key (tenant_id, membership_id),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
select tenant_table('access_extension', 'write');
select identity_access('access_extension', 'select');
select audited('access_extension');

-- The hours of a member: the calendars that bind them, and until when they were given more. Null: no hours bind them. Whoever
-- is the only administrator that can come in is never shut out.
create function access_hours(of_tenant uuid, member uuid) returns jsonb
  language sql stable
  return (
    select jsonb_build_object(
      'shifts', jsonb_agg(jsonb_build_object('ranges', s.ranges, 'holidays', s.holidays)),
      'extended_until', (select e.until from access_extension e where e.tenant_id = of_tenant and e.membership_id = member))
    from shift s
    where s.tenant_id = of_tenant and s.active
      and (exists (select from shift_membership b where b.tenant_id = of_tenant and b.shift_id = s.id and b.membership_id = member)
        or exists (select from shift_user_group b join user_group_member g on g.tenant_id = b.tenant_id and g.group_id = b.user_group_id
          where b.tenant_id = of_tenant and b.shift_id = s.id and g.membership_id = member
            and (g.ends_on is null or g.ends_on >= unit_today(of_tenant))))
      and not exists (select from membership m where m.tenant_id = of_tenant and m.id = member and m.role = 'admin' and not exists (
        select from membership o where o.tenant_id = of_tenant and o.id <> member and o.role = 'admin' and o.state = 'A'))
    having count(*) > 0
  );
grant execute on function access_hours to portal_app, portal_partner, portal_identity;
