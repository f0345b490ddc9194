-- embedding of a report in unit 2: a token that was exchanged, and its reader
insert into embedding (tenant_id, origins, group_id)
select tenant_id, '{https://intranet.example}', group_id from report where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into embedded_report (tenant_id, report_id) select tenant_id, id from report where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into embedded_session (tenant_id, id, jti_hash, membership_id, anonymous, report_ids, origin, issued_at)
select tenant_id, lpad('14001', 32, '0')::uuid, '\x01', id, false, '{}', 'https://intranet.example', now()
from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into embedded_reader (tenant_id, month, reader_hash) values (lpad('2', 32, '0')::uuid, '2026-11-01', '\x01');
