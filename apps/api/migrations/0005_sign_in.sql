-- Sign-in: sessions, devices, one-time links, what people have for the second step, and the guard of every secret.
-- Almost all of it is the identity role's alone. Most of these rows change with every sign-in: what is worth a line of the
-- audit log is written by the features.

create table password_history (
  person_id uuid not null references person on delete cascade,
  changed_at timestamptz not null default now(),
  password_hash text not null,
  primary key (person_id, changed_at)
);
select identity_access('password_history', 'select, insert, delete');

-- The token alone is worth nothing: it works together with the HttpOnly cookie of the same sign-in.
create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  person_id uuid not null references person on delete cascade,
  role text not null check (role in ('operator', 'partner', 'admin', 'user')),
  tenant_id uuid references tenant on delete cascade,
  partner_id uuid references partner on delete cascade,
  auth_type text not null check (auth_type in ('password', 'azure', 'saml', 'embedded', 'playlist', 'partner', 'remote')),
  -- Of a screen of playlists: its session ends with the screen and its link.
  screen_id uuid,
  -- How the person proved it, and when they did so last: what touches the keys of an account asks for it again.
  second_factor text,
  confirmed_at timestamptz,
  -- What the unit's terms stood at when they were last found accepted.
  terms_version integer not null default 0,
  host text not null,
  ip inet not null,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  -- Start of the chain of refreshes; a chain lives 90 days at most.
  chain_started_at timestamptz not null default now(),
  -- Kept only where unused sessions end.
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index session_of_person on session (person_id, created_at) where ended_at is null;
create index session_of_screen on session (screen_id) where screen_id is not null;
create index session_expired on session (expires_at);
-- The first page of a signed-in person already looks like their unit: at that moment only the cookie is known.
create index session_by_cookie on session (cookie_hash) where ended_at is null;
select identity_access('session', 'select, insert, update, delete');

-- When a person last worked in a unit: the next sign-in begins there. It changes with every sign-in, so it stands apart
-- from the audited rows of membership and staff.
create table unit_use (
  person_id uuid not null references person on delete cascade,
  tenant_id uuid not null references tenant on delete cascade,
  last_used_at timestamptz not null,
  primary key (person_id, tenant_id)
);
select identity_access('unit_use', 'select, insert, update');
select table_access('unit_use', 'portal_app', 'select', 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)');

-- A browser that signed in before: it has its own counter in the guard, so nobody can lock its owner out.
create table device (
  id uuid primary key,
  token_hash bytea not null unique,
  person_id uuid not null references person on delete cascade,
  host text not null default '',
  user_agent text not null default '',
  -- Until then it is spared the second step.
  trusted_until timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index device_of_person on device (person_id);
select identity_access('device', 'select, insert, update, delete');

-- One row per thing that is counted (`account:…`, `device:…`, `network:…`, `reset:…`): reserved before a secret is checked.
create table attempt (
  key text primary key,
  window_started_at timestamptz not null,
  count integer not null,
  blocked_until timestamptz
);
create index attempt_old on attempt (window_started_at);
select identity_access('attempt', 'select, insert, update, delete');

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
select identity_access('one_time_token', 'select, insert, update, delete');

-- What people have for the second step belongs to the person, so it stands apart from every unit.
create table second_factor (
  person_id uuid primary key references person on delete cascade,
  -- Encrypted. A new secret waits apart until a code proves that the app has it.
  totp_secret text,
  totp_pending text,
  totp_confirmed_at timestamptz,
  -- The last step of 30 seconds whose code was taken: each code works once.
  totp_last_step bigint not null default 0,
  email_confirmed_at timestamptz,
  -- The code of the last mail, as a digest under a key that is not in the database.
  email_code bytea,
  email_code_expires_at timestamptz,
  email_sent_at timestamptz,
  email_tries integer not null default 0,
  recovery_made_at timestamptz,
  check ((totp_secret is null) = (totp_confirmed_at is null))
);
select identity_access('second_factor', 'select, insert, update, delete');

create table recovery_code (
  person_id uuid not null references person on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);
select identity_access('recovery_code', 'select, insert, update, delete');

create table passkey (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  -- The host for which it was made: a passkey works nowhere else.
  rp_id text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- Whether the platform keeps a copy, so that losing one device does not lose it.
  backed_up boolean not null default false,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_of_person on passkey (person_id, created_at);
select identity_access('passkey', 'select, insert, update, delete');

-- A sign-in whose password was right and whose second step is open. Its value works only with the cookie of the same browser.
create table sign_in_step (
  token_hash bytea primary key,
  cookie_hash bytea not null,
  person_id uuid not null references person on delete cascade,
  -- setup: there is nothing yet to prove it with, and it has to be made.
  purpose text not null check (purpose in ('verify', 'setup')),
  host text not null,
  device_id uuid references device on delete set null,
  -- Of a set-up: what was set up, and so proven.
  passed_by text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_step_expired on sign_in_step (expires_at);
select identity_access('sign_in_step', 'select, insert, update, delete');

-- Challenges for passkeys that nobody has answered yet: each is answered once.
create table passkey_challenge (
  challenge text primary key,
  -- Null where anybody may sign in with a passkey: the passkey says who it is.
  person_id uuid references person on delete cascade,
  purpose text not null check (purpose in ('register', 'sign_in', 'verify', 'confirm')),
  host text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index passkey_challenge_expired on passkey_challenge (expires_at);
select identity_access('passkey_challenge', 'select, insert, update, delete');

-- People who register themselves: the address is not believed before its link comes back.
create table registration_link (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  email text not null,
  language text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash)
);
create index registration_link_of on registration_link (tenant_id, email);
select tenant_table('registration_link');
select identity_access('registration_link', 'select, insert, update, delete');
