-- The audit log of each unit is a chain of hashes (docs/decisions/030-a-log-that-proves-itself.md): a line that is changed, removed
-- or put in between by whoever reaches the database is found, and named.
create table audit_chain (
  tenant_id uuid primary key references tenant on delete cascade,
  -- The last entry, and the last line that has one.
  number bigint not null default 0,
  link_hash bytea not null default sha256(''),
  last_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
create table audit_proof (
  tenant_id uuid not null references tenant on delete cascade,
  number bigint not null,
  -- `masked`: an erasure took names out of a line that had an entry already.
  kind text not null check (kind in ('line', 'masked')),
  log_id uuid not null,
  at timestamptz not null,
  -- Without it nobody can try out what a masked line has said.
  salt bytea,
  before_hash bytea not null,
  after_hash bytea not null,
  ip_hash bytea not null,
  content_hash bytea not null,
  link_hash bytea not null,
  primary key (tenant_id, number)
);
create index audit_proof_of_line on audit_proof (tenant_id, log_id, number);
-- The last entry of a day: whoever keeps it elsewhere knows later that nothing before it was changed.
create table audit_anchor (
  tenant_id uuid not null references tenant on delete cascade,
  day date not null,
  number bigint not null,
  link_hash bytea not null,
  primary key (tenant_id, day)
);
-- The owner's functions write; a unit reads its own.
select table_access('audit_chain', 'portal_app', 'select', 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)');
select table_access('audit_proof', 'portal_app', 'select', 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)');
select table_access('audit_anchor', 'portal_app', 'select', 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)');
alter table audit_chain no force row level security;
alter table audit_proof no force row level security;
alter table audit_anchor no force row level security;

-- Texts one after the other, each with its length in bytes, so that no two lists of texts look alike.
create function proof_frame(variadic parts text[]) returns bytea
  language sql immutable parallel safe
  return (
    select convert_to(string_agg(case when part is null then '-' else octet_length(convert_to(part, 'UTF8')) || ':' || part end, '' order by n), 'UTF8')
    from unnest(parts) with ordinality as p (part, n)
  );
create function proof_moment(at timestamptz) returns text
  language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
create function proof_part(salt bytea, part text) returns bytea
  language sql immutable parallel safe
  return sha256(salt || proof_frame(part));
-- What no erasure changes in a line.
create function proof_of_line(line audit_log) returns bytea
  language sql immutable parallel safe
  return proof_frame((line).id::text, proof_moment((line).at), (line).actor_id::text, (line).person_id::text, (line).action, (line).object_type,
    (line).object_id, (line).request_id);
create function proof_content(kind text, fixed bytea, at timestamptz, before_hash bytea, after_hash bytea, ip_hash bytea) returns bytea
  language sql immutable parallel safe
  return sha256(proof_frame(kind, proof_moment(at)) || fixed || before_hash || after_hash || ip_hash);
create function proof_link(former bytea, number bigint, content_hash bytea) returns bytea
  language sql immutable parallel safe
  return sha256(former || int8send(number) || content_hash);
-- The least id that uuid_v7 makes at a moment.
create function first_id_of(at timestamptz) returns uuid
  language sql immutable parallel safe
  return (overlay(lpad(to_hex(floor(extract(epoch from at) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0) || '8000000000000000')::uuid;

-- One more entry; the caller holds the chain.
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

-- Gives entries to lines of a unit that have none, the oldest first and at most so many; answers how many. Lines wait until no
-- transaction can be open that writes an earlier one: none lasts for ten minutes.
create function seal_audit(unit uuid, most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  chain audit_chain;
  line audit_log;
  sealed integer := 0;
begin
  insert into audit_chain (tenant_id) values (unit) on conflict do nothing;
  select * into chain from audit_chain where tenant_id = unit for update;
  for line in
    select * from audit_log where tenant_id = unit and id > chain.last_id and id < first_id_of(now() - interval '11 minutes') order by id limit most
  loop
    chain := add_proof(chain, 'line', line, proof_of_line(line));
    chain.last_id := line.id;
    sealed := sealed + 1;
  end loop;
  update audit_chain set number = chain.number, link_hash = chain.link_hash, last_id = chain.last_id where tenant_id = unit;
  return sealed;
end
$$;
revoke execute on function seal_audit from public;
grant execute on function seal_audit to portal_identity;

-- Units with lines that wait for an entry.
create function units_to_seal() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as
$$
  select t.id from tenant t left join audit_chain c on c.tenant_id = t.id
  where t.erasing_since is null and exists (
    select from audit_log a
    where a.tenant_id = t.id and a.id > coalesce(c.last_id, '00000000-0000-0000-0000-000000000000') and a.id < first_id_of(now() - interval '11 minutes'))
$$;
revoke execute on function units_to_seal from public;
grant execute on function units_to_seal to portal_identity;

-- The seal of a day that is over in the unit, for each unit that has entries since the seal before; what is older than the log goes
-- with it: entries up to the last seal that is past 24 months, on which the rest stands.
create function anchor_audit(today date) returns integer
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
    select distinct on (tenant_id) tenant_id, day, number from audit_anchor where day < today - interval '25 months' order by tenant_id, day desc
  ), gone as (delete from audit_anchor a using base b where a.tenant_id = b.tenant_id and a.day < b.day)
  delete from audit_proof p using base b where p.tenant_id = b.tenant_id and p.number <= b.number;
  return made;
end
$$;
revoke execute on function anchor_audit from public;
grant execute on function anchor_audit to portal_identity;

-- Erasures mask lines: what they leave gets an entry of its own, and the salt of the former one goes. An update by anything else than
-- their functions leaves no entry, and is found.
create function proof_of_masking() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  chain audit_chain;
  callers text;
begin
  get diagnostics callers = pg_context;
  if new.tenant_id is null or callers !~ '\mforget_(in_log|claims|staff_in_log)\M' then
    return null;
  end if;
  select * into chain from audit_chain where tenant_id = new.tenant_id for update;
  update audit_proof set salt = null where tenant_id = new.tenant_id and log_id = new.id;
  if not found then
    return null;
  end if;
  chain := add_proof(chain, 'masked', new, proof_frame(new.id::text));
  update audit_chain set number = chain.number, link_hash = chain.link_hash where tenant_id = new.tenant_id;
  return null;
end
$$;
create trigger proof_of_masking after update of before, after on audit_log for each row execute function proof_of_masking();

-- Looks at some entries of the caller's unit after a number: whether each follows from the one before, and whether its line is what
-- it was. Lines past 24 months may be gone, and addresses past six.
create function check_proof(beyond bigint, former bytea, most integer)
  returns table (number bigint, link_hash bytea, fault text, log_id uuid)
  language sql stable set search_path = public, pg_temp as
$$
  with part as (
    select p.*, lag(p.link_hash, 1, former) over (order by p.number) as former_hash, lag(p.number, 1, beyond) over (order by p.number) as former_number
    from audit_proof p where p.number > beyond order by p.number limit most
  )
  select p.number, p.link_hash, case
      when p.number <> p.former_number + 1 or p.link_hash <> proof_link(p.former_hash, p.number, p.content_hash) then 'chain'
      when a.id is null then case when p.kind = 'line' and p.log_id >= first_id_of(now() - interval '24 months') then 'removed' end
      when p.content_hash <> proof_content(p.kind, case p.kind when 'line' then proof_of_line(a) else proof_frame(a.id::text) end, p.at,
        p.before_hash, p.after_hash, p.ip_hash) then 'changed'
      -- What a line says is compared with its latest entry.
      when p.salt is null then case when not exists (
        select from audit_proof later where later.tenant_id = p.tenant_id and later.log_id = p.log_id and later.number > p.number) then 'chain' end
      when p.before_hash <> proof_part(p.salt, a.before::text) or p.after_hash <> proof_part(p.salt, a.after::text) then 'changed'
      when p.ip_hash <> proof_part(p.salt, host(a.ip)) and not (a.ip is null and p.log_id < first_id_of(now() - interval '6 months')) then 'changed'
    end, p.log_id
  from part p left join audit_log a on a.tenant_id = p.tenant_id and a.id = p.log_id
  order by p.number
$$;
revoke execute on function check_proof from public;
grant execute on function check_proof to portal_app;
grant execute on function proof_frame, proof_moment, proof_part, proof_of_line, proof_content, proof_link, first_id_of to portal_app;
