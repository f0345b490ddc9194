-- When somebody was erased: after a restore it is seen who is here again. Whoever joins anew keeps the moment.
alter table membership add column erased_at timestamptz;

-- Whether the unit keeps an administrator who comes in, without one of its people: asked before somebody is erased, and by the guard.
create function admins_refusal(unit uuid, without uuid) returns text
  language plpgsql stable
  set search_path = public, pg_temp
as $$
declare
  some_off boolean := coalesce((select cardinality(password_off_domains) > 0 from tenant_setting where tenant_id = unit), false);
begin
  if exists (
    select from membership m join person p on p.id = m.person_id
    where m.tenant_id = unit and m.id is distinct from without and m.role = 'admin' and m.state = 'active' and p.auth_method = 'password'
      and (not some_off or p.password_hash is not null and not passwords_off(unit, p.email, m.role, m.keeps_password))
  ) then
    return null;
  end if;
  return case when some_off then 'last_password_admin' else 'last_admin' end;
end
$$;

create or replace function guard_admins(unit uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('admins ' || unit, 0));
  case admins_refusal(unit, null)
    when 'last_password_admin' then
      raise exception 'the unit would have no administrator left who comes in with a password' using errcode = 'VT017';
    when 'last_admin' then
      raise exception 'the unit would have no administrator left' using errcode = 'VT002';
    else
      null;
  end case;
end
$$;

-- Why a member of the own unit cannot leave, as the guard would say; null: they can.
create function leaving_refusal(leaving uuid) returns text
  language sql stable security definer
  set search_path = public, pg_temp
as $$
  select admins_refusal(m.tenant_id, m.id) from membership m
  where m.id = leaving and m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and m.role = 'admin' and m.state = 'active'
$$;
grant execute on function leaving_refusal to portal_app;
