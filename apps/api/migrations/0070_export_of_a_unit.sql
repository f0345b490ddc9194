-- Everything of a unit in one archive, for who may close or erase it. It waits for a job, which writes the archive in parts of a megabyte.
create table unit_export (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  -- Who asked for it, and nobody else, may take it.
  person_id uuid not null references person,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  reason text check (reason in ('too_big', 'not_allowed', 'failed')),
  -- The invoices of the unit's client, as whoever asked saw them: the job works in the unit, which sees none. Empty once there is a result.
  invoices jsonb not null default '[]',
  size bigint not null default 0 check (size >= 0),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  check ((state = 'waiting') = (ended_at is null)),
  check ((state = 'failed') = (reason is not null))
);
create index unit_export_by_person on unit_export (tenant_id, person_id);
create unique index unit_export_waiting on unit_export (tenant_id, person_id) where state = 'waiting';
select tenant_table('unit_export', 'write');
-- The operator reaches what the very person asked for, and nothing else of a unit.
select table_access('unit_export', 'portal_operator', 'select, insert, delete', 'person_id = (select public.app_setting(''person_id'')::uuid)');

create table unit_export_part (
  tenant_id uuid not null,
  export_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (tenant_id, export_id, number),
  foreign key (tenant_id, export_id) references unit_export (tenant_id, id) on delete cascade
);
-- The parts are packed already.
alter table unit_export_part alter column bytes set storage external;
select tenant_table('unit_export_part', 'read');
select table_access('unit_export_part', 'portal_operator', 'select', 'exists (select from unit_export e where e.id = export_id)');
