-- States of people have names; the letters of the wire stand in the contract's wire.ts.

create function pg_temp.named(letter text) returns text language sql immutable return (
  case letter when 'A' then 'active' when 'I' then 'inactive' when 'B' then 'blocked' when 'D' then 'deactivated' end
);

drop index membership_departments;
alter table membership disable trigger user, drop constraint membership_state_check;
alter table staff no force row level security, disable trigger user, drop constraint staff_state_check;
-- Nobody changed a person, so the audit log says nothing.
update membership set state = pg_temp.named(state);
update staff set state = pg_temp.named(state);
alter table membership enable trigger user,
  -- On trial is told of active people whose unit is on trial; it is not stored.
  alter column state set default 'active',
  add check (state in ('active', 'inactive', 'blocked', 'deactivated'));
alter table staff force row level security, enable trigger user,
  alter column state set default 'active',
  add check (state in ('active', 'inactive', 'blocked', 'deactivated'));
create index membership_departments on membership (tenant_id, department) where department <> '' and state <> 'deactivated';

-- In the order of the units, so that two changes that concern several never wait for each other.
create or replace function count_seats() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  case tg_op
    when 'INSERT' then
      perform add_seats(tenant_id, n) from (
        select tenant_id, count(*)::int as n from changed where state in ('active', 'blocked') group by tenant_id order by tenant_id) as c;
    when 'DELETE' then
      perform add_seats(tenant_id, -n) from (
        select tenant_id, count(*)::int as n from former where state in ('active', 'blocked') group by tenant_id order by tenant_id) as c;
    else
      perform add_seats(tenant_id, n) from (
        select tenant_id, sum((n.state in ('active', 'blocked'))::int - (o.state in ('active', 'blocked'))::int)::int as n
        from former o join changed n using (tenant_id, id) where o.state <> n.state group by tenant_id order by tenant_id) as c
      where n <> 0;
  end case;
  return null;
end
$$;

create or replace function guard_admins(unit uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('admins ' || unit, 0));
  if not exists (
    select from membership m join person p on p.id = m.person_id
    where m.tenant_id = unit and m.role = 'admin' and m.state = 'active' and p.auth_method = 'password'
  ) then
    raise exception 'the unit would have no administrator left' using errcode = 'VT002';
  end if;
end
$$;

create or replace function guard_membership() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    for touched in select tenant_id, count(*) as more, 0 as fewer_admins from changed where state in ('active', 'blocked') group by tenant_id loop
      perform guard_seats(touched.tenant_id);
    end loop;
  else
    for touched in
      select o.tenant_id,
        count(*) filter (where o.state not in ('active', 'blocked') and n.state in ('active', 'blocked')) as more,
        count(*) filter (where o.role = 'admin' and o.state = 'active' and not (n.role = 'admin' and n.state = 'active')) as fewer_admins
      from former o join changed n using (tenant_id, id) group by o.tenant_id
    loop
      if touched.more > 0 then
        perform guard_seats(touched.tenant_id);
      end if;
      if touched.fewer_admins > 0 then
        perform guard_admins(touched.tenant_id);
      end if;
    end loop;
  end if;
  return null;
end
$$;

-- A unit makes accounts, and changes who somebody is only where that is nobody else's matter: the person belongs to no
-- other unit (or to units of the partner who is at work) and is no staff. So no administrator can take an account over
-- that opens another unit.
create or replace function person_is_ours(who uuid) returns boolean
  language sql stable security definer
  set search_path = public, pg_temp
as $$
  select not exists (select from staff s where s.person_id = who) and not exists (
    select from membership m join tenant t on t.id = m.tenant_id
    where m.person_id = who and m.state <> 'deactivated'
      and m.tenant_id <> nullif(current_setting('app.tenant_id', true), '')::uuid
      and not exists (
        select from staff s
        where s.person_id = public.app_setting('person_id')::uuid and s.role = 'partner' and s.state = 'active' and s.partner_id = t.partner_id
      )
  )
$$;

-- The hours of a member: the calendars that bind them, and until when they were given more. Null: no hours bind them. Whoever
-- is the only administrator that can come in is never shut out.
create or replace function access_hours(of_tenant uuid, member uuid) returns jsonb
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
        select from membership o where o.tenant_id = of_tenant and o.id <> member and o.role = 'admin' and o.state = 'active'))
    having count(*) > 0
  );

-- The log keeps that something was changed, under the key; who that was it forgets when the person is erased: also under
-- which name reports were opened and assigned, and what they wrote.
create or replace function forget_in_log(who uuid, belonging uuid, everywhere boolean) returns void
  language plpgsql volatile security definer
  set search_path = public, pg_temp
as $$
declare
  unit uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  identity text[] := array['name', 'email', 'phone', 'department', 'custom', 'name_sort', 'search'];
  opened text[] := array['identity', 'as'];
  assigned text[] := array['filters', 'rls_username'];
  asked text[] := array['reason', 'answer'];
  reported text[] := array['description', 'details'];
begin
  if not exists (select from membership m where m.tenant_id = unit and m.id = belonging and m.person_id = who and m.state = 'deactivated') then
    return;
  end if;
  update audit_log set before = audit_masked(before, identity), after = audit_masked(after, identity)
  where (object_type = 'person' and object_id = who::text or object_type = 'membership' and object_id = belonging::text)
    -- What people change about their own account stands in no unit's log.
    and (tenant_id = unit or everywhere and tenant_id is null and person_is_ours(who));
  update audit_log set before = audit_masked(before, opened), after = audit_masked(after, opened)
  where tenant_id = unit and person_id = who and object_type = 'report';
  update audit_log set before = audit_masked(before, assigned), after = audit_masked(after, assigned)
  where tenant_id = unit and object_type = 'report_grant' and coalesce(after, before) ->> 'membership_id' = belonging::text;
  -- A change names only what changed: a request is known by whoever made it, a problem by whoever reported it.
  update audit_log set before = audit_masked(before, asked), after = audit_masked(after, asked)
  where tenant_id = unit and object_type = 'catalogue_request' and object_id in (
    select own.object_id from audit_log own
    where own.tenant_id = unit and own.person_id = who and own.object_type = 'catalogue_request' and own.action = 'catalogue_request.add');
  update audit_log set before = audit_masked(before, reported), after = audit_masked(after, reported)
  where tenant_id = unit and object_type = 'report_problem' and object_id in (
    select own.object_id from audit_log own
    where own.tenant_id = unit and own.object_type = 'report_problem' and own.after ->> 'person_id' = who::text);
end
$$;
