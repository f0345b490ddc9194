-- a ticket of unit 2 that was merged into another, which its opener sees since then
insert into ticket (tenant_id, id, number, title, text, opened_by, state, created_at, touched_at, resolved_at, merged_into_id)
  select tenant_id, lpad('31801', 32, '0')::uuid, 1318, 'O mesmo', 'Texto', person_id, 'resolved', now(), now(), now(), lpad('22001', 32, '0')::uuid
  from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into ticket_watcher (tenant_id, ticket_id, person_id)
  select tenant_id, merged_into_id, opened_by from ticket where tenant_id = lpad('2', 32, '0')::uuid and number = 1318;
