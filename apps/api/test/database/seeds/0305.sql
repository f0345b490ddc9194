-- a resolved ticket of unit 2 whose opener was helped in part
insert into ticket (tenant_id, id, number, title, text, opened_by, state, created_at, touched_at, resolved_at)
  select tenant_id, lpad('30501', 32, '0')::uuid, 1305, 'Resolvido', 'Texto', person_id, 'resolved', now(), now(), now()
  from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into ticket_rating (tenant_id, ticket_id, resolved_at, helped, words, rated_at)
  select tenant_id, id, resolved_at, 'partly', 'Falta um passo', now() from ticket where tenant_id = lpad('2', 32, '0')::uuid and number = 1305;
