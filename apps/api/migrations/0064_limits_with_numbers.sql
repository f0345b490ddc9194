-- Whoever is refused at a limit is told its number: the guards say how many there would be, and how many there may be. And a unit that
-- comes to a client comes with its people, who count at once.

create function refuse_at_limit(code text, wanted bigint, agreed bigint) returns void
  language plpgsql
as $$
begin
  raise exception 'a limit is reached'
    using errcode = code, detail = json_build_object('wanted', wanted, 'limit', agreed)::text;
end
$$;

-- One change at a time for each client, because this waits for its row. Who is in several units of the client counts once.
create function guard_client_seats(signed_by uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  agreed integer;
  people bigint;
begin
  if (select user_limit from client where id = signed_by) is null then
    return;
  end if;
  select user_limit into agreed from client where id = signed_by for no key update;
  -- The sum of the seats is quick; only where it is too much, people are looked at one by one.
  if (select sum(s.used) from tenant t join unit_seats s on s.tenant_id = t.id where t.client_id = signed_by) > agreed then
    select count(distinct m.person_id) into people from tenant t join membership m on m.tenant_id = t.id
    where t.client_id = signed_by and m.state in ('active', 'blocked');
    if people > agreed then
      perform refuse_at_limit('VT006', people, agreed);
    end if;
  end if;
end
$$;

create or replace function guard_seats(unit uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  taken bigint := (select used from unit_seats where tenant_id = unit);
  agreed bigint := (select user_limit from tenant where id = unit);
begin
  if taken > agreed then
    perform refuse_at_limit('VT001', taken, agreed);
  end if;
  perform guard_client_seats((select client_id from tenant where id = unit));
end
$$;

-- Whoever adds people to the unit in the same moment holds its count, or finds the client when it is their turn.
create function guard_unit_of_client() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform from unit_seats where tenant_id = new.id for update;
  perform guard_client_seats(new.client_id);
  return null;
end
$$;
create trigger guard_client after update of client_id on tenant for each row
  when (new.client_id is not null and new.client_id is distinct from old.client_id and current_user like 'portal\_%')
  execute function guard_unit_of_client();

create or replace function guard_contract() returns trigger
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
    perform refuse_at_limit('VT004', units, agreed.unit_limit);
  end if;
  if people > agreed.user_limit then
    perform refuse_at_limit('VT005', people, agreed.user_limit);
  end if;
  return null;
end
$$;

create or replace function guard_partner() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  units bigint;
  people bigint;
begin
  select count(*), sum(user_limit) into units, people from tenant where partner_id = new.id and state <> 'closed';
  if new.unit_limit < units and (old.unit_limit is null or new.unit_limit < old.unit_limit) then
    perform refuse_at_limit('VT004', units, new.unit_limit);
  end if;
  if new.user_limit < people and (old.user_limit is null or new.user_limit < old.user_limit) then
    perform refuse_at_limit('VT005', people, new.user_limit);
  end if;
  return null;
end
$$;

-- Whether the unit can take nobody more, for those who are not let in to look: its own limit, or that of its client.
create function unit_is_full(unit uuid) returns boolean
  language sql stable security definer
  set search_path = public, pg_temp
as $$
  select s.used >= t.user_limit or coalesce((
    select count(distinct m.person_id) >= c.user_limit from client c, tenant o join membership m on m.tenant_id = o.id
    where c.id = t.client_id and c.user_limit is not null and o.client_id = c.id and m.state in ('active', 'blocked')
    group by c.user_limit), false)
  from tenant t join unit_seats s on s.tenant_id = t.id where t.id = unit
$$;
grant execute on function unit_is_full to portal_identity;
