-- how sign-ins of unit 2 ended
insert into usage_outcome (tenant_id, day, kind, outcome, count) values (lpad('2', 32, '0')::uuid, '2026-11-01', 'sign_in', 'password', 1);
