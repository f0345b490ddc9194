-- a chain of one entry in unit 2
insert into audit_chain (tenant_id, number, link_hash, last_id) values (lpad('2', 32, '0')::uuid, 1, sha256('1'), lpad('23001', 32, '0')::uuid);
insert into audit_proof (tenant_id, number, kind, log_id, at, salt, before_hash, after_hash, ip_hash, content_hash, link_hash)
values (lpad('2', 32, '0')::uuid, 1, 'line', lpad('23001', 32, '0')::uuid, now(), '\x00', sha256('b'), sha256('a'), sha256('i'), sha256('c'), sha256('1'));
insert into audit_anchor (tenant_id, day, number, link_hash) values (lpad('2', 32, '0')::uuid, '2026-01-01', 1, sha256('1'));
