-- From whom the bill of a month counts: who had an active or blocked membership in which unit from when to when, and whose
-- client the unit was. Triggers write it, so it is exact whatever road a change takes. It holds ids alone, without references:
-- what was billed stays provable for five years, also after a person or a unit is erased. That is why the column is called
-- unit_id: these rows are the operator's book, not the unit's.

create table seat_span (
  id uuid primary key default uuid_v7(),
  unit_id uuid not null,
  person_id uuid not null,
  starts_at timestamptz not null,
  -- infinity: still there.
  ends_at timestamptz not null default 'infinity' check (ends_at >= starts_at)
);
create unique index seat_span_open on seat_span (unit_id, person_id) where ends_at = 'infinity';
create index seat_span_by_unit on seat_span (unit_id, ends_at);
-- Not forced: the functions below write as the owner.
alter table seat_span enable row level security;
select operator_access('seat_span', 'select');
select table_access('seat_span', 'portal_partner', 'select', 'unit_id = any ((select public.partner_tenants())::uuid[])');

-- A unit is billed while it has a client and is active or suspended: a trial is free, and a closed unit is used by nobody.
create table client_span (
  id uuid primary key default uuid_v7(),
  unit_id uuid not null,
  client_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null default 'infinity' check (ends_at >= starts_at)
);
create unique index client_span_open on client_span (unit_id) where ends_at = 'infinity';
create index client_span_by_client on client_span (client_id, ends_at);
alter table client_span enable row level security;
select operator_access('client_span', 'select');
select table_access('client_span', 'portal_partner', 'select', 'unit_id = any ((select public.partner_tenants())::uuid[])');

-- A statement at a time: ten thousand people come from one file. A transaction that began earlier may end what a later one
-- began; such a span has no length.
create function keep_seat_spans() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  -- Most changes of a membership are of something else.
  if tg_op = 'UPDATE' then
    if not exists (
      select from former o full join changed n on (o.tenant_id, o.id) = (n.tenant_id, n.id)
      where (o.person_id, o.state in ('active', 'blocked')) is distinct from (n.person_id, n.state in ('active', 'blocked'))
    ) then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    update seat_span s set ends_at = greatest(s.starts_at, now())
    from former o
    where s.unit_id = o.tenant_id and s.person_id = o.person_id and s.ends_at = 'infinity' and o.state in ('active', 'blocked')
      and (tg_op = 'DELETE' or not exists (
        select from membership n
        where n.tenant_id = o.tenant_id and n.person_id = o.person_id and n.state in ('active', 'blocked')));
  end if;
  if tg_op <> 'DELETE' then
    insert into seat_span (unit_id, person_id, starts_at)
    select tenant_id, person_id, now() from changed where state in ('active', 'blocked')
    on conflict (unit_id, person_id) where ends_at = 'infinity' do nothing;
  end if;
  return null;
end
$$;
create trigger keep_spans_insert after insert on membership referencing new table as changed
  for each statement execute function keep_seat_spans();
create trigger keep_spans_update after update on membership referencing old table as former new table as changed
  for each statement execute function keep_seat_spans();
create trigger keep_spans_delete after delete on membership referencing old table as former
  for each statement execute function keep_seat_spans();

create function keep_client_spans() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  billed uuid;
begin
  if tg_op <> 'DELETE' then
    billed := case when new.state in ('active', 'suspended') then new.client_id end;
  end if;
  if tg_op <> 'INSERT' then
    update client_span set ends_at = greatest(starts_at, now())
    where unit_id = old.id and ends_at = 'infinity' and client_id is distinct from billed;
  end if;
  if billed is not null then
    insert into client_span (unit_id, client_id, starts_at) values (new.id, billed, now())
    on conflict (unit_id) where ends_at = 'infinity' do nothing;
  end if;
  return null;
end
$$;
create trigger keep_spans_insert after insert or delete on tenant for each row execute function keep_client_spans();
create trigger keep_spans_update after update of client_id, state on tenant for each row
  when (old.client_id is distinct from new.client_id or old.state <> new.state) execute function keep_client_spans();

-- What is known of the time before: who is there has been since the membership was made.
insert into seat_span (unit_id, person_id, starts_at)
  select tenant_id, person_id, created_at from membership where state in ('active', 'blocked');
insert into client_span (unit_id, client_id, starts_at)
  select id, client_id, created_at from tenant where client_id is not null and state in ('active', 'suspended');
