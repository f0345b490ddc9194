-- a workspace of unit 2 that was made, and one of which nobody knows yet
insert into workspace_act (tenant_id, id, account_id, workspace_id, workspace_name, kind, state, ended_at)
  select tenant_id, lpad('35001', 32, '0')::uuid, id, lpad('35009', 32, '0')::uuid, 'Vendas', 'create', 'done', now()
  from reporting_account where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into workspace_act (tenant_id, id, account_id, workspace_name, kind)
  select tenant_id, lpad('35002', 32, '0')::uuid, id, 'Metas', 'create'
  from reporting_account where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
