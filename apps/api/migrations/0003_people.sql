-- People, what they are in a unit, and the groups and fields that a unit keeps about them.
-- Rights live on the membership, never on the person. A person has one account and as many memberships as needed.

create table person (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  phone text unique,
  language text not null default 'pt-BR' check (language in ('pt-BR', 'en-US', 'es', 'pt-PT')),
  auth_method text not null default 'password' check (auth_method in ('password', 'azure', 'saml')),
  password_hash text,
  password_changed_at timestamptz,
  must_change_password boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
-- Who else sees and changes people stands at the end of this file.
select identity_access('person', 'select, insert, update');
select table_access('person', 'portal_owner', 'select', 'true');
select audited('person', array['password_hash']);

-- People of the operator and of partners: they belong to no unit.
create table staff (
  person_id uuid primary key references person on delete cascade,
  role text not null check (role in ('operator', 'partner')),
  partner_id uuid references partner,
  state text not null default 'A' check (state in ('A', 'I', 'B', 'D')),
  -- They always have a second factor. `waived` is for demonstrations: no endpoint writes it.
  authentication_level text not null default 'required' check (authentication_level in ('required', 'waived')),
  billing_administrator boolean not null default false,
  support_agent boolean not null default false,
  seller boolean not null default false,
  home_page text,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check ((role = 'partner') = (partner_id is not null))
);
select identity_access('staff', 'select, insert, update');
select table_access('staff', 'portal_owner', 'select', 'true');
select audited('staff');

-- What a person is in a unit.
create table membership (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  person_id uuid not null references person,
  role text not null check (role in ('admin', 'user')),
  -- A active, I inactive, B blocked, D deactivated. T (trial) is told from the unit, not stored.
  state text not null default 'A' check (state in ('A', 'I', 'B', 'D')),
  -- inherit: as the unit and the partner say. none: nothing more, unless one of them asks for it. email, app: always, and at least that.
  authentication_level text not null default 'inherit' check (authentication_level in ('inherit', 'none', 'email', 'app')),
  department text,
  picture_id uuid,
  -- Values of custom fields by the field's id.
  custom jsonb not null default '{}',
  support_agent boolean not null default false,
  allow_remote_access boolean not null default false,
  create_notifications boolean not null default false,
  refresh_datasets boolean not null default false,
  -- May switch on the paused capacity of a report that they wait for, where its account lets administrators do so.
  wake_capacities boolean not null default false,
  ip_exempt boolean not null default false,
  ignore_auto_block boolean not null default false,
  -- Days in the unit's own time zone; they take effect at 00:00.
  block_on date,
  delete_on date,
  deactivated_on date,
  home_page text,
  hidden_menu text[] not null default '{}',
  is_default boolean not null default false,
  -- Of whoever registered themselves.
  registered_at timestamptz,
  registration_decided_at timestamptz,
  registration_decided_by uuid,
  -- Written by a trigger, so that lists are sorted and searched by one table and its indexes.
  name_sort text not null default '',
  search text not null default '',
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, person_id),
  foreign key (tenant_id, picture_id) references file (tenant_id, id) on delete set null (picture_id),
  check (delete_on is null or block_on is null or delete_on > block_on)
);
create index membership_by_person on membership (person_id);
create index membership_by_picture on membership (tenant_id, picture_id) where picture_id is not null;
-- Lists: by name, by age (ids are ordered by time), by words.
create index membership_by_name on membership (tenant_id, name_sort, id);
create index membership_search on membership using gin (tenant_id, search gin_trgm_ops);
create index membership_departments on membership (tenant_id, department) where department <> '' and state <> 'D';
create index membership_seats on membership (tenant_id, state);
create index membership_due on membership (tenant_id) where block_on is not null or delete_on is not null or deactivated_on is not null;
create index membership_registering on membership (tenant_id, registered_at) where registered_at is not null and registration_decided_at is null;
-- Who administers, whatever the state: a handful of rows among many. The audit of permissions asks it for every report.
create index membership_administrators on membership (tenant_id, id) where role = 'admin';
-- Not forced: the search function below runs as the owner, because LIKE cannot use an index under the policy.
select tenant_table('membership', 'write', false);
select identity_access('membership', 'select, insert, update');
-- The operator sees contracts and counts, not customers' people: of a membership only where it is and how it stands.
create policy counting on membership for select to portal_operator using (true);
grant select (tenant_id, id, role, state) on membership to portal_operator;
select audited('membership');

