-- Sessions, devices, one-time links and the guard of every secret. All of it is the identity role's alone.

-- The token alone is worth nothing: it works together with the HttpOnly cookie of the same sign-in.
create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  person_id uuid not null references person on delete cascade,
  role text not null check (role in ('a2m', 'master', 'admin', 'user')),
  tenant_id uuid references tenant on delete cascade,
  partner_id uuid references partner on delete cascade,
  auth_type text not null check (auth_type in ('password', 'azure', 'saml', 'embedded', 'playlist', 'partner', 'remote')),
  host text not null,
  ip inet not null,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  -- Start of the chain of refreshes; a chain lives 90 days at most.
  chain_started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index session_of_person on session (person_id, created_at) where ended_at is null;
create index session_expired on session (expires_at);
-- The first page of a signed-in person already looks like their unit: at that moment only the cookie is known.
create index session_by_cookie on session (cookie_hash) where ended_at is null;

-- When a person last worked in a unit: the next sign-in begins there. It changes with every sign-in, so it stands apart
-- from the audited rows of membership and staff.
create table unit_use (
  person_id uuid not null references person on delete cascade,
  tenant_id uuid not null references tenant on delete cascade,
  last_used_at timestamptz not null,
  primary key (person_id, tenant_id)
);
select identity_access('unit_use', 'select, insert, update');

-- A browser that signed in before: it has its own counter in the guard, so nobody can lock its owner out.
create table device (
  id uuid primary key,
  token_hash bytea not null unique,
  person_id uuid not null references person on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index device_of_person on device (person_id);

-- One row per thing that is counted (`account:…`, `device:…`, `network:…`, `reset:…`): reserved before a secret is checked.
create table attempt (
  key text primary key,
  window_started_at timestamptz not null,
  count integer not null,
  blocked_until timestamptz
);
create index attempt_old on attempt (window_started_at);

create table one_time_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('reset', 'invitation', 'must_change', 'sign_in', 'company')),
  person_id uuid not null references person on delete cascade,
  tenant_id uuid references tenant on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_token_of_person on one_time_token (person_id, purpose);

do $$
declare
  name text;
begin
  foreach name in array array['session', 'device', 'attempt', 'one_time_token'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    perform identity_access(name::regclass, 'select, insert, update, delete');
  end loop;
end $$;
