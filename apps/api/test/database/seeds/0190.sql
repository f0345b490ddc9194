-- a screen that was opened in a remote access of unit 2
insert into remote_access_step (tenant_id, id, access_id, at, screen)
values (lpad('2', 32, '0')::uuid, lpad('19001', 32, '0')::uuid, lpad('15001', 32, '0')::uuid, now(), 'dashboard');
