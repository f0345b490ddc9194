-- A ticket that waits for the end of a maintenance of a report: it is resolved then, and until then only.
alter table ticket add column maintenance_id uuid;
alter table ticket add foreign key (tenant_id, maintenance_id) references report_maintenance (tenant_id, id) on delete set null (maintenance_id);
alter table ticket add check (maintenance_id is null or state <> 'resolved');
create index ticket_of_maintenance on ticket (tenant_id, maintenance_id) where maintenance_id is not null;

alter table ticket_entry drop constraint ticket_entry_event_check;
alter table ticket_entry add constraint ticket_entry_event_check check (
  event in ('taken', 'assigned', 'returned', 'resolved', 'reopened', 'escalated', 'estimated', 'prioritised', 'merged', 'merged_in', 'tied', 'untied', 'maintenance_over'));
