-- Remote access beyond the own unit: partners act for somebody of any of their units, the operator for a partner's staff.

-- The partner's own business unit: its people know when they join that the partner may look without asking. Said when the unit is made.
alter table tenant add column partner_own boolean not null default false;
grant insert (partner_own) on tenant to portal_partner;

alter table remote_access
  drop constraint remote_access_asker_role_check,
  add constraint remote_access_asker_role_check check (asker_role in ('operator', 'partner', 'admin')),
  drop constraint remote_access_consent_check,
  add constraint remote_access_consent_check check (consent in ('asked', 'standing', 'own_unit')),
  -- A partner's staff has no membership; what the operator asks of them is kept in the operator's own unit.
  alter column membership_id drop not null,
  add check ((membership_id is null) = (asker_role = 'operator')),
  -- Where the asker was, and comes back to.
  add column back_path text not null default '/' check (length(back_path) <= 300);
drop index remote_access_waiting;
create unique index remote_access_waiting on remote_access (tenant_id, asker_id, person_id) where state = 'waiting';
create index remote_access_by_id on remote_access (id);
create index remote_access_by_person on remote_access (person_id, id);
create index remote_access_by_asker on remote_access (asker_id, id);
select identity_access('remote_access', 'insert');

-- The screens that were opened while somebody acted: part of the receipt, and seen by the person while it happens.
create table remote_access_step (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null default uuid_v7(),
  access_id uuid not null,
  at timestamptz not null,
  -- A name of the table of screens.
  screen text not null check (length(screen) <= 60),
  primary key (tenant_id, id),
  foreign key (tenant_id, access_id) references remote_access (tenant_id, id) on delete cascade
);
create index remote_access_step_of_access on remote_access_step (tenant_id, access_id, id);
select tenant_table('remote_access_step');
select identity_access('remote_access_step', 'select, insert');

-- A change of the host that begins a session which acts for somebody.
alter table one_time_token add column remote_access_id uuid;

-- Whatever ends the right is looked at here, so that the next call is refused and an open page hears of it: the yes and its kind, the
-- unit's switch, the role and state of both, and the asker's own session. A session without a unit knows the request by its id alone.
create or replace function remote_access_now(unit uuid, access uuid) returns jsonb
  language sql stable
  return (
    select jsonb_build_object('actor_id', r.asker_id, 'mode', r.mode, 'asker_role', r.asker_role, 'holds',
      r.state = 'allowed' and r.ended_at is null
      and (r.consent = 'asked' or r.consent = 'standing' and m.allow_remote_access or r.consent = 'own_unit' and t.partner_own)
      and exists (select from session s where s.id = r.asker_session_id and s.ended_at is null)
      and case r.asker_role
        when 'operator' then
          exists (select from staff s where s.person_id = r.asker_id and s.role = 'operator' and s.state = 'active')
          and exists (
            select from staff s join partner p on p.id = s.partner_id
            where s.person_id = r.person_id and s.role = 'partner' and s.state = 'active' and p.state = 'active')
        else m.state = 'active'
          and coalesce((ts.value ->> 'allow_access_remote')::boolean, (ps.value ->> 'allow_access_remote')::boolean, false)
          and case r.asker_role
            when 'admin' then m.role = 'user' and exists (
              select from membership a where a.tenant_id = r.tenant_id and a.person_id = r.asker_id and a.role = 'admin' and a.state = 'active')
            else exists (
              select from staff s join partner p on p.id = s.partner_id
              where s.person_id = r.asker_id and s.partner_id = t.partner_id and s.role = 'partner' and s.state = 'active' and p.state = 'active')
          end
      end)
    from remote_access r
    join tenant t on t.id = r.tenant_id
    left join membership m on m.tenant_id = r.tenant_id and m.id = r.membership_id
    left join tenant_setting ts on ts.tenant_id = r.tenant_id
    left join partner_setting ps on ps.partner_id = t.partner_id
    where r.id = access and r.tenant_id = coalesce(unit, r.tenant_id)
  );
