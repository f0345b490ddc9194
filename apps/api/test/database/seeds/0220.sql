-- a ticket of unit 2 with a follow-up and a file
insert into ticket_counter (tenant_id, last_number) values (lpad('2', 32, '0')::uuid, 1001);
insert into ticket (tenant_id, id, number, title, text, opened_by, created_at, touched_at)
  select tenant_id, lpad('22001', 32, '0')::uuid, 1001, 'Pergunta', 'Texto', person_id, now(), now()
  from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into ticket_entry (tenant_id, id, ticket_id, kind, person_id, side, text, created_at)
  select tenant_id, lpad('22002', 32, '0')::uuid, id, 'said', opened_by, 'opener', 'Resposta', now() from ticket where tenant_id = lpad('2', 32, '0')::uuid;
insert into file (tenant_id, id, kind, name, content_type, size, bytes)
  values (lpad('2', 32, '0')::uuid, lpad('22003', 32, '0')::uuid, 'ticket_attachment', 'nota.txt', 'text/plain', 1, 'x');
insert into ticket_attachment (tenant_id, file_id, ticket_id, position)
  values (lpad('2', 32, '0')::uuid, lpad('22003', 32, '0')::uuid, lpad('22001', 32, '0')::uuid, 1);
