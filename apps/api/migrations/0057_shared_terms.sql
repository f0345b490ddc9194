-- Terms above the unit: a partner's hold in all its units and for its own people, the platform's everywhere.

create table shared_term (
  id uuid primary key,
  -- Null: the platform's.
  partner_id uuid references partner,
  title text not null,
  text text not null default '',
  place text not null check (place in ('login', 'first_access', 'footer')),
  -- Empty: everybody but the operator's people.
  roles text[] not null default '{}' check (roles <@ array['master', 'admin', 'user']),
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

-- As for a unit's terms: a session compares one number, which grows with each of the three.
alter table partner add column terms_version integer not null default 0;
alter table platform_setting add column terms_version integer not null default 0;

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
select table_access('partner', 'portal_owner', 'select, update', 'true');
select table_access('platform_setting', 'portal_owner', 'select, update', 'true');

-- That a count has grown is nobody's change: what grew it has a line of its own.
create or replace function audit_row() returns trigger
  language plpgsql
as $$
declare
  masked text[] := tg_argv[0];
  key_columns text[] := tg_argv[1];
  before_row jsonb := to_jsonb(old);
  after_row jsonb := to_jsonb(new);
  identified jsonb := coalesce(after_row, before_row);
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(a.key, before_row -> a.key), jsonb_object_agg(a.key, a.value) into before_row, after_row
    from jsonb_each(after_row) a
    where before_row -> a.key is distinct from a.value and a.key <> 'terms_version';
    if after_row is null then
      return null;
    end if;
  end if;
  if masked <> '{}' then
    before_row := public.audit_masked(before_row, masked);
    after_row := public.audit_masked(after_row, masked);
  end if;
  insert into public.audit_log (tenant_id, partner_id, action, object_type, object_id, before, after)
  values (
    -- A person has no unit: what a unit changes about one stands in that unit's log.
    coalesce(identified ->> 'tenant_id', case tg_table_name when 'tenant' then identified ->> 'id' end, public.app_setting('tenant_id'))::uuid,
    coalesce(identified ->> 'partner_id', case tg_table_name when 'partner' then identified ->> 'id' end, public.app_setting('partner_id'))::uuid,
    coalesce(public.app_setting('action'), tg_table_name || '.' || lower(tg_op)),
    tg_table_name,
    case when cardinality(key_columns) = 1 then identified ->> key_columns[1]
      else (select string_agg(identified ->> k.name, ',' order by k.position) from unnest(key_columns) with ordinality as k (name, position)) end,
    before_row,
    after_row
  );
  return null;
end
$$;
