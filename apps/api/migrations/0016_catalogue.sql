-- The catalogue: who publishes a report, and who asks to see it.

-- Whoever registers a report owns it: the default is the actor of the transaction, so that no handler can forget it.
alter table report add column owner_id uuid references person default app_setting('actor_id')::uuid;
create index report_by_owner on report (tenant_id, owner_id);
create index report_in_catalogue on report (tenant_id, title_sort, id) where show_in_catalogue and active;

create table catalogue_request (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  membership_id uuid not null,
  reason text not null,
  state text not null default 'open' check (state in ('open', 'granted', 'denied', 'cancelled', 'lapsed')),
  -- What the decision says to the person; a denial always does.
  answer text not null default '',
  user_group_id uuid,
  decided_by uuid references person,
  decided_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade,
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_group_id) references user_group (tenant_id, id) on delete set null (user_group_id),
  check ((state in ('granted', 'denied')) = (decided_by is not null)),
  check (state <> 'denied' or answer <> '')
);
-- One open request for each person and report, however often somebody presses the button.
create unique index catalogue_request_open on catalogue_request (tenant_id, membership_id, report_id) where state = 'open';
create index catalogue_request_of_person on catalogue_request (tenant_id, membership_id, created_at desc);
create index catalogue_request_of_report on catalogue_request (tenant_id, report_id);
create index catalogue_request_by_group on catalogue_request (tenant_id, user_group_id);
create index catalogue_request_waiting on catalogue_request (tenant_id, created_at) where state = 'open';
select tenant_table('catalogue_request', 'write');
select audited('catalogue_request');
