-- a picture of report 63, not made yet
insert into thumbnail (tenant_id, report_id, key, person_id, asked_at)
values (lpad('2', 32, '0')::uuid, lpad('63', 32, '0')::uuid, repeat('a', 64), lpad('11', 32, '0')::uuid, '2026-11-23');
