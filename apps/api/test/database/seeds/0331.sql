-- the file and the mail of the run of the task of unit 2
update task set kind = 'mail', mail_format = 'PPTX', mail_page = 'visao' where id = lpad('33001', 32, '0')::uuid;
insert into task_copy (tenant_id, id, run_id, identity, locale, state)
  select tenant_id, lpad('33101', 32, '0')::uuid, id, '{"username": "ana", "roles": ["Sul"]}', 'pt-BR', 'done' from task_run where id = lpad('33003', 32, '0')::uuid;
insert into task_letter (tenant_id, id, run_id, person_id, copy_id, state, ended_at)
  select x.tenant_id, lpad('33102', 32, '0')::uuid, x.id, t.owner_id, lpad('33101', 32, '0')::uuid, 'sent', '2026-11-30T11:01:00Z'
  from task_run x join task t on t.tenant_id = x.tenant_id and t.id = x.task_id where x.id = lpad('33003', 32, '0')::uuid;
