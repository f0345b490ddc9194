-- a request for a group: person 11 asks for group 22
insert into catalogue_request (tenant_id, id, report_id, for_group_id, reason, asked_by)
  values (lpad('2', 32, '0')::uuid, lpad('173', 32, '0')::uuid, lpad('64', 32, '0')::uuid, lpad('22', 32, '0')::uuid, 'For the stores', lpad('11', 32, '0')::uuid);
