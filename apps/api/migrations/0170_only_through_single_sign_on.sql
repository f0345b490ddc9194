-- A unit takes no password of people whose address is of one of these domains: they come in by a directory or app of the unit.
alter table tenant_setting add column password_off_domains text[] not null default '{}';
-- An administrator who keeps the password all the same, for the day on which the provider does not answer.
alter table membership add column keeps_password boolean not null default false;

-- Whether a unit takes no password of this member.
create function passwords_off(unit uuid, address text, role text, keeps boolean) returns boolean
  language sql stable
  return not (role = 'admin' and keeps) and exists (
    select from tenant_setting s where s.tenant_id = unit and split_part(address, '@', 2) = any (s.password_off_domains)
  );
revoke execute on function passwords_off from public;
grant execute on function passwords_off to portal_app, portal_identity;

-- Where passwords are off for some, the administrator who stays is one who has a password and may come in with it.
create or replace function guard_admins(unit uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  some_off boolean := coalesce((select cardinality(password_off_domains) > 0 from tenant_setting where tenant_id = unit), false);
begin
  perform pg_advisory_xact_lock(hashtextextended('admins ' || unit, 0));
  if not exists (
    select from membership m join person p on p.id = m.person_id
    where m.tenant_id = unit and m.role = 'admin' and m.state = 'active' and p.auth_method = 'password'
      and (not some_off or p.password_hash is not null and not passwords_off(unit, p.email, m.role, m.keeps_password))
  ) then
    if some_off then
      raise exception 'the unit would have no administrator left who comes in with a password' using errcode = 'VT017';
    end if;
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
        count(*) filter (where o.role = 'admin' and o.state = 'active'
          and not (n.role = 'admin' and n.state = 'active' and n.keeps_password >= o.keeps_password)) as fewer_admins
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

create function guard_password_domains() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform guard_admins(new.tenant_id);
  return null;
end
$$;
create trigger guard_password_domains after update of password_off_domains on tenant_setting for each row
  when (current_user like 'portal\_%' and not new.password_off_domains <@ old.password_off_domains)
  execute function guard_password_domains();
create trigger guard_password_domains_insert after insert on tenant_setting for each row
  when (current_user like 'portal\_%' and new.password_off_domains <> '{}')
  execute function guard_password_domains();

-- Another address, another way in, or no password any more: the account may have been the last one of a unit.
create function guard_way_of_admins() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  place record;
begin
  for place in
    select m.tenant_id from membership m
    where m.person_id = new.id and m.role = 'admin' and m.state = 'active' and old.auth_method = 'password'
      and (new.auth_method <> 'password'
        or exists (select from tenant_setting s where s.tenant_id = m.tenant_id and s.password_off_domains <> '{}')
          and old.password_hash is not null and not passwords_off(m.tenant_id, old.email, m.role, m.keeps_password))
    order by m.tenant_id
  loop
    perform guard_admins(place.tenant_id);
  end loop;
  return null;
end
$$;
create trigger guard_way_of_admins after update of email, auth_method, password_hash on person for each row
  when (current_user like 'portal\_%' and (new.email <> old.email or new.auth_method <> old.auth_method
    or new.password_hash is null and old.password_hash is not null))
  execute function guard_way_of_admins();
