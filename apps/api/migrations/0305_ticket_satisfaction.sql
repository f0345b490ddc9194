-- What whoever opened a ticket says of the help: one word for each time that it was resolved, which may change for a while.
create table ticket_rating (
  tenant_id uuid not null references tenant on delete cascade,
  ticket_id uuid not null,
  -- The solution that it is about: a ticket that is opened again asks anew once it is resolved again.
  resolved_at timestamptz not null,
  helped text not null check (helped in ('yes', 'partly', 'no')),
  words text not null default '' check (length(words) <= 500),
  rated_at timestamptz not null,
  changed_at timestamptz,
  primary key (tenant_id, ticket_id, resolved_at),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id) on delete cascade
);
select tenant_table('ticket_rating');
select table_access('ticket_rating', 'portal_operator', 'select',
  'exists (select from ticket t where t.tenant_id = ticket_rating.tenant_id and t.id = ticket_rating.ticket_id and t.level = ''operator'')');
