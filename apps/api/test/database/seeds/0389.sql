-- what unit 2 took last night
insert into unit_size (tenant_id, bytes, log_lines, measured_at) values (lpad('2', 32, '0')::uuid, 1000, 10, '2026-11-02 07:00Z');
