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
create table shift_user_group (
  tenant_id uuid not null,
  shift_id uuid not null,
  user_group_id uuid not null,
  primary key (tenant_id, shift_id, user_group_id),
  foreign key (tenant_id, shift_id) references shift (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_group_id) references user_group (tenant_id, id) on delete cascade
);
create index shift_user_group_by_group on shift_user_group (tenant_id, user_group_id);
create table shift_membership (
  tenant_id uuid not null,
  shift_id uuid not null,
  membership_id uuid not null,
  primary key (tenant_id, shift_id, membership_id),
  foreign key (tenant_id, shift_id) references shift (tenant_id, id) on delete cascade,
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
create index shift_membership_by_member on shift_membership (tenant_id, membership_id);
-- Some more minutes for one person, given by an administrator.
create table access_extension (
  tenant_id uuid not null,
  membership_id uuid not null,
  until timestamptz not null,
  primary key (tenant_id, membership_id),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
do $$
declare
  name text;
begin
  foreach name in array array['shift', 'shift_user_group', 'shift_membership', 'access_extension'] loop
    perform tenant_table(name::regclass, 'write');
    perform audited(name::regclass);
    perform identity_access(name::regclass, 'select');
  end loop;
end $$;

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
          where b.tenant_id = of_tenant and b.shift_id = s.id and g.membership_id = member and coalesce(g.ends_on >= current_date, true)))
      and not exists (select from membership m where m.tenant_id = of_tenant and m.id = member and m.role = 'admin' and not exists (
        select from membership o where o.tenant_id = of_tenant and o.id <> member and o.role = 'admin' and o.state = 'A'))
    having count(*) > 0
  );
grant execute on function access_hours to portal_app, portal_partner, portal_identity;

-- A rehearsal judges the sign-ins of the last weeks, and an audit log is mostly something else.
create index audit_log_sign_ins on audit_log (tenant_id, at) where action = 'session.sign_in';
