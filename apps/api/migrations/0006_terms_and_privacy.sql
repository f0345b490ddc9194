-- What people have to accept, and what they ask about their own data. What is published never changes, and who accepted
-- which version is kept.

-- Terms of a unit.
create table term (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  title text not null,
  -- What is being written; people see what was published.
  text text not null default '',
  -- login: linked on the sign-in page and accepted after it. first_access: accepted only. footer: linked only.
  place text not null check (place in ('login', 'first_access', 'footer')),
  -- Empty: everybody of the unit.
  roles text[] not null default '{}' check (roles <@ array['admin', 'user']),
  group_ids uuid[] not null default '{}',
  -- Null: once for each version.
  repeat_months integer check (repeat_months between 1 and 36),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
select tenant_table('term', 'write');
select identity_access('term', 'select');
select audited('term');

create table term_version (
  tenant_id uuid not null,
  id uuid not null,
  term_id uuid not null,
  number integer not null,
  title text not null,
  text text not null,
  text_hash bytea not null,
  published_at timestamptz not null default now(),
  published_by uuid,
  primary key (tenant_id, id),
  unique (tenant_id, term_id, number),
  foreign key (tenant_id, term_id) references term (tenant_id, id) on delete restrict
);
select table_access('term_version', 'portal_app', 'select, insert', 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)');
select identity_access('term_version', 'select');

create table term_acceptance (
  tenant_id uuid not null,
  id uuid not null,
  version_id uuid not null,
  person_id uuid not null references person on delete cascade,
  accepted_at timestamptz not null,
  ip inet not null,
  language text not null,
  user_agent text not null default '',
  -- Of the text that was shown.
  text_hash bytea not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, version_id) references term_version (tenant_id, id) on delete restrict
);
create index term_acceptance_of_person on term_acceptance (tenant_id, person_id, version_id, accepted_at);
create index term_acceptance_of_version on term_acceptance (tenant_id, version_id, id);
select table_access('term_acceptance', 'portal_app', 'select, insert', 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)');
select identity_access('term_acceptance', 'select, insert');

-- A session compares one number with that of its unit.
create function terms_changed() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  update tenant set terms_version = terms_version + 1 where id = coalesce(new.tenant_id, old.tenant_id);
  return null;
end
$$;
create trigger terms_changed after update or delete on term for each row execute function terms_changed();
create trigger terms_changed after insert on term_version for each row execute function terms_changed();

-- Terms above the unit: a partner's hold in all its units and for its own people, the platform's everywhere.
create table shared_term (
  id uuid primary key,
  -- Null: the platform's.
  partner_id uuid references partner,
  title text not null,
  text text not null default '',
  place text not null check (place in ('login', 'first_access', 'footer')),
  -- Empty: everybody but the operator's people.
  roles text[] not null default '{}' check (roles <@ array['partner', 'admin', 'user']),
  -- Empty: all. Units of a partner's term, partners of the platform's.
  only_ids uuid[] not null default '{}',
  repeat_months integer check (repeat_months between 1 and 36),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1
);

create table shared_term_version (
  id uuid primary key,
  partner_id uuid references partner,
  term_id uuid not null references shared_term on delete restrict,
  number integer not null,
  title text not null,
  text text not null,
  text_hash bytea not null,
  published_at timestamptz not null default now(),
  published_by uuid,
  unique (term_id, number)
);

create table shared_term_acceptance (
  id uuid primary key,
  partner_id uuid references partner,
  version_id uuid not null references shared_term_version on delete restrict,
  person_id uuid not null references person on delete cascade,
  accepted_at timestamptz not null,
  ip inet not null,
  language text not null,
  user_agent text not null default '',
  -- Of the text that was shown.
  text_hash bytea not null
);
create index shared_term_acceptance_of_person on shared_term_acceptance (person_id, version_id, accepted_at);
create index shared_term_acceptance_of_version on shared_term_acceptance (version_id, id);

