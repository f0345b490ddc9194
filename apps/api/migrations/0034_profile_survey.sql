-- What people do in their organisation, asked once: for themselves, whatever the unit.
create table profile_survey (
  person_id uuid primary key references person on delete cascade,
  position text check (position in ('director', 'supervisor', 'manager', 'analyst', 'other')),
  other text not null default '',
  answered_at timestamptz,
  later_count integer not null default 0,
  later_at timestamptz,
  check ((position is null) = (answered_at is null))
);
alter table profile_survey enable row level security, force row level security;
select identity_access('profile_survey', 'select, insert, update');
