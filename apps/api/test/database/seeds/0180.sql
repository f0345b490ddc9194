-- a directory of unit 2: its token, a person and a group that it looks after, a rehearsal and a line of the log
insert into scim_token (tenant_id, id, name, token_hash, last_four, expires_at)
values (lpad('2', 32, '0')::uuid, lpad('18001', 32, '0')::uuid, 'Directory', '\x01', 'abcd', now() + interval '1 year');
insert into scim_token_use (tenant_id, token_id, last_used_at) values (lpad('2', 32, '0')::uuid, lpad('18001', 32, '0')::uuid, now());
insert into scim_user (tenant_id, membership_id, user_name, external_id, resource)
select tenant_id, id, 'Person@Example.com', 'e1', '{"title":"T"}' from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into scim_group (tenant_id, group_id, external_id)
select tenant_id, id, 'g1' from user_group where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into scim_rehearsal (tenant_id, token_id, kind, id, name)
values (lpad('2', 32, '0')::uuid, lpad('18001', 32, '0')::uuid, 'user', lpad('18002', 32, '0')::uuid, 'new@example.com');
insert into scim_log (tenant_id, at, token_id, token_name, rehearsal, kind, object_id, name, asked, outcome)
values (lpad('2', 32, '0')::uuid, now(), lpad('18001', 32, '0')::uuid, 'Directory', true, 'user', lpad('18002', 32, '0')::uuid, 'New', 'create', 'created');
