-- a capacity of unit 2 that runs, and one act of it that is under way
insert into capacity (tenant_id, id, account_id, name, resource_group, subscription_id, sku)
  select tenant_id, lpad('34001', 32, '0')::uuid, id, 'vendas1', 'vitrine', lpad('34009', 32, '0')::uuid, 'F2'
  from reporting_account where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into capacity_seen (tenant_id, capacity_id, seen_from, seen_until, state, sku)
  select tenant_id, id, now() - interval '1 hour', now(), 'active', sku from capacity where tenant_id = lpad('2', 32, '0')::uuid;
insert into capacity_shift (tenant_id, capacity_id, shift_id)
  select c.tenant_id, c.id, s.id from capacity c join shift s using (tenant_id) where c.tenant_id = lpad('2', 32, '0')::uuid;
insert into capacity_act (tenant_id, id, capacity_id, kind, source, from_sku, asked_at)
  select tenant_id, lpad('34002', 32, '0')::uuid, id, 'pause', 'person', sku, now() from capacity where tenant_id = lpad('2', 32, '0')::uuid;
