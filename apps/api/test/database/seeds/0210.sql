-- in unit 2: a draft, and one that was sent to somebody
insert into broadcast (tenant_id, id, author_id, texts, excerpts, ends_at)
select tenant_id, lpad('21001', 32, '0')::uuid, person_id, '{}', '{}', now() from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into broadcast (tenant_id, id, state, texts, excerpts, ends_at, send_at, sent_at)
values (lpad('2', 32, '0')::uuid, lpad('21002', 32, '0')::uuid, 'sent', '{}', '{}', now(), now(), now());
insert into broadcast_picture (tenant_id, broadcast_id, file_id)
select tenant_id, lpad('21001', 32, '0')::uuid, id from file where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into notification (tenant_id, id, person_id, kind, broadcast_id)
select tenant_id, lpad('21003', 32, '0')::uuid, person_id, 'message', lpad('21002', 32, '0')::uuid
from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
