-- Terms of a unit: what is published never changes, and who accepted which version is kept.

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
select audited('term');
select identity_access('term', 'select');

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
select identity_access('term_acceptance', 'select');

-- Grows whenever it may have changed what has to be accepted, so that a request sees at once whether its session has to look.
alter table tenant add column terms_version integer not null default 0;
alter table session add column terms_version integer not null default 0;

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
select table_access('tenant', 'portal_owner', 'update', 'true');
