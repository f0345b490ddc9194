-- The log of all nodes at another level for a time, and who wanted that. Nodes look every few seconds, and go back by themselves.
alter table platform_setting
  add column log_level text check (log_level in ('error', 'warn', 'info', 'debug')),
  add column log_level_until timestamptz,
  add column log_level_by uuid references person on delete set null,
  add constraint platform_setting_log_level check ((log_level is null) = (log_level_until is null));

-- The processes of the installation, as each says of itself every few seconds. Who has been silent for a while is removed by the others.
create table portal_node (
  id uuid primary key,
  -- Of the machine, and its number there.
  host text not null,
  process integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  memory_bytes bigint not null,
  open_pages integer not null,
  waiting_for_database integer not null,
  log_level text not null
);
select identity_access('portal_node', 'select, insert, update, delete');
select operator_access('portal_node', 'select');
