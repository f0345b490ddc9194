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
