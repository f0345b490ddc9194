-- What people ask about their own data. The unit answers for it, within fifteen days.
create table privacy_request (
  tenant_id uuid not null,
  id uuid not null,
  membership_id uuid not null,
  kind text not null check (kind in ('correction', 'objection', 'erasure')),
  text text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'denied', 'cancelled')),
  answer text not null default '',
  due_at timestamptz not null,
  reminded_at timestamptz,
  decided_by uuid references person,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade,
  check ((state in ('accepted', 'denied')) = (decided_by is not null)),
  check (state <> 'denied' or answer <> '')
);
-- One open request of each kind for each person, however often somebody presses the button.
create unique index privacy_request_open on privacy_request (tenant_id, membership_id, kind) where state = 'open';
create index privacy_request_of_person on privacy_request (tenant_id, membership_id, created_at desc);
create index privacy_request_due on privacy_request (tenant_id, due_at) where state = 'open';
select tenant_table('privacy_request', 'read');
-- What somebody asks about their data is their own: the log knows that it was asked and how it was answered.
select audited('privacy_request', array['text', 'answer']);

-- Erasing takes the answers of the survey along.
select identity_access('profile_survey', 'delete');

-- What a person did is part of what they may see.
create index audit_log_of_person on audit_log (tenant_id, person_id, id) where person_id is not null;

-- The log keeps that something was changed, under the key; who that was it forgets when the person is erased.
select table_access('audit_log', 'portal_owner', 'select, update', 'true');
create function forget_in_log(who uuid, belonging uuid, everywhere boolean) returns void
  language sql volatile security definer
  set search_path = public, pg_temp
as $$
  update audit_log set
    before = audit_masked(before, array['name', 'email', 'phone', 'department', 'custom', 'name_sort', 'search']),
    after = audit_masked(after, array['name', 'email', 'phone', 'department', 'custom', 'name_sort', 'search'])
  where (object_type = 'person' and object_id = who::text or object_type = 'membership' and object_id = belonging::text)
    -- What people change about their own account stands in no unit's log.
    and (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid or everywhere and tenant_id is null and person_is_ours(who))
    and exists (
      select from membership m
      where m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and m.id = belonging and m.person_id = who and m.state = 'D'
    )
$$;
grant execute on function forget_in_log to portal_app;
grant execute on function audit_masked to portal_owner;
