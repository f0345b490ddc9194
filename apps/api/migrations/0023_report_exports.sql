-- Reports on their way to a file. What decides about the data is written down when somebody asks, not when the job comes.

create table report_export (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  person_id uuid not null references person,
  format text not null check (format in ('PDF', 'PPTX', 'PNG')),
  -- The page alone; null: every page.
  page text,
  -- The view on the screen, as the service wrote it.
  view_state text,
  locale text not null,
  -- As the decision had it: whose rows, which filters, what is drawn over every page.
  identity jsonb,
  filters jsonb not null default '[]',
  watermark text,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  percent integer not null default 0,
  -- The service's own id.
  external_id text,
  -- A word of the catalogue.
  reason text,
  file_id uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete set null (file_id)
);
-- One at a time per person.
create unique index report_export_running on report_export (tenant_id, person_id) where state in ('queued', 'running');
create index report_export_of_person on report_export (tenant_id, person_id, created_at desc);
create index report_export_of_report on report_export (tenant_id, report_id);
create index report_export_of_file on report_export (tenant_id, file_id);
select tenant_table('report_export');
