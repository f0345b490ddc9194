-- a unit that takes no passwords of a domain, and an administrator who keeps one
update tenant_setting set password_off_domains = '{example.com}' where tenant_id = lpad('2', 32, '0')::uuid;
update membership set keeps_password = true where tenant_id = lpad('2', 32, '0')::uuid and role = 'admin';
