-- Problems that readers report from the viewer, with what was on the screen.

create table report_problem (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  person_id uuid not null references person,
  view_id uuid,
  description text not null,
  page text not null,
  -- One line each, as a person reads them.
  filters text[] not null default '{}',
  refreshed_at timestamptz,
  load_ms integer,
  render_ms integer,
  -- What the viewer knows of itself: browser, size of the window, the failure on the screen.
  details text not null default '',
  created_at timestamptz not null default now(),
  solved_at timestamptz,
  solved_by uuid references person,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade,
  foreign key (tenant_id, view_id) references report_view (tenant_id, id) on delete set null (view_id)
);
create index report_problem_of_report on report_problem (tenant_id, report_id, created_at desc);
create index report_problem_of_person on report_problem (tenant_id, person_id, created_at desc);
create index report_problem_of_view on report_problem (tenant_id, view_id);
select tenant_table('report_problem', 'write');
select audited('report_problem');
