-- a set-up that was applied to unit 2, and one on its way
insert into setup_rollout (tenant_id, id, document, sections, role, asked_by, state, changed, finished_at)
values (lpad('2', 32, '0')::uuid, lpad('5301', 32, '0')::uuid, null, '{faq}', 'admin', lpad('10', 32, '0')::uuid, 'done', 3, now());
insert into setup_rollout (tenant_id, id, document, sections, role, asked_by)
values (lpad('2', 32, '0')::uuid, lpad('5302', 32, '0')::uuid, '{"version": 1, "faq": []}', '{faq}', 'admin', lpad('10', 32, '0')::uuid);
