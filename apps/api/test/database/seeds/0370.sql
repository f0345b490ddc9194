-- holds of unit 2, and what the jobs removed of it
insert into legal_hold (tenant_id, id, membership_id, person_id, reason, last_day, ends_at, created_by)
  select tenant_id, uuid_v7(), id, person_id, 'Processo 1', '2027-06-30', '2027-07-01', person_id from membership
  where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into legal_hold (tenant_id, id, reason) values (lpad('2', 32, '0')::uuid, uuid_v7(), 'Processo 2');
insert into retention_run (tenant_id, kind, day, removed, ran_at) values (lpad('2', 32, '0')::uuid, 'views', '2026-11-01', 3, now());
insert into retention_look (kind, looked_at) values ('views', now());
