-- a problem of unit 2 that became a ticket
insert into ticket (tenant_id, id, number, title, text, opened_by, created_at, touched_at)
  select tenant_id, lpad('31501', 32, '0')::uuid, 1315, 'Problema em Vendas', 'Texto', person_id, now(), now()
  from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
update report_problem set ticket_id = lpad('31501', 32, '0')::uuid, title = 'Vendas', decision = '{"see": true, "reasons": []}'
  where tenant_id = lpad('2', 32, '0')::uuid and id = (select id from report_problem where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1);