do $$
declare
  own constant text := 'partner_id = (select nullif(current_setting(''app.partner_id'', true), '''')::uuid)';
  platform constant text := 'partner_id is null';
begin
  perform table_access('shared_term', 'portal_partner', 'all', own);
  perform table_access('shared_term', 'portal_operator', 'all', platform);
  -- What was published or accepted stays as it was.
  perform table_access('shared_term_version', 'portal_partner', 'select, insert', own);
  perform table_access('shared_term_version', 'portal_operator', 'select, insert', platform);
  perform table_access('shared_term_acceptance', 'portal_partner', 'select', own);
  perform table_access('shared_term_acceptance', 'portal_operator', 'select', platform);
end
$$;
select identity_access('shared_term', 'select');
select identity_access('shared_term_version', 'select');
select identity_access('shared_term_acceptance', 'select, insert');
select audited('shared_term');

-- Whoever wrote a term sees who accepted it: partners' own people are no members, and the operator sees nobody otherwise.
create policy accepted_by_partner on person for select to portal_partner
  using (exists (select from shared_term_acceptance a where a.person_id = person.id));
create policy accepted_by_operator on person for select to portal_operator
  using (exists (select from shared_term_acceptance a where a.person_id = person.id));
grant select (id, email, name) on person to portal_operator;

-- A session compares these numbers too.
create function shared_terms_changed() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  whose uuid := case when tg_op = 'DELETE' then old.partner_id else new.partner_id end;
begin
  if whose is null then
    update platform_setting set terms_version = terms_version + 1;
  else
    update partner set terms_version = terms_version + 1 where id = whose;
  end if;
  return null;
end
$$;
create trigger shared_terms_changed after update or delete on shared_term for each row execute function shared_terms_changed();
create trigger shared_terms_changed after insert on shared_term_version for each row execute function shared_terms_changed();

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

-- The log keeps that something was changed, under the key; who that was it forgets when the person is erased: also under
-- which name reports were opened and assigned, and what they wrote.
create function forget_in_log(who uuid, belonging uuid, everywhere boolean) returns void
  language plpgsql volatile security definer
  set search_path = public, pg_temp
as $$
declare
  unit uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  identity text[] := array['name', 'email', 'phone', 'department', 'custom', 'name_sort', 'search'];
  opened text[] := array['identity', 'as'];
  assigned text[] := array['filters', 'rls_username'];
  asked text[] := array['reason', 'answer'];
  reported text[] := array['description', 'details'];
begin
  if not exists (select from membership m where m.tenant_id = unit and m.id = belonging and m.person_id = who and m.state = 'D') then
    return;
  end if;
  update audit_log set before = audit_masked(before, identity), after = audit_masked(after, identity)
  where (object_type = 'person' and object_id = who::text or object_type = 'membership' and object_id = belonging::text)
    -- What people change about their own account stands in no unit's log.
    and (tenant_id = unit or everywhere and tenant_id is null and person_is_ours(who));
  update audit_log set before = audit_masked(before, opened), after = audit_masked(after, opened)
  where tenant_id = unit and person_id = who and object_type = 'report';
  update audit_log set before = audit_masked(before, assigned), after = audit_masked(after, assigned)
  where tenant_id = unit and object_type = 'report_grant' and coalesce(after, before) ->> 'membership_id' = belonging::text;
  -- A change names only what changed: a request is known by whoever made it, a problem by whoever reported it.
  update audit_log set before = audit_masked(before, asked), after = audit_masked(after, asked)
  where tenant_id = unit and object_type = 'catalogue_request' and object_id in (
    select own.object_id from audit_log own
    where own.tenant_id = unit and own.person_id = who and own.object_type = 'catalogue_request' and own.action = 'catalogue_request.add');
  update audit_log set before = audit_masked(before, reported), after = audit_masked(after, reported)
  where tenant_id = unit and object_type = 'report_problem' and object_id in (
    select own.object_id from audit_log own
    where own.tenant_id = unit and own.object_type = 'report_problem' and own.after ->> 'person_id' = who::text);
end
$$;
grant execute on function forget_in_log to portal_app;
