-- Whom a follow-up or a note names, so that they hear of it.
create table ticket_mention (
  tenant_id uuid not null references tenant on delete cascade,
  entry_id uuid not null,
  person_id uuid not null references person on delete cascade,
  primary key (tenant_id, entry_id, person_id),
  foreign key (tenant_id, entry_id) references ticket_entry (tenant_id, id) on delete cascade
);
create index ticket_mention_of_person on ticket_mention (tenant_id, person_id);
select tenant_table('ticket_mention');
select table_access('ticket_mention', 'portal_operator', 'select, insert',
  'exists (select from ticket_entry e where e.tenant_id = ticket_mention.tenant_id and e.id = ticket_mention.entry_id)');
