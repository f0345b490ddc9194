-- a SAML app of unit 2 with a mapped group and somebody who came by it, and a sign-in under way
insert into saml_app (tenant_id, id, name, entity_id, sso_url, certificates, key, own_certificate, email_domains)
values (lpad('2', 32, '0')::uuid, lpad('9161', 32, '0')::uuid, 'Provider', 'https://provider.example', 'https://provider.example/sso', '{c}', 'k', 'c', '{example.com}');
insert into saml_group (tenant_id, id, saml_app_id, value)
values (lpad('2', 32, '0')::uuid, lpad('9162', 32, '0')::uuid, lpad('9161', 32, '0')::uuid, 'heads');
insert into saml_person (tenant_id, saml_app_id, membership_id)
select tenant_id, lpad('9161', 32, '0')::uuid, id from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into saml_warning (tenant_id, saml_app_id, fingerprint, days) values (lpad('2', 32, '0')::uuid, lpad('9161', 32, '0')::uuid, 'AA:BB', 30);
insert into saml_attempt (state_hash, id, purpose, unit_id, saml_app_id, host, expires_at)
values ('\x01', lpad('9163', 32, '0')::uuid, 'sign_in', lpad('2', 32, '0')::uuid, lpad('9161', 32, '0')::uuid, 'portal.example', now());
insert into saml_seen (unit_id, saml_app_id, message_hash, expires_at)
values (lpad('2', 32, '0')::uuid, lpad('9161', 32, '0')::uuid, '\x01', now());
insert into saml_session (session_id, unit_id, saml_app_id, name_id)
select id, lpad('2', 32, '0')::uuid, lpad('9161', 32, '0')::uuid, 'somebody@example.com' from session order by id limit 1;
