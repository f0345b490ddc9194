-- What people are told: notifications in their unit, and that something on an open page has changed.

-- What a person is told in a unit. The words are made where it is read, in the reader's language: of the kind and its values.
create table notification (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  person_id uuid not null references person on delete cascade,
  kind text not null,
  "values" jsonb not null default '{}',
  link text,
  created_at timestamptz not null default now(),
  -- After it nobody is reminded any more.
  ends_at timestamptz,
  read_at timestamptz,
  deleted_at timestamptz,
  mailed_at timestamptz,
  primary key (tenant_id, id)
);
create index notification_of_person on notification (tenant_id, person_id, created_at desc) where deleted_at is null;
create index notification_unread on notification (tenant_id, person_id) where deleted_at is null and read_at is null;
select tenant_table('notification', 'write');
select identity_access('notification', 'select, delete');

-- Who wants no mails about notifications. No row: mails are welcome.
create table notification_choice (
  tenant_id uuid not null references tenant on delete cascade,
  person_id uuid not null references person on delete cascade,
  by_mail boolean not null,
  primary key (tenant_id, person_id)
);
select tenant_table('notification_choice');
select audited('notification_choice');

-- What open pages are told: that something has changed, never what. Rows are an outbox of some minutes: written within the
-- transaction that changes something, read by each process that has listeners once their transaction can no longer be overtaken.
create table live_event (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null default uuid_v7(),
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  -- Null: everybody who works in the unit now.
  person_id uuid,
  -- Ids at most, by which a page knows whether it shows what has changed.
  about jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
-- Processes read what is new, of all units, for the pages they hold open.
create index live_event_by_xid on live_event (xid);
select tenant_table('live_event', 'write');
select identity_access('live_event', 'select, delete');
