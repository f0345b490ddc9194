-- what was said about a report of unit 2, and who was named
insert into report_thread (tenant_id, id, report_id, page, filters, created_at, touched_at)
  select tenant_id, lpad('29501', 32, '0')::uuid, id, 'Loja', '["Região: Sul"]', now(), now() from report
  where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into report_comment (tenant_id, id, thread_id, person_id, text, created_at)
  select tenant_id, lpad('29502', 32, '0')::uuid, lpad('29501', 32, '0')::uuid, person_id, 'Confere?', now()
  from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into report_mention (tenant_id, comment_id, person_id)
  select tenant_id, id, person_id from report_comment where id = lpad('29502', 32, '0')::uuid;
