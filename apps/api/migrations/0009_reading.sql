-- What readers make of reports: favourites and start pages, kept filters and views, problems, files; and what was looked at.

create table favourite (
  tenant_id uuid not null,
  person_id uuid not null references person on delete cascade,
  report_id uuid not null,
  -- Places by hand; a new star comes last.
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, person_id, report_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
select tenant_table('favourite');

-- What somebody put on the start page.
create table home_report (
  tenant_id uuid not null,
  person_id uuid not null references person on delete cascade,
  report_id uuid not null,
  position integer not null default 0,
  added_at timestamptz not null default now(),
  primary key (tenant_id, person_id, report_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
select tenant_table('home_report');

create table saved_view (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  person_id uuid not null references person on delete cascade,
  -- filters: how the report opens for this person; link: for everybody who may open the report.
  kind text not null check (kind in ('filters', 'bookmark', 'link')),
  name text check ((kind = 'bookmark') = (name is not null)),
  -- The title of the page, for reading.
  page text not null,
  -- The reporting service's own text, opaque to us.
  state text not null,
  -- The state of the page as the report was made, hashed: who comes back to it by hand keeps no filters any more.
  made_hash bytea check (made_hash is null or kind = 'filters'),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
create unique index saved_view_filters on saved_view (tenant_id, person_id, report_id) where kind = 'filters';
create index saved_view_of_report on saved_view (tenant_id, report_id, person_id);
select tenant_table('saved_view');

-- Whether filters are kept for a person, where the unit keeps them at all.
create table reader_choice (
  tenant_id uuid not null references tenant on delete cascade,
  person_id uuid not null references person on delete cascade,
  save_filter text not null check (save_filter in ('never', 'ask', 'always')),
  primary key (tenant_id, person_id)
);
select tenant_table('reader_choice');

create table report_view (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  person_id uuid not null references person,
  actor_id uuid not null references person,
  -- Links and pages are looked at without a token.
  embed_token_id text,
  rls_ignored boolean not null default false,
  opened_at timestamptz not null default now(),
  -- How long the report was on the screen and the page in sight, as the browser last told.
  seconds integer not null default 0 check (seconds between 0 and 86400),
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
create index report_view_of_report on report_view (tenant_id, report_id, opened_at);
create index report_view_of_person on report_view (tenant_id, person_id, opened_at);
create index report_view_by_time on report_view (tenant_id, opened_at);
select tenant_table('report_view', 'read');

create table report_page_view (
  tenant_id uuid not null,
  id uuid not null,
  view_id uuid not null,
  page text not null,
  device text not null check (device in ('desktop', 'phone')),
  origin text not null check (origin in ('viewer', 'external', 'playlist')),
  load_ms integer,
  render_ms integer,
  shown_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, view_id) references report_view (tenant_id, id) on delete cascade
);
create index report_page_view_of_view on report_page_view (tenant_id, view_id);
select tenant_table('report_page_view', 'read');

-- What the operator may see of a unit, and what stays when the view log has been emptied of names.
create table usage_day (
  tenant_id uuid not null references tenant on delete cascade,
  day date not null,
  views integer not null,
  people integer not null,
  reports integer not null,
  seconds integer not null,
  primary key (tenant_id, day)
);
select tenant_table('usage_day', 'read');
select operator_access('usage_day', 'select');

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

create table report_export (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  person_id uuid not null references person,
  format text not null check (format in ('PDF', 'PPTX', 'PNG', 'XLSX', 'CSV')),
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
