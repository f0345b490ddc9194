-- the secret and a call of the task of unit 2
update task set kind = 'webhook', webhook_url = 'https://loja.example/vendas' where id = lpad('33001', 32, '0')::uuid;
insert into task_webhook (tenant_id, task_id, secret, secret_made_at, secret_before, secret_before_until)
  select tenant_id, id, 'v1.new', '2026-11-30T10:00:00Z', 'v1.old', '2026-12-01T10:00:00Z' from task where id = lpad('33001', 32, '0')::uuid;
insert into task_delivery (tenant_id, id, run_id, body, holds_data, state, tries, last_at, status, problem, ended_at)
  select tenant_id, lpad('33201', 32, '0')::uuid, id, '{}', true, 'failed', 6, '2026-11-30T22:00:00Z', 500, 'refused', '2026-11-30T22:00:00Z'
  from task_run where id = lpad('33003', 32, '0')::uuid;
