-- Times in which a report is closed for its readers. Windows may overlap: the latest end counts.

create table report_maintenance (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  message text not null default '',
  -- Administrators and partners may open the report meanwhile.
  managers_pass boolean not null default true,
  -- Readers are told a day before; then when they were.
  announce boolean not null default false,
  announced_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade,
  check (ends_at > starts_at and ends_at <= starts_at + interval '7 days')
);
create index report_maintenance_of_report on report_maintenance (tenant_id, report_id, ends_at);
select tenant_table('report_maintenance', 'write');
select audited('report_maintenance');
