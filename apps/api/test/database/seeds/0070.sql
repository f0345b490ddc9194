-- an archive of unit 2 that is ready, and one on its way
insert into unit_export (tenant_id, id, person_id, state, size, ended_at)
values (lpad('2', 32, '0')::uuid, lpad('7001', 32, '0')::uuid, lpad('10', 32, '0')::uuid, 'done', 1, now());
insert into unit_export (tenant_id, id, person_id)
values (lpad('2', 32, '0')::uuid, lpad('7002', 32, '0')::uuid, lpad('10', 32, '0')::uuid);
insert into unit_export_part (tenant_id, export_id, number, bytes)
values (lpad('2', 32, '0')::uuid, lpad('7001', 32, '0')::uuid, 0, '\x00');
