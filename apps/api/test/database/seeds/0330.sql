-- a task of unit 2 for its first report, with a time and a run
insert into task (tenant_id, id, report_id, owner_id, name, kind, query, operator, value, membership_ids)
  select r.tenant_id, lpad('33001', 32, '0')::uuid, r.id, m.person_id, 'Vendas abaixo da meta', 'alert', 'EVALUATE ROW("x", 1)', 'less', '2', array[m.id]
  from report r join membership m on m.tenant_id = r.tenant_id where r.tenant_id = lpad('2', 32, '0')::uuid order by r.id, m.id limit 1;
insert into task_condition (tenant_id, task_id, state, last_value) select tenant_id, id, 'firing', '1' from task where id = lpad('33001', 32, '0')::uuid;
insert into task_trigger (tenant_id, id, task_id, position, frequency, times, next_run_at)
  select tenant_id, lpad('33002', 32, '0')::uuid, id, 0, 'daily', array['08:00'], '2026-12-01T11:00:00Z' from task where id = lpad('33001', 32, '0')::uuid;
insert into task_run (tenant_id, id, task_id, state, due_at, value, number_value, rows_found, told)
  select tenant_id, lpad('33003', 32, '0')::uuid, id, 'fired', '2026-11-30T11:00:00Z', '1', 1, 1, 1 from task where id = lpad('33001', 32, '0')::uuid;
