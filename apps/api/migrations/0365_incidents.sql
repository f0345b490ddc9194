-- Security incidents of a unit: the worksheet that the law asks for, whom they concern, and when authority and people were told.
create table incident (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  title text not null,
  happened text not null default '',
  happened_from timestamptz,
  happened_until timestamptz,
  -- From here the law counts.
  noticed_at timestamptz not null,
  -- The last day on which the authority is told in time, on the calendar of Brazil.
  due_on date not null,
  data_kinds text[] not null default '{}'
    check (data_kinds <@ array['identity', 'contact_data', 'sign_in_data', 'financial', 'health', 'children', 'location', 'usage', 'other_data']),
  cause text not null default '',
  measures text not null default '',
  risk text not null default 'unjudged' check (risk in ('unjudged', 'slight', 'relevant')),
  risk_reason text not null default '',
  -- Name and contact of who answers for the protection of data in the unit.
  data_officer text not null default '',
  -- Null: as it follows from the worksheet.
  notice text,
  letter text,
  authority_told_at timestamptz,
  people_told_at timestamptz,
  closing text not null default '',
  closed_at timestamptz,
  created_by uuid references person,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  check (happened_until >= happened_from)
);
create index incident_due on incident (tenant_id, due_on, id);
select tenant_table('incident');
-- Housekeeping removes what was closed long ago.
select identity_access('incident', 'select, delete');
-- The log knows what was changed and when. The texts may name people, and the log keeps what it has.
select audited('incident', array['happened', 'cause', 'measures', 'risk_reason', 'data_officer', 'notice', 'letter', 'closing']);

-- Whom an incident concerns: by membership, so that somebody who is erased has no name here either.
create table incident_person (
  tenant_id uuid not null,
  incident_id uuid not null,
  membership_id uuid not null,
  found_by text not null check (found_by in ('views', 'exports', 'sign_ins', 'group', 'hand')),
  added_at timestamptz not null default now(),
  primary key (tenant_id, incident_id, membership_id),
  foreign key (tenant_id, incident_id) references incident (tenant_id, id) on delete cascade,
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
create index incident_person_of_member on incident_person (tenant_id, membership_id);
select tenant_table('incident_person');
-- A legal hold of somebody keeps the incidents that concern them.
select identity_access('incident_person', 'select');
