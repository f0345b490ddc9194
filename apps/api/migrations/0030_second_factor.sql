-- The second step of a sign-in: what each person has for it, who must have it, and the sign-ins that wait for it.

-- inherit: as the unit and the partner say. none: nothing more, unless one of them asks for it. email, app: always, and at least that.
alter table membership add column authentication_level text not null default 'inherit' check (authentication_level in ('inherit', 'none', 'email', 'app'));

-- Operator and partner staff always have a second factor. `waived` is for demonstrations: no endpoint writes it.
alter table staff add column authentication_level text not null default 'required' check (authentication_level in ('required', 'waived'));

-- Whether members may spare a browser of their own the second step for thirty days.
alter table tenant_setting add column trusted_devices boolean not null default false;

-- What people have belongs to the person, so it stands apart from every unit, with the identity role alone. Most of these
-- rows change with every sign-in: what is worth a line of the audit log is written by the features.
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

create table recovery_code (
  person_id uuid not null references person on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

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

-- How the person proved it, and when they did so last: what touches the keys of an account asks for it again.
alter table session add column second_factor text;
alter table session add column confirmed_at timestamptz;
alter table device add column trusted_until timestamptz;
alter table device add column host text not null default '';

do $$
declare
  name text;
begin
  foreach name in array array['second_factor', 'recovery_code', 'passkey', 'sign_in_step', 'passkey_challenge'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    perform identity_access(name::regclass, 'select, insert, update, delete');
  end loop;
end $$;
