-- a group of the directory of unit 2 that gives the role of administrator
insert into entra_group (tenant_id, id, entra_directory_id, value, name)
values (lpad('2', 32, '0')::uuid, lpad('9271', 32, '0')::uuid, lpad('9001', 32, '0')::uuid, lpad('9272', 32, '0')::uuid::text, 'Heads');
