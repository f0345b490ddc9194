-- a domain of unit 2 that is served, and one that its partner has not answered for
insert into domain (id, host, tenant_id, state, verify_token, activated_at, fee_cents)
  values (lpad('611', 32, '0')::uuid, 'bi.serra.example', lpad('2', 32, '0')::uuid, 'active', 'vitrine-verify=1', now(), 4900);
insert into domain (id, host, tenant_id, state, verify_token, activated_at, approved_at)
  values (lpad('612', 32, '0')::uuid, 'bi2.serra.example', lpad('2', 32, '0')::uuid, 'pending', 'vitrine-verify=2', null, null);
insert into domain_check (domain_id, checked_at, txt_seen, txt_right, cname_right, certificate)
  values (lpad('611', 32, '0')::uuid, now(), '{vitrine-verify=1}', true, true, 'issued');
