-- What readers of a report say to each other beside it (docs/reference/product-rules.md 12). Who sees the report sees all of it.
create table report_thread (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  -- What was on the screen, as it is named there.
  page text not null default '' check (length(page) <= 200),
  filters jsonb not null default '[]',
  -- The same to go back to, where the report could tell.
  view_id uuid,
  opened_by uuid references person on delete set null,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid references person on delete set null,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade,
  foreign key (tenant_id, view_id) references saved_view (tenant_id, id) on delete set null (view_id)
);
create index report_thread_of_report on report_thread (tenant_id, report_id, touched_at, id);
create index report_thread_of_view on report_thread (tenant_id, view_id) where view_id is not null;
select tenant_table('report_thread', 'write');
select audited('report_thread', '{filters}');

create table report_comment (
  tenant_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  person_id uuid references person on delete set null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, thread_id) references report_thread (tenant_id, id) on delete cascade
);
create index report_comment_in_order on report_comment (tenant_id, thread_id, created_at, id);
create index report_comment_of_person on report_comment (tenant_id, person_id) where person_id is not null;
select tenant_table('report_comment', 'write');
select audited('report_comment', '{text}');

-- Whom a comment names; they saw the report when it was written.
create table report_mention (
  tenant_id uuid not null,
  comment_id uuid not null,
  person_id uuid not null references person on delete cascade,
  primary key (tenant_id, comment_id, person_id),
  foreign key (tenant_id, comment_id) references report_comment (tenant_id, id) on delete cascade
);
create index report_mention_of_person on report_mention (tenant_id, person_id);
select tenant_table('report_mention', 'write');
