-- Units with a hundred thousand people: nothing that happens on a request reads all of them.

-- Hours of access, the last administrator, and whom to tell: a handful of rows among many.
create index membership_administrators on membership (tenant_id, id) where role = 'admin' and state = 'A';
create index membership_departments on membership (tenant_id, department) where department <> '' and state <> 'D';

-- Seats that are taken, counted along with every change of a membership: the row is also what concurrent changes wait for.
create table unit_seats (
  tenant_id uuid primary key references tenant on delete cascade,
  used integer not null default 0 check (used >= 0)
);
select table_access('unit_seats', 'portal_app', 'select', 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)');
select table_access('unit_seats', 'portal_partner', 'select', 'tenant_id = any ((select public.partner_tenants())::uuid[])');
select identity_access('unit_seats', 'select');
-- Not forced: the functions below count as the owner.
alter table unit_seats no force row level security;

alter table tenant no force row level security;
insert into unit_seats (tenant_id, used)
select t.id, (select count(*) from membership m where m.tenant_id = t.id and m.state in ('A', 'B')) from tenant t;
alter table tenant force row level security;

create function begin_seats() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  insert into unit_seats (tenant_id) values (new.id);
  return null;
end
$$;
create trigger seats after insert on tenant for each row execute function begin_seats();

create function add_seats(unit uuid, more integer) returns void
  language sql security definer
  set search_path = public, pg_temp
as $$
  insert into unit_seats (tenant_id, used) select unit, more where more > 0
  on conflict (tenant_id) do update set used = unit_seats.used + excluded.used;
  update unit_seats set used = used + more where tenant_id = unit and more < 0;
$$;

-- In the order of the units, so that two changes that concern several never wait for each other.
create function count_seats() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  case tg_op
    when 'INSERT' then
      perform add_seats(tenant_id, n) from (
        select tenant_id, count(*)::int as n from changed where state in ('A', 'B') group by tenant_id order by tenant_id) as c;
    when 'DELETE' then
      perform add_seats(tenant_id, -n) from (
        select tenant_id, count(*)::int as n from former where state in ('A', 'B') group by tenant_id order by tenant_id) as c;
    else
      perform add_seats(tenant_id, n) from (
        select tenant_id, sum((n.state in ('A', 'B'))::int - (o.state in ('A', 'B'))::int)::int as n
        from former o join changed n using (tenant_id, id) where o.state <> n.state group by tenant_id order by tenant_id) as c
      where n <> 0;
  end case;
  return null;
end
$$;
-- Their names come before those of the guards, which look at what was counted.
create trigger count_insert after insert on membership referencing new table as changed for each statement execute function count_seats();
create trigger count_update after update on membership referencing old table as former new table as changed
  for each statement execute function count_seats();
create trigger count_delete after delete on membership referencing old table as former for each statement execute function count_seats();

create or replace function guard_seats(unit uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if (select used from unit_seats where tenant_id = unit) > (select user_limit from tenant where id = unit) then
    raise exception 'the unit has no seat left' using errcode = 'VT001';
  end if;
end
$$;

-- Seats that are left until the end of this transaction: everybody else who adds people waits for it.
create function free_seats() returns integer
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  unit uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  taken integer;
begin
  select used into taken from unit_seats where tenant_id = unit for update;
  return (select user_limit from tenant where id = unit) - taken;
end
$$;
grant execute on function free_seats to portal_app;

-- What somebody is found by changes with few changes of a membership.
create or replace function membership_words() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  who record;
begin
  if tg_op = 'UPDATE' and new.search <> ''
    and (new.person_id, new.department, new.custom) is not distinct from (old.person_id, old.department, old.custom)
  then
    return new;
  end if;
  select p.name, p.email, p.phone into who from person p where p.id = new.person_id;
  new.name_sort := search_text(who.name);
  new.search := search_text(concat_ws(' ', who.name, who.email, who.phone, new.department, (
    select string_agg(new.custom ->> f.id::text, ' ') from custom_field f
    where f.tenant_id = new.tenant_id and f.searchable and new.custom ? f.id::text
  )));
  return new;
end
$$;

-- The words of a text, each marked with the unit: in an index by their beginnings each unit's stand together.
create function unit_words(unit uuid, content text) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(string_to_array(
    substr(md5(unit::text), 1, 8) || regexp_replace(content, '[^[:alnum:]]+', ' ' || substr(md5(unit::text), 1, 8), 'g'), ' '));
grant execute on function unit_words to portal_app, portal_partner, portal_operator, portal_identity;
create index membership_words on membership using gin (unit_words(tenant_id, search));

-- The words of a search without what stands between them.
create function search_parts(words text) returns text[]
  language sql immutable strict parallel safe
as $$ select coalesce(array_agg(distinct part), '{}') from regexp_split_to_table(search_text(words), '[^[:alnum:]]+') as part where part <> '' $$;
grant execute on function search_parts to portal_app;

-- The people of the unit of whom the search holds the beginnings of words; when there is nobody, those who hold its words
-- anywhere. No more than `most` of them: what is more than that is found sooner by walking the list.
drop function search_membership(text);
create function search_membership(words text, most integer) returns table (id uuid, beginnings boolean)
  language plpgsql stable security definer
  set search_path = public, pg_temp
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  patterns text[] := search_patterns(words);
  begin_so tsquery := (
    select string_agg(quote_literal(substr(md5(tenant::text), 1, 8) || part) || ':*', ' & ') from unnest(search_parts(words)) as part);
begin
  return query
    -- Apart, so that the index of words is read alone: one of all the unit's rows beside it would cost more than it saves.
    with hit as materialized (select m.tenant_id, m.id, m.search from membership m where unit_words(m.tenant_id, m.search) @@ begin_so)
    select h.id, true from hit h where h.tenant_id = tenant and h.search like all (patterns) limit most;
  if found then
    return;
  end if;
  if length(patterns[1]) >= 5 then
    return query
      select m.id, false from membership m
      where m.tenant_id = tenant and m.search like patterns[1] and m.search like all (patterns[2:]) limit most;
  else
    -- One or two letters are no trigram: the index would be read from end to end.
    return query select m.id, false from membership m where m.tenant_id = tenant and m.search || '' like all (patterns) limit most;
  end if;
end
$$;
grant execute on function search_membership to portal_app;
