-- A password and a passkey are the portal’s own proofs and count alike; who looks through sessions and sign-ins tells them apart.
alter table session add column by_passkey boolean not null default false;

-- The log asked for one way in.
create index audit_log_by_way on audit_log (tenant_id, (after ->> 'method'), id) where action = 'session.sign_in';
