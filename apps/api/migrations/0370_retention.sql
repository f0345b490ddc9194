-- What is kept for a time only, and legal holds: while one stands, nothing that it covers is removed.
create table legal_hold (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null default uuid_v7(),
  -- Of whom; both null: of everybody in the unit.
  membership_id uuid,
  person_id uuid references person,
  reason text not null check (length(reason) between 1 and 500),
  -- The last day in the calendar of the unit, and the moment when it is over. Null: until it is lifted.
  last_day date,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references person,
  lifted_at timestamptz,
  lifted_by uuid references person,
  primary key (tenant_id, id),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id),
  check ((membership_id is null) = (person_id is null)),
  check ((last_day is null) = (ends_at is null))
);
create index legal_hold_standing on legal_hold (tenant_id) where lifted_at is null;
create index legal_hold_of_member on legal_hold (tenant_id, membership_id);
-- The functions below look for holds as the owner.
select tenant_table('legal_hold', 'read', false);
select identity_access('legal_hold', 'select');
-- The reason may name people.
select audited('legal_hold', '{reason}');

-- What the jobs removed of a unit on a day, kind by kind. Days on which nothing went have no row.
create table retention_run (
  tenant_id uuid not null references tenant on delete cascade,
  kind text not null,
  day date not null,
  removed integer not null,
  ran_at timestamptz not null,
  primary key (tenant_id, kind, day)
);
create index retention_run_by_day on retention_run (day);
select tenant_table('retention_run');
select identity_access('retention_run', 'select, insert, update, delete');
-- When a job last looked for what is due, in all units.
create table retention_look (
  kind text primary key,
  looked_at timestamptz not null
);
select identity_access('retention_look', 'select, insert, update');
select table_access('retention_look', 'portal_app', 'select', 'true');

-- Holds that stand at a moment: the one place that says which do.
create function standing_holds(moment timestamptz) returns table (tenant_id uuid, membership_id uuid, person_id uuid)
  language sql stable
as $$
  select h.tenant_id, h.membership_id, h.person_id from legal_hold h where h.lifted_at is null and (h.ends_at is null or h.ends_at > moment)
$$;
grant execute on function standing_holds to portal_app, portal_identity;
-- Whether a line of the log is about somebody of a unit, or says what they did.
create function line_concerns(line audit_log, member uuid, person uuid) returns boolean
  language sql immutable
  return coalesce((line).person_id = person or (line).actor_id = person or (line).object_id in (member::text, person::text)
    or coalesce((line).after, (line).before) ->> 'membership_id' = member::text, false);
grant execute on function line_concerns to portal_app;
-- Whether anything of a unit is held; the operator learns that alone.
create function unit_is_held(unit uuid, moment timestamptz) returns boolean
  language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (select from standing_holds(moment) h where h.tenant_id = unit)
$$;
grant execute on function unit_is_held to portal_operator;

-- As before, but for lines that a hold covers; answers how many of which unit.
drop function expire_log(integer);
create function expire_log(most integer) returns table (kind text, unit uuid, expired integer)
  language plpgsql volatile security definer
  set search_path = public, pg_temp
as $$
declare
  first_ids uuid[] := array[first_id_of(now() - interval '24 months'), first_id_of(now() - interval '6 months')];
begin
  return query
    with gone as (
      delete from audit_log where id in (
        select a.id from audit_log a
        where a.id < first_ids[1] and not exists (
          select from standing_holds(now()) h
          where h.tenant_id = a.tenant_id and (h.membership_id is null or line_concerns(a, h.membership_id, h.person_id)))
        order by a.id limit most)
      returning tenant_id
    )
    select 'audit', g.tenant_id, count(*)::int from gone g group by g.tenant_id;
  return query
    with cleared as (
      update audit_log set ip = null where id in (
        select a.id from audit_log a
        -- A line past its own time goes as a whole.
        where a.ip is not null and a.id >= first_ids[1] and a.id < first_ids[2] and not exists (
          select from standing_holds(now()) h
          where h.tenant_id = a.tenant_id and (h.membership_id is null or line_concerns(a, h.membership_id, h.person_id)))
        order by a.id limit most)
      returning tenant_id
    )
    select 'addresses', c.tenant_id, count(*)::int from cleared c group by c.tenant_id;
end
$$;
grant execute on function expire_log to portal_identity;

-- As before, but what proves the log of a unit stays while lines of it are held: they can be past 24 months, and still have to verify.
create or replace function anchor_audit(today date) returns integer
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  made integer;
begin
  insert into audit_anchor (tenant_id, day, number, link_hash)
  select c.tenant_id, today - 1, c.number, c.link_hash from audit_chain c
  where c.number > coalesce((select max(a.number) from audit_anchor a where a.tenant_id = c.tenant_id), 0)
  on conflict do nothing;
  get diagnostics made = row_count;
  with base as (
    select distinct on (tenant_id) tenant_id, day, number from audit_anchor
    where day < today - interval '25 months' and not exists (select from standing_holds(now()) h where h.tenant_id = audit_anchor.tenant_id)
    order by tenant_id, day desc
  ), gone as (delete from audit_anchor a using base b where a.tenant_id = b.tenant_id and a.day < b.day)
  delete from audit_proof p using base b where p.tenant_id = b.tenant_id and p.number <= b.number;
  return made;
end
$$;
