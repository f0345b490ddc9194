-- What somebody writes to many: fixed when it is sent, read by each person in the own language (docs/reference/product-rules.md 14).
create table broadcast (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  author_id uuid references person on delete set null,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'sent', 'recalled')),
  -- Subject and text by language, as they are written.
  texts jsonb not null,
  -- The beginning of each text without its form: lists show it, and read nothing longer.
  excerpts jsonb not null,
  audience text not null default 'all' check (audience in ('all', 'role', 'group', 'people')),
  audience_role text check (audience_role in ('admin', 'user')),
  user_group_id uuid,
  membership_ids uuid[] not null default '{}' check (cardinality(membership_ids) <= 500),
  report_id uuid,
  -- A path of the portal; without one it leads to the report, if there is one.
  link text check (length(link) <= 300),
  -- When it is to be sent, or was.
  send_at timestamptz,
  -- After it the notification no longer counts as unread.
  ends_at timestamptz not null,
  -- The same said to the same people is one thing.
  fingerprint bytea,
  sent_at timestamptz,
  done_at timestamptz,
  -- How many it was sent to, once it is done.
  recipients integer not null default 0,
  reminded_at timestamptz,
  recalled_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_group_id) references user_group (tenant_id, id) on delete set null (user_group_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete set null (report_id),
  check ((state in ('draft')) = (send_at is null))
);
create index broadcast_by_author on broadcast (tenant_id, author_id);
create index broadcast_by_group on broadcast (tenant_id, user_group_id);
create index broadcast_by_report on broadcast (tenant_id, report_id);
create index broadcast_sent on broadcast (tenant_id, send_at) where send_at is not null;
select tenant_table('broadcast', 'write');
select audited('broadcast', array['fingerprint']);

-- Pictures in the texts: what nothing refers to is removed.
create table broadcast_picture (
  tenant_id uuid not null references tenant on delete cascade,
  broadcast_id uuid not null,
  file_id uuid not null,
  primary key (tenant_id, broadcast_id, file_id),
  foreign key (tenant_id, broadcast_id) references broadcast (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete cascade
);
create index broadcast_picture_by_file on broadcast_picture (tenant_id, file_id);
select tenant_table('broadcast_picture', 'write');

alter table notification add column broadcast_id uuid;
-- A draft that its author sent to themselves.
alter table notification add column trial boolean not null default false;
-- From where it was read.
alter table notification add column read_by text check (read_by in ('portal', 'mail'));
alter table notification add foreign key (tenant_id, broadcast_id) references broadcast (tenant_id, id) on delete cascade;
-- One for each person, whatever is begun again; batches go on behind the last of them.
create unique index notification_of_broadcast on notification (tenant_id, broadcast_id, person_id) where broadcast_id is not null and not trial;
create index notification_by_broadcast on notification (tenant_id, broadcast_id) where broadcast_id is not null;
