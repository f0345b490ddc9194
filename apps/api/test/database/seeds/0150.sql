-- a request that waits in unit 2
insert into remote_access (tenant_id, id, asker_id, asker_role, asker_session_id, membership_id, person_id, reason, minutes, wished, answer_until)
select tenant_id, lpad('15001', 32, '0')::uuid, person_id, 'admin', lpad('15002', 32, '0')::uuid, id, person_id, 'Ajuda com filtros', 30, 'read', now()
from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
