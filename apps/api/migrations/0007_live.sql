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
