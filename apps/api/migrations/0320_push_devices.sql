-- Notices on devices (Web Push): the keys by which push services know this portal, and the browsers that people let it tell them in.

-- One pair for the portal, made when somebody asks first. With another pair every device would have to be allowed anew.
create table push_key (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  -- Encrypted with the master key.
  private_key text not null,
  created_at timestamptz not null default now()
);
select identity_access('push_key', 'select, insert');

-- A browser belongs to a person, whatever the unit, and to the session in which it was allowed: it is told nothing more once that was ended.
create table push_device (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  session_id uuid not null references session on delete cascade,
  -- Of the address at the push service: a browser is one row, whoever uses it.
  endpoint_hash bytea not null unique,
  -- Address and keys, encrypted with the master key: whoever has them can write to the device.
  subscription text not null,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_sent_at timestamptz,
  -- In a row; none after a notice that was taken.
  failures integer not null default 0
);
create index push_device_of_person on push_device (person_id, created_at);
create index push_device_of_session on push_device (session_id);
select identity_access('push_device', 'select, insert, update, delete');

-- Given to the devices of the person.
alter table notification add column pushed_at timestamptz;
-- Topics that come to no device (contract: notifications/kinds.ts).
alter table notification_choice add column not_by_push text[] not null default '{}';
