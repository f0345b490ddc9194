-- A ticket that says the same as another is merged into it: it is resolved, takes no more words, and leads there. Whoever opened it
-- sees the other one from then on, without its notes.
alter table ticket add column merged_into_id uuid;
alter table ticket add foreign key (tenant_id, merged_into_id) references ticket (tenant_id, id) on delete set null (merged_into_id);
alter table ticket add check (merged_into_id is null or (merged_into_id <> id and state = 'resolved'));
create index ticket_merged on ticket (tenant_id, merged_into_id) where merged_into_id is not null;

alter table ticket_entry drop constraint ticket_entry_event_check;
alter table ticket_entry add constraint ticket_entry_event_check check (
  event in ('taken', 'assigned', 'returned', 'resolved', 'reopened', 'escalated', 'estimated', 'prioritised', 'merged', 'merged_in'));

-- People beside its opener who see what is said about a ticket.
create table ticket_watcher (
  tenant_id uuid not null references tenant on delete cascade,
  ticket_id uuid not null,
  person_id uuid not null references person on delete cascade,
  primary key (tenant_id, ticket_id, person_id),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id) on delete cascade
);
create index ticket_watcher_of_person on ticket_watcher (tenant_id, person_id);
select tenant_table('ticket_watcher');
-- Who may be mentioned, and who writes when a mail comes.
select identity_access('ticket_watcher', 'select');
select table_access('ticket_watcher', 'portal_operator', 'select',
  'exists (select from ticket t where t.tenant_id = ticket_watcher.tenant_id and t.id = ticket_watcher.ticket_id and t.level = ''operator'')');
