-- a directory of unit 2, a person who is linked, and a sign-in under way
insert into entra_directory (tenant_id, id, name, directory_id, email_domains)
values (lpad('2', 32, '0')::uuid, lpad('9001', 32, '0')::uuid, 'Directory', lpad('9002', 32, '0')::uuid, '{example.com}');
insert into entra_identity (tenant_id, id, membership_id, entra_directory_id, object_id, linked_at)
select tenant_id, lpad('9003', 32, '0')::uuid, id, lpad('9001', 32, '0')::uuid, lpad('9004', 32, '0')::uuid, now()
from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into entra_sign_in (state_hash, cookie_hash, unit_id, entra_directory_id, host, nonce, verifier, expires_at)
values ('\x01', '\x02', lpad('2', 32, '0')::uuid, lpad('9001', 32, '0')::uuid, 'portal.example', 'n', 'v', now());
