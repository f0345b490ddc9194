-- Somebody acts for a person of a unit: asked for, allowed by the person, and for a while only (docs/reference/product-rules.md 6).
-- What was asked and what became of it stays as the receipt of both.
create table remote_access (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null default uuid_v7(),
  asker_id uuid not null references person on delete cascade,
  asker_role text not null check (asker_role in ('partner', 'admin')),
  -- The asker's own session: with its end nobody acts any more.
  asker_session_id uuid not null,
  membership_id uuid not null,
  person_id uuid not null references person on delete cascade,
  reason text not null check (length(reason) between 10 and 300),
  minutes integer not null check (minutes between 15 and 120),
  wished text not null check (wished in ('read', 'full')),
  state text not null default 'waiting' check (state in ('waiting', 'allowed', 'denied', 'cancelled')),
  -- Whether the person said yes to this request, or to everybody who may ask.
  consent text check (consent in ('asked', 'standing')),
  mode text check (mode in ('read', 'full')),
  -- What the person said with a no.
  word text not null default '' check (length(word) <= 300),
  created_at timestamptz not null default now(),
  answer_until timestamptz not null,
  answered_at timestamptz,
  started_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('asker', 'person', 'time', 'session')),
  -- When the person was told that it is over.
  told_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade,
  check ((state = 'allowed') = (mode is not null)),
  check ((started_at is null) = (ends_at is null)),
  check ((ended_at is null) = (end_reason is null))
);
create unique index remote_access_waiting on remote_access (tenant_id, asker_id, membership_id) where state = 'waiting';
create index remote_access_of_person on remote_access (tenant_id, person_id, id);
create index remote_access_of_asker on remote_access (tenant_id, asker_id, id);
create index remote_access_untold on remote_access (tenant_id, ends_at) where started_at is not null and told_at is null;
select tenant_table('remote_access');
select identity_access('remote_access', 'select, update');
select audited('remote_access');
-- Whoever begins or leaves such a session is not of the unit at that moment; open pages of the person show it.
select identity_access('live_event', 'insert');

-- Who acts in this session, if that is somebody else than its person.
alter table session add column remote_access_id uuid;
create index session_of_remote_access on session (remote_access_id) where remote_access_id is not null;

-- By which right somebody acts now. It is asked with every call of such a session, so that whatever ends the right ends the session.
create function remote_access_now(unit uuid, access uuid) returns jsonb
  language sql stable
  return (
    select jsonb_build_object('actor_id', r.asker_id, 'mode', r.mode, 'holds',
      r.state = 'allowed' and r.ended_at is null
      and (r.consent = 'asked' or m.allow_remote_access)
      and exists (select from session s where s.id = r.asker_session_id and s.ended_at is null)
      and case r.asker_role
        when 'admin' then m.role = 'user' and exists (
          select from membership a where a.tenant_id = r.tenant_id and a.person_id = r.asker_id and a.role = 'admin' and a.state = 'active')
        else exists (
          select from staff s join partner p on p.id = s.partner_id join tenant t on t.id = r.tenant_id and t.partner_id = p.id
          where s.person_id = r.asker_id and s.role = 'partner' and s.state = 'active' and p.state = 'active')
      end)
    from remote_access r join membership m on m.tenant_id = r.tenant_id and m.id = r.membership_id
    where r.tenant_id = unit and r.id = access
  );
revoke execute on function remote_access_now from public;
grant execute on function remote_access_now to portal_identity;
