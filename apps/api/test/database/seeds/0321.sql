-- a ticket of unit 2 that waits for the end of a maintenance
insert into report_maintenance (tenant_id, id, report_id, starts_at, ends_at)
  select tenant_id, lpad('32101', 32, '0')::uuid, id, now(), now() + interval '1 day' from report where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into ticket (tenant_id, id, number, title, text, opened_by, created_at, touched_at, maintenance_id)
  select m.tenant_id, lpad('32102', 32, '0')::uuid, 1321, 'Espera', 'Texto', m.person_id, now(), now(), w.id
  from membership m join report_maintenance w on w.tenant_id = m.tenant_id and w.id = lpad('32101', 32, '0')::uuid order by m.id limit 1;
