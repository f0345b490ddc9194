-- Signing in by Microsoft Entra. A unit names the directories whose people may come in; who they are stands unit by unit, so that
-- a directory never lets anybody into a unit that does not trust it.
create table entra_directory (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null default uuid_v7(),
  name text not null,
  -- What Entra calls it.
  directory_id uuid not null,
  -- Addresses of these domains are believed when the directory vouches for them.
  email_domains text[] not null default '{}',
  active boolean not null default true,
  -- Whether people who have no account yet get one with their first sign-in.
  first_time boolean not null default false,
  -- Whether guests of the directory, whose home is another one, may come in.
  guests boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint entra_directory_once unique (tenant_id, directory_id)
);
select tenant_table('entra_directory');
select identity_access('entra_directory', 'select');
select audited('entra_directory');

-- Who somebody is in a directory. Without an object it is an invitation: the first sign-in with the member's address fills it in.
create table entra_identity (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  membership_id uuid not null,
  entra_directory_id uuid not null,
  object_id uuid,
  created_at timestamptz not null default now(),
  linked_at timestamptz,
  primary key (tenant_id, id),
  constraint entra_identity_of_member unique (tenant_id, membership_id, entra_directory_id),
  constraint entra_identity_of_object unique (tenant_id, entra_directory_id, object_id),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade,
  foreign key (tenant_id, entra_directory_id) references entra_directory (tenant_id, id) on delete cascade,
  check ((object_id is null) = (linked_at is null))
);
select tenant_table('entra_identity');
select identity_access('entra_identity', 'select, insert, update');
select audited('entra_identity');

-- A sign-in that is under way at Entra: it comes back once, in the same browser, on the same host.
create table entra_sign_in (
  state_hash bytea primary key,
  cookie_hash bytea not null,
  unit_id uuid not null references tenant on delete cascade,
  entra_directory_id uuid not null,
  host text not null,
  nonce text not null,
  verifier text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index entra_sign_in_expired on entra_sign_in (expires_at);
select identity_access('entra_sign_in', 'select, insert, update, delete');
