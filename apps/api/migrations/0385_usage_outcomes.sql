-- How sign-ins and refreshes of a unit ended on a day, and what its capacities ran, counted at night as the rest of its use.
create table usage_outcome (
  tenant_id uuid not null references tenant on delete cascade,
  day date not null,
  kind text not null check (kind in ('sign_in', 'refused', 'refresh')),
  -- The way of a sign-in, the cause of a refusal, how a refresh ended.
  outcome text not null,
  count integer not null,
  primary key (tenant_id, day, kind, outcome)
);
select tenant_table('usage_outcome', 'read');
select operator_access('usage_outcome', 'select');

alter table usage_day
  add column capacity_minutes integer not null default 0,
  -- By the list prices of Azure, in US cents.
  add column capacity_cents integer not null default 0;

-- What is counted has grown: days that were counted as before are counted anew, as far as the log reaches.
alter table usage_count add column counts integer not null default 1;
