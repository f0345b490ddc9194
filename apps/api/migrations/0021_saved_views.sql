-- What a reader made of a report: the filters it opens with next time, bookmarks, and views behind a link.

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
