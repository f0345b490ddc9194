-- what somebody of unit 2 could not open
insert into failed_opening (tenant_id, report_id, person_id, hour, cause)
  select r.tenant_id, r.id, m.person_id, '2026-11-01 12:00Z', 'capacity_paused'
  from report r join membership m using (tenant_id) where r.tenant_id = lpad('2', 32, '0')::uuid;
