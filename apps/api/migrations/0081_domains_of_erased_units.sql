-- What a unit's own domain cost is billed when the month is over, and by then the unit may be erased, and the domain with it. The operator's
-- books keep when it was active for what fee; whose client the unit was, they know already (client_span).
create table domain_span (
  id uuid not null default uuid_v7() primary key,
  host text not null,
  unit_id uuid not null,
  -- Of a month.
  fee_cents bigint not null check (fee_cents > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null
);
create index domain_span_by_unit on domain_span (unit_id);
alter table domain_span enable row level security, force row level security;
select operator_access('domain_span', 'select');
select table_access('domain_span', 'portal_owner', 'insert', 'true');

create function keep_domain_span() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  insert into domain_span (host, unit_id, fee_cents, starts_at, ends_at)
  values (old.host, old.tenant_id, old.fee_cents, old.activated_at, coalesce(old.removed_at, now()));
  return old;
end
$$;
create trigger keep_span before delete on domain for each row
  when (old.tenant_id is not null and old.activated_at is not null and old.fee_cents > 0)
  execute function keep_domain_span();
