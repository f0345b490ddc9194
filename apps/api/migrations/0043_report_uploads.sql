-- Files on their way to a report. They come in parts, are handed to the reporting service, and leave only what became of them.

create table report_upload (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  person_id uuid not null references person,
  account_id uuid not null,
  workspace_id uuid not null,
  file_name text not null,
  size integer not null,
  title text not null,
  description text not null default '',
  -- Null when the place went away in the meantime.
  group_id uuid,
  subgroup_id uuid,
  -- Take the place of what has this name in the workspace.
  replaces boolean not null default false,
  state text not null default 'receiving' check (state in ('receiving', 'publishing', 'done', 'failed')),
  -- What the content is, told by its bytes.
  kind text,
  -- The service's own id of the import.
  external_id text,
  -- A word of the catalogue, and what the service said.
  reason text,
  detail text,
  report_id uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references reporting_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references report_group (tenant_id, id) on delete set null (group_id),
  foreign key (tenant_id, group_id, subgroup_id) references report_subgroup (tenant_id, group_id, id) on update cascade on delete set null (subgroup_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete set null (report_id)
);
create index report_upload_of_person on report_upload (tenant_id, person_id, created_at desc);
create index report_upload_by_account on report_upload (tenant_id, account_id);
create index report_upload_by_place on report_upload (tenant_id, group_id, subgroup_id);
create index report_upload_by_report on report_upload (tenant_id, report_id);
select tenant_table('report_upload', 'write');
select audited('report_upload');

create table report_upload_part (
  tenant_id uuid not null,
  upload_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (tenant_id, upload_id, number),
  foreign key (tenant_id, upload_id) references report_upload (tenant_id, id) on delete cascade
);
-- Mostly compressed already.
alter table report_upload_part alter column bytes set storage external;
select tenant_table('report_upload_part', 'write');
