-- an opening of unit 2 that was never shown
insert into report_view (tenant_id, id, report_id, person_id, actor_id, shown)
  select r.tenant_id, lpad('390', 32, '0')::uuid, r.id, m.person_id, m.person_id, false
  from report r join membership m using (tenant_id) where r.tenant_id = lpad('2', 32, '0')::uuid limit 1;
