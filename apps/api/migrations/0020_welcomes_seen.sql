-- Which welcome messages somebody has been shown: each version once, on whatever device.
create table welcome_seen (
  person_id uuid not null references person on delete cascade,
  -- A digest of the message in all its languages.
  version text not null,
  seen_at timestamptz not null default now(),
  primary key (person_id, version)
);
select identity_access('welcome_seen', 'select, insert, delete');
