-- What a unit keeps about its people besides who they are, custom fields, and the rules that no road may go around.

alter table membership
  add column picture_id uuid,
  add column ignore_auto_block boolean not null default false,
  -- Days in the unit's own time zone; they take effect at 00:00.
  add column block_on date,
  add column delete_on date,
  add column deactivated_on date,
  -- Values of custom fields by the field's id.
  add column custom jsonb not null default '{}',
  -- Written by a trigger, so that lists are sorted and searched by one table and its indexes.
  add column name_sort text not null default '',
  add column search text not null default '',
  add foreign key (tenant_id, picture_id) references file (tenant_id, id) on delete set null (picture_id),
  add check (delete_on is null or block_on is null or delete_on > block_on);

-- null: never.
alter table tenant_setting add column auto_block_days integer check (auto_block_days between 30 and 365);

create table custom_field (
  tenant_id uuid not null references tenant on delete cascade,
  -- A global field has the same id in every unit of its partner.
  id uuid not null,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  type text not null check (type in ('text', 'number', 'date', 'select', 'checkbox', 'radio')),
  options text[] not null default '{}',
  required boolean not null default false,
  searchable boolean not null default false,
  in_registration boolean not null default false,
  is_global boolean not null default false,
  active boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name_key)
);
select tenant_table('custom_field', 'write');
select audited('custom_field');

-- Lists: by name, by age (ids are ordered by time), by words.
create index membership_by_name on membership (tenant_id, name_sort, id);
create index membership_due on membership (tenant_id) where block_on is not null or delete_on is not null or deactivated_on is not null;
create index membership_search on membership using gin (tenant_id, search gin_trgm_ops);
create index membership_by_picture on membership (tenant_id, picture_id) where picture_id is not null;
create index membership_seats on membership (tenant_id, state);
-- Not forced: the search function runs as the owner, because LIKE cannot use an index under the policy.
alter table membership no force row level security;

-- The definer functions below run as the owner and read what concerns a single person.
select table_access('person', 'portal_owner', 'select', 'true');
select table_access('staff', 'portal_owner', 'select', 'true');
select table_access('tenant', 'portal_owner', 'select', 'true');
select table_access('custom_field', 'portal_owner', 'select, insert', 'true');

-- The text that a membership is found by: name, e-mail, phone, department, and the custom fields that are searchable.
create function membership_words() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  who record;
begin
  select p.name, p.email, p.phone into who from person p where p.id = new.person_id;
  new.name_sort := search_text(who.name);
  new.search := search_text(concat_ws(' ', who.name, who.email, who.phone, new.department, (
    select string_agg(new.custom ->> f.id::text, ' ') from custom_field f
    where f.tenant_id = new.tenant_id and f.searchable and new.custom ? f.id::text
  )));
  return new;
end
$$;
create trigger words before insert or update of person_id, department, custom, search on membership for each row execute function membership_words();

create function person_words() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  update membership set search = '' where person_id = new.id;
  return null;
end
$$;
create trigger words after update of name, email, phone on person for each row
  when (new.name <> old.name or new.email <> old.email or new.phone is distinct from old.phone) execute function person_words();

update membership set search = '';

create function search_membership(words text) returns setof uuid
  language plpgsql stable security definer
  set search_path = public, pg_temp
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  patterns text[] := search_patterns(words);
begin
  if length(patterns[1]) >= 5 then
    return query
      select m.id from membership m
      where m.tenant_id = tenant and m.search like patterns[1] and m.search like all (patterns[2:]);
  else
    -- One or two letters are no trigram: the index would be read from end to end.
    return query select m.id from membership m where m.tenant_id = tenant and m.search || '' like all (patterns);
  end if;
end
$$;
grant execute on function search_membership to portal_app;

-- Nobody in a unit becomes more than it has seats, and no unit loses its last administrator, by whatever road.
-- Active and blocked people have a seat. One such change at a time for each unit.
create function guard_membership() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    for touched in select tenant_id, count(*) as more, 0 as fewer_admins from changed where state in ('A', 'B') group by tenant_id loop
      perform guard_seats(touched.tenant_id);
    end loop;
  else
    for touched in
      select o.tenant_id,
        count(*) filter (where o.state not in ('A', 'B') and n.state in ('A', 'B')) as more,
        count(*) filter (where o.role = 'admin' and o.state = 'A' and not (n.role = 'admin' and n.state = 'A')) as fewer_admins
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

create function guard_seats(unit uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('seats ' || unit, 0));
  if (select count(*) from membership where tenant_id = unit and state in ('A', 'B')) > (select user_limit from tenant where id = unit) then
    raise exception 'the unit has no seat left' using errcode = 'VT001';
  end if;
end
$$;

create function guard_admins(unit uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('admins ' || unit, 0));
  if not exists (
    select from membership m join person p on p.id = m.person_id
    where m.tenant_id = unit and m.role = 'admin' and m.state = 'A' and p.auth_method = 'password'
  ) then
    raise exception 'the unit would have no administrator left' using errcode = 'VT002';
  end if;
end
$$;
create trigger guard_insert after insert on membership referencing new table as changed
  for each statement when (current_user like 'portal\_%') execute function guard_membership();
create trigger guard_update after update on membership referencing old table as former new table as changed
  for each statement when (current_user like 'portal\_%') execute function guard_membership();

-- A unit makes accounts, and changes who somebody is only where that is nobody else's matter: the person belongs to no
-- other unit (or to units of the partner who is at work) and is no staff. So no administrator can take an account over
-- that opens another unit.
create function person_is_ours(who uuid) returns boolean
  language sql stable security definer
  set search_path = public, pg_temp
as $$
  select not exists (select from staff s where s.person_id = who) and not exists (
    select from membership m join tenant t on t.id = m.tenant_id
    where m.person_id = who and m.state <> 'D'
      and m.tenant_id <> nullif(current_setting('app.tenant_id', true), '')::uuid
      and not exists (
        select from staff s
        where s.person_id = public.app_setting('person_id')::uuid and s.role = 'master' and s.state = 'A' and s.partner_id = t.partner_id
      )
  )
$$;
grant execute on function person_is_ours to portal_app;

create policy new_people on person for insert to portal_app with check (true);
create policy own_people on person for update to portal_app
  using (exists (select from membership m where m.person_id = person.id) and person_is_ours(id)) with check (true);
grant insert (id, email, name, phone, language, password_hash, password_changed_at, must_change_password) on person to portal_app;
grant update (email, name, phone, language, version) on person to portal_app;
grant select (auth_method, version) on person to portal_app;

select table_access('unit_use', 'portal_app', 'select', 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)');

-- A new unit has the global fields of its partner from the first moment.
create function global_fields() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  insert into custom_field (tenant_id, id, name, type, options, required, searchable, in_registration, is_global, active, position)
  select distinct on (f.id) new.id, f.id, f.name, f.type, f.options, f.required, f.searchable, f.in_registration, true, f.active, f.position
  from custom_field f join tenant t on t.id = f.tenant_id
  where t.partner_id = new.partner_id and f.is_global;
  return null;
end
$$;
create trigger global_fields after insert on tenant for each row when (new.partner_id is not null) execute function global_fields();
