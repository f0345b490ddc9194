-- an incident of unit 2, and whom it concerns
insert into incident (tenant_id, id, title, noticed_at, due_on)
  values (lpad('2', 32, '0')::uuid, lpad('36501', 32, '0')::uuid, 'Sheet sent to the wrong client', now(), '2026-11-30');
insert into incident_person (tenant_id, incident_id, membership_id, found_by)
  values (lpad('2', 32, '0')::uuid, lpad('36501', 32, '0')::uuid, lpad('21', 32, '0')::uuid, 'hand');
