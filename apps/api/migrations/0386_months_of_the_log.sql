-- The log in months: one that is past its time goes as a whole, in a moment, where removing its lines would take the database hours.
-- What was written so far becomes the first part. What depends on the type of a line is made once more at the end.
drop trigger proof_of_masking on audit_log;
alter table audit_log rename to audit_log_before;
alter table audit_log_before rename constraint audit_log_pkey to audit_log_before_pkey;

-- Who changed what. It holds rows of the platform and of partners too, so tenant_id may be null. Nobody may change or remove a row.
-- Ids are ordered by time, and each month by UTC is a part of its own, which make_log_months makes before it begins.
create table audit_log (like audit_log_before including defaults) partition by range (id);
alter table audit_log add primary key (id);
grant select, insert on audit_log to portal_app, portal_partner, portal_operator;
grant insert on audit_log to portal_identity;

do $$
declare
  of_before record;
  -- How names of the table stand in what the catalogue prints.
  moved text := '\maudit_log_before\M';
begin
  for of_before in select indexname as name, indexdef as definition from pg_indexes where tablename = 'audit_log_before' and indexname <> 'audit_log_before_pkey'
  loop
    execute format('alter index %I rename to %I', of_before.name, replace(of_before.name, 'audit_log', 'audit_log_before'));
    execute regexp_replace(of_before.definition, moved, 'audit_log');
  end loop;
  for of_before in select policyname as name, cmd, roles, qual, with_check from pg_policies where tablename = 'audit_log_before'
  loop
    execute format('create policy %I on audit_log for %s to %s %s %s', of_before.name, of_before.cmd, array_to_string(of_before.roles, ', '),
      'using (' || regexp_replace(of_before.qual, moved, 'audit_log', 'g') || ')', 'with check (' || of_before.with_check || ')');
    execute format('drop policy %I on audit_log_before', of_before.name);
  end loop;
end
$$;
alter table audit_log enable row level security, force row level security;
-- Parts are reached through the whole alone.
revoke all on audit_log_before from portal_app, portal_partner, portal_operator, portal_identity;

-- When a month begins, by UTC: so many after that of a moment.
create function month_of_log(moment timestamptz, later integer) returns timestamptz
  language sql immutable parallel safe
  return (date_trunc('month', moment at time zone 'UTC') + make_interval(months => later)) at time zone 'UTC';
grant execute on function month_of_log to portal_app, portal_identity;

do $$
begin
  execute format('alter table audit_log attach partition audit_log_before for values from (minvalue) to (%L)',
    first_id_of(month_of_log(now(), 1)));
end
$$;
-- Lines of months that nobody made a part for: nothing that is to be written waits for a job.
create table audit_log_rest partition of audit_log default;
alter table audit_log_rest enable row level security, force row level security;

-- Makes parts for the three months to come. One waits for its lock for a moment only, since everybody who writes waits behind it.
create function make_log_months() returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s'
as $$
declare
  part text;
  first_id uuid;
  end_id uuid;
begin
  for later in 1..3 loop
    part := 'audit_log_' || to_char(month_of_log(now(), later) at time zone 'UTC', 'YYYY_MM');
    first_id := first_id_of(month_of_log(now(), later));
    end_id := first_id_of(month_of_log(now(), later + 1));
    -- Where lines of the month stand already, they stay with the rest.
    continue when to_regclass(part) is not null or exists (select from audit_log where id >= first_id and id < end_id);
    execute format('create table %I partition of audit_log for values from (%L) to (%L)', part, first_id, end_id);
    execute format('alter table %I enable row level security, force row level security', part);
  end loop;
end
$$;
grant execute on function make_log_months to portal_identity;
select make_log_months();

-- As before: whether a line of the log is about somebody of a unit, or says what they did.
drop function line_concerns(audit_log_before, uuid, uuid);
create function line_concerns(line audit_log, member uuid, person uuid) returns boolean
  language sql immutable
  return coalesce((line).person_id = person or (line).actor_id = person or (line).object_id in (member::text, person::text)
    or coalesce((line).after, (line).before) ->> 'membership_id' = member::text, false);
grant execute on function line_concerns to portal_app;

-- As before.
drop function proof_of_line(audit_log_before);
create function proof_of_line(line audit_log) returns bytea
  language sql immutable parallel safe
  return proof_frame((line).id::text, proof_moment((line).at), (line).actor_id::text, (line).person_id::text, (line).action, (line).object_type,
    (line).object_id, (line).request_id);
grant execute on function proof_of_line to portal_app;

-- One more entry; the caller holds the chain.
drop function add_proof(audit_chain, text, audit_log_before, bytea);
create function add_proof(chain inout audit_chain, kind text, line audit_log, fixed bytea) language plpgsql as
$$
declare
  salt bytea := uuid_send(gen_random_uuid());
  before_hash bytea := proof_part(salt, line.before::text);
  after_hash bytea := proof_part(salt, line.after::text);
  ip_hash bytea := proof_part(salt, host(line.ip));
  now timestamptz := clock_timestamp();
  content bytea := proof_content(kind, fixed, now, before_hash, after_hash, ip_hash);
begin
  chain.number := chain.number + 1;
  chain.link_hash := proof_link(chain.link_hash, chain.number, content);
  insert into audit_proof (tenant_id, number, kind, log_id, at, salt, before_hash, after_hash, ip_hash, content_hash, link_hash)
  values (chain.tenant_id, chain.number, kind, line.id, now, salt, before_hash, after_hash, ip_hash, content, chain.link_hash);
end
$$;
create trigger proof_of_masking after update of before, after on audit_log for each row execute function proof_of_masking();

-- Removes the oldest month that is past its time as a whole and of which no line is held; answers how many lines of which unit it had.
create function drop_log_month() returns table (unit uuid, expired integer)
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s'
as $$
declare
  part record;
begin
  for part in
    select m.name, coalesce(m.bounds[1], '00000000-0000-0000-0000-000000000000')::uuid as first_id, m.bounds[2]::uuid as end_id
    from (
      select c.oid::regclass as name, regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \((?:MINVALUE|''(.*)'')\) TO \(''(.*)''\)') as bounds
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_log'::regclass
    ) as m
    where m.bounds[2]::uuid <= first_id_of(month_of_log(now(), -24)) order by end_id
  loop
    continue when exists (
      select from standing_holds(now()) h join audit_log a on a.tenant_id = h.tenant_id and a.id >= part.first_id and a.id < part.end_id
      where h.membership_id is null or line_concerns(a, h.membership_id, h.person_id));
    return query
      select a.tenant_id, count(*)::int from audit_log a where a.id >= part.first_id and a.id < part.end_id group by a.tenant_id;
    execute format('drop table %s', part.name);
    return;
  end loop;
end
$$;

-- Removes lines of months that are past their time, and forgets addresses: a month as a whole, or of one with lines that are held, and of
-- what was written before there were months, the oldest lines first and at most so many; answers how many there were. Ids are ordered by
-- time: the first one of a moment, as uuid_v7 makes them, divides them.
create or replace function expire_log(most integer) returns table (kind text, unit uuid, expired integer)
  language plpgsql volatile security definer
  set search_path = public, pg_temp
as $$
declare
  first_ids uuid[] := array[first_id_of(month_of_log(now(), -24)), first_id_of(now() - interval '6 months')];
begin
  return query select 'audit', m.unit, m.expired from drop_log_month() m;
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