create table user_group (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  description text not null default '',
  ends_on date,
  home_page text,
  -- Rights of a person and of their groups add up.
  refresh_datasets boolean not null default false,
  create_notifications boolean not null default false,
  -- Whoever registers becomes a member of this one.
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name_key)
);
create unique index user_group_default on user_group (tenant_id) where is_default;
select tenant_table('user_group', 'write');
-- The session reads rights and start page of the groups with every request.
select identity_access('user_group', 'select');
select audited('user_group');

create table user_group_member (
  tenant_id uuid not null,
  group_id uuid not null,
  membership_id uuid not null,
  own_ends_on date,
  -- What holds: the earlier of the member's own end and the group's. Everybody who asks looks at this one alone.
  ends_on date,
  primary key (tenant_id, group_id, membership_id),
  foreign key (tenant_id, group_id) references user_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
create index user_group_member_by_membership on user_group_member (tenant_id, membership_id);
select tenant_table('user_group_member', 'write');
select identity_access('user_group_member', 'select, insert');
select table_access('user_group_member', 'portal_owner', 'select', 'true');
select audited('user_group_member');

create function member_end() returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    new.own_ends_on := coalesce(new.own_ends_on, new.ends_on);
  end if;
  new.ends_on := least(new.own_ends_on, (select g.ends_on from public.user_group g where g.tenant_id = new.tenant_id and g.id = new.group_id));
  return new;
end
$$;
create trigger member_end before insert or update on user_group_member for each row execute function member_end();

create function group_end() returns trigger
  language plpgsql
as $$
begin
  update public.user_group_member set ends_on = null where tenant_id = new.tenant_id and group_id = new.id;
  return null;
end
$$;
create trigger group_end after update of ends_on on user_group for each row when (new.ends_on is distinct from old.ends_on) execute function group_end();

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
select identity_access('custom_field', 'select');
select table_access('custom_field', 'portal_owner', 'select, insert', 'true');
select audited('custom_field');

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

-- The text that a membership is found by: name, e-mail, phone, department, and the custom fields that are searchable. Few
-- changes of a membership change it, and most people have no values in fields of the unit's own.
create function membership_words() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  who record;
  own text;
begin
  if tg_op = 'UPDATE' and new.search <> ''
    and (new.person_id, new.department, new.custom) is not distinct from (old.person_id, old.department, old.custom)
  then
    return new;
  end if;
  select p.name, p.email, p.phone into who from person p where p.id = new.person_id;
  if new.custom <> '{}' then
    own := (
      select string_agg(new.custom ->> f.id::text, ' ') from custom_field f
      where f.tenant_id = new.tenant_id and f.searchable and new.custom ? f.id::text
    );
  end if;
  new.name_sort := search_text(who.name);
  new.search := search_text(concat_ws(' ', who.name, who.email, who.phone, new.department, own));
  return new;
end
$$;
create trigger words before insert or update of person_id, department, custom, search on membership for each row execute function membership_words();

-- Somebody who gets another name, address or number is found by it in all their units.
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

-- Seats that are taken, counted along with every change of a membership: the row is also what concurrent changes wait for.
-- Active and blocked people have a seat.
create table unit_seats (
  tenant_id uuid primary key references tenant on delete cascade,
  used integer not null default 0 check (used >= 0)
);
-- Not forced: the functions below count as the owner.
alter table unit_seats enable row level security;
select table_access('unit_seats', 'portal_app', 'select', 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)');
select table_access('unit_seats', 'portal_partner', 'select', 'tenant_id = any ((select public.partner_tenants())::uuid[])');
select identity_access('unit_seats', 'select');
-- The operator sees how full a unit is by the count that the unit itself is held to.
select operator_access('unit_seats', 'select');

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

-- Nobody in a unit becomes more than it has seats, and no unit loses its last administrator, by whatever road: one such
-- change at a time for each unit.
create function guard_seats(unit uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if (select used from unit_seats where tenant_id = unit) > (select user_limit from tenant where id = unit) then
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
create trigger guard_insert after insert on membership referencing new table as changed
  for each statement when (current_user like 'portal\_%') execute function guard_membership();
create trigger guard_update after update on membership referencing old table as former new table as changed
  for each statement when (current_user like 'portal\_%') execute function guard_membership();

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
        where s.person_id = public.app_setting('person_id')::uuid and s.role = 'partner' and s.state = 'A' and s.partner_id = t.partner_id
      )
  )
