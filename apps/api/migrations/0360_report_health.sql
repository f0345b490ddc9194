-- A report that nobody opened for long is archived: inactive, with the day and who did it. Active again, it is archived no longer.
alter table report add column archived_at timestamptz;
alter table report add column archived_by uuid references person (id);
alter table report add check (archived_at is null or not active);

-- How long a report took to show its first page, counted at night over the last thirty days: a list does not read the view log.
create table report_load (
  tenant_id uuid not null,
  report_id uuid not null,
  loads integer not null,
  p95_ms integer not null,
  -- The median of all reports of the unit in the same count.
  usual_ms integer not null,
  counted_at timestamptz not null,
  primary key (tenant_id, report_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
select tenant_table('report_load');
