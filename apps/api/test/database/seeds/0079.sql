-- a theme of unit 2 that is only drafted, and a picture of it
insert into theme_picture (id, tenant_id, kind, name, content_type, size, bytes)
values (lpad('7901', 32, '0')::uuid, lpad('2', 32, '0')::uuid, 'logo', 'logo.png', 'image/png', 1, 'x');
insert into theme (id, tenant_id, name, draft, scheduled, publish_at)
values (lpad('7902', 32, '0')::uuid, lpad('2', 32, '0')::uuid, 'Winter', '{"own": []}', '{"own": []}', now() + interval '1 day');
