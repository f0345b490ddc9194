-- the follow-up of unit 2 names whoever wrote it
insert into ticket_mention (tenant_id, entry_id, person_id)
  select tenant_id, id, person_id from ticket_entry where tenant_id = lpad('2', 32, '0')::uuid and id = lpad('22002', 32, '0')::uuid;
