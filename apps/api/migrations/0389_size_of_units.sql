-- How much room a unit takes, counted at night by its own rows: nobody else may see whose they are. longest_logs is asked by nobody any
-- more; it goes when no node of the version before runs.
create table unit_size (
  tenant_id uuid primary key references tenant on delete cascade,
  bytes bigint not null,
  log_lines bigint not null,
  measured_at timestamptz not null
);
select tenant_table('unit_size');
select operator_access('unit_size', 'select');