$$;
grant execute on function person_is_ours to portal_app;

-- A unit sees the people who belong to it, makes new ones, and changes those who are its own. A partner sees the people of its units.
create policy people_of_unit on person for select to portal_app
  using (exists (select 1 from membership m where m.person_id = person.id));
create policy new_people on person for insert to portal_app with check (true);
create policy own_people on person for update to portal_app
  using (exists (select from membership m where m.person_id = person.id) and person_is_ours(id)) with check (true);
grant select (id, email, name, phone, language, auth_method, created_at, version) on person to portal_app;
grant insert (id, email, name, phone, language, password_hash, password_changed_at, must_change_password) on person to portal_app;
grant update (email, name, phone, language, version) on person to portal_app;
create policy people_of_partner on person for select to portal_partner
  using (exists (select 1 from membership m where m.person_id = person.id));
grant select (id, email, name, phone, language, created_at) on person to portal_partner;

-- What people do in their organisation, asked once: for themselves, whatever the unit.
create table profile_survey (
  person_id uuid primary key references person on delete cascade,
  position text check (position in ('director', 'supervisor', 'manager', 'analyst', 'other')),
  other text not null default '',
  answered_at timestamptz,
  later_count integer not null default 0,
  later_at timestamptz,
  check ((position is null) = (answered_at is null))
);
select identity_access('profile_survey', 'select, insert, update, delete');

create table user_import (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  file_name text not null,
  -- review: the columns are being mapped and cells corrected. running, done, undone.
  state text not null default 'review' check (state in ('review', 'running', 'done', 'undone')),
  header text[] not null,
  -- The field of each column, null for a column that is left out.
  mapping text[] not null,
  first_line integer not null default 2,
  update_existing boolean not null default false,
  -- Bad rows are left out on wish; otherwise an import with bad rows does not begin.
  ignore_errors boolean not null default false,
  -- The unit that the people come from, where they come from no file.
  source_tenant_id uuid,
  created_by uuid not null references person,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- The cells of a file are people's data: they end thirty days after the import, its numbers stay.
  rows_forgotten_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index user_import_running on user_import (tenant_id) where state = 'running';
select tenant_table('user_import', 'write');
select audited('user_import', array['header']);

create table user_import_row (
  tenant_id uuid not null,
  import_id uuid not null,
  line integer not null,
  cells text[] not null,
  state text not null default 'pending' check (state in ('pending', 'success', 'failed')),
  -- Field → word, of the last check.
  problems jsonb not null default '{}',
  -- It can be taken as it is, but its address looks mistyped: a person should have seen it before.
  doubtful boolean not null default false,
  membership_id uuid,
  -- True when this import made the person's membership: undoing deactivates only those.
  made boolean not null default false,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references user_import (tenant_id, id) on delete cascade
);
create index user_import_row_state on user_import_row (tenant_id, import_id, state, line);
select tenant_table('user_import_row', 'write');

-- Which field a column of this name was last mapped to.
create table user_import_mapping (
  tenant_id uuid not null references tenant on delete cascade,
  header text not null,
  field text,
  primary key (tenant_id, header)
);
select tenant_table('user_import_mapping', 'write');
