-- a request for somebody else: person 11 asks for membership 23
insert into catalogue_request (tenant_id, id, report_id, membership_id, reason, asked_by)
  values (lpad('2', 32, '0')::uuid, lpad('172', 32, '0')::uuid, lpad('64', 32, '0')::uuid, lpad('150', 32, '0')::uuid, 'For the meeting', lpad('11', 32, '0')::uuid);
