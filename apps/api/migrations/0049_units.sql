-- What a business unit is from its making to its end: its name on the internet, its limits within the contract, its trial.

-- How a subdomain looks to somebody who reads quickly: o and 0, l, i and 1, m and rn, w and vv are the same, and
-- hyphens are overlooked. Only these characters are possible in one, so no other alphabet comes into it.
create function subdomain_look(subdomain text) returns text
  language sql immutable strict parallel safe
  return translate(replace(replace(subdomain, 'rn', 'm'), 'vv', 'w'), '01i-', 'oll');
grant execute on function subdomain_look to portal_app, portal_partner, portal_operator, portal_identity;

alter table tenant
  -- Written by a trigger; null for an older unit that looks like another one.
  add column subdomain_look text unique,
  -- Where people come who sign in by the cloud for the first time, and who register on a host of the partner.
  add column default_for_cloud boolean not null default false,
  add column default_for_registration boolean not null default false,
  -- What a closed unit is again when it is reopened, and since when it is closed.
  add column reopens_as text check (reopens_as in ('trial', 'active')),
  add column closed_at timestamptz,
  -- Its rows are being removed; nobody reaches it any more.
  add column erasing_since timestamptz,
  add check (erasing_since is null or not is_operator_tenant);
update tenant t set subdomain_look = subdomain_look(subdomain)
where subdomain is not null
  and not exists (select from tenant o where subdomain_look(o.subdomain) = subdomain_look(t.subdomain) and o.id < t.id);
update tenant set closed_at = now(), reopens_as = 'active' where state = 'closed';

create function keep_subdomain_look() returns trigger
  language plpgsql
as $$
begin
  new.subdomain_look := public.subdomain_look(new.subdomain);
  return new;
end
$$;
create trigger look before insert or update of subdomain on tenant for each row execute function keep_subdomain_look();

create unique index tenant_default_for_cloud on tenant (partner_id) where default_for_cloud;
create unique index tenant_default_for_registration on tenant (partner_id) where default_for_registration;
-- The list of a partner, which may have thousands.
create index tenant_by_name on tenant (partner_id, search_text(name), id);
create index tenant_by_trial on tenant (trial_ends_on) where state = 'trial';
create index tenant_by_closing on tenant (closed_at) where closed_at is not null;

-- A partner makes its units, says what they may do, and closes them.
create policy new_units on tenant for insert to portal_partner
  with check (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
grant insert (id, partner_id, client_id, name, subdomain, state, trial_ends_on, user_limit, allow_registering_reports,
  only_own_accounts, self_registration) on tenant to portal_partner;
grant update (name, subdomain, client_id, user_limit, state, trial_ends_on, default_for_cloud, default_for_registration,
  reopens_as, closed_at) on tenant to portal_partner;
-- A new unit has its own host at once.
create policy hosts_of_units on domain for insert to portal_partner with check (tenant_id = any ((select partner_tenants())::uuid[]));
create policy hosts_of_units_seen on domain for select to portal_partner using (tenant_id = any ((select partner_tenants())::uuid[]));
create policy hosts_of_units_removed on domain for delete to portal_partner using (tenant_id = any ((select partner_tenants())::uuid[]));
grant select, insert (host, tenant_id), delete on domain to portal_partner;
-- The first administrator is an account that the partner makes, as an administrator makes the accounts of people.
create policy new_people_of_partner on person for insert to portal_partner with check (true);
grant insert (id, email, name, phone, language) on person to portal_partner;

-- A partner has no more units, and its units no more people together, than its contract says: one change at a time for each partner.
create function guard_contract() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  agreed record;
  units bigint;
  people bigint;
begin
  if new.partner_id is null or new.state = 'closed' then
    return null;
  end if;
  if tg_op = 'UPDATE' and old.state <> 'closed' and new.user_limit <= old.user_limit then
    return null;
  end if;
  select unit_limit, user_limit into agreed from partner where id = new.partner_id for no key update;
  select count(*), sum(user_limit) into units, people from tenant where partner_id = new.partner_id and state <> 'closed';
  if units > agreed.unit_limit and (tg_op = 'INSERT' or old.state = 'closed') then
    raise exception 'the partner has as many units as its contract allows' using errcode = 'VT004';
  end if;
  if people > agreed.user_limit then
    raise exception 'the units of the partner have more people than its contract allows' using errcode = 'VT005';
  end if;
  return null;
end
$$;
create trigger guard_insert after insert on tenant
  for each row when (current_user like 'portal\_%') execute function guard_contract();
create trigger guard_update after update of user_limit, state on tenant
  for each row when (current_user like 'portal\_%') execute function guard_contract();

-- A contract is not made smaller than what its units have.
create function guard_partner() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if new.unit_limit < (select count(*) from tenant where partner_id = new.id and state <> 'closed')
    and (old.unit_limit is null or new.unit_limit < old.unit_limit) then
    raise exception 'the partner has more units' using errcode = 'VT004';
  end if;
  if new.user_limit < (select sum(user_limit) from tenant where partner_id = new.id and state <> 'closed')
    and (old.user_limit is null or new.user_limit < old.user_limit) then
    raise exception 'the units of the partner have more people' using errcode = 'VT005';
  end if;
  return null;
end
$$;
create trigger guard_update after update of unit_limit, user_limit on partner
  for each row when (current_user like 'portal\_%') execute function guard_partner();

-- The units of a client have no more people together than the client has agreed to; who is in several counts once.
select table_access('client', 'portal_owner', 'select, update', 'true');
create or replace function guard_seats(unit uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  signed record;
begin
  if (select used from unit_seats where tenant_id = unit) > (select user_limit from tenant where id = unit) then
    raise exception 'the unit has no seat left' using errcode = 'VT001';
  end if;
  select c.id into signed from tenant t join client c on c.id = t.client_id where t.id = unit and c.user_limit is not null;
  if signed.id is null then
    return;
  end if;
  select c.id, c.user_limit into signed from client c where c.id = signed.id for no key update;
  if (select sum(s.used) from tenant t join unit_seats s on s.tenant_id = t.id where t.client_id = signed.id) > signed.user_limit
    and (select count(distinct m.person_id) from tenant t join membership m on m.tenant_id = t.id
      where t.client_id = signed.id and m.state in ('active', 'blocked')) > signed.user_limit
  then
    raise exception 'the units of the client have no seat left' using errcode = 'VT006';
  end if;
end
$$;

-- Seats that are left until the end of this transaction, by the unit's limit and by that of its client.
create or replace function free_seats() returns integer
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  unit uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  taken integer;
  signed record;
begin
  select used into taken from unit_seats where tenant_id = unit for update;
  select c.id, c.user_limit into signed from tenant t join client c on c.id = t.client_id where t.id = unit and c.user_limit is not null;
  if signed.id is null then
    return (select user_limit from tenant where id = unit) - taken;
  end if;
  perform from client where id = signed.id for no key update;
  return (
    select least(t.user_limit - taken, signed.user_limit - (
      select count(distinct m.person_id) from tenant o join membership m on m.tenant_id = o.id
      where o.client_id = signed.id and m.state in ('active', 'blocked')))
    from tenant t where t.id = unit
  );
end
$$;
