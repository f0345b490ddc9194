-- what was counted of unit 2
insert into usage_speed (tenant_id, day, load_ms, views) values (lpad('2', 32, '0')::uuid, '2026-11-01', 900, 1);
insert into usage_report (tenant_id, day, report_id, views, people, seconds, failures)
  select tenant_id, '2026-11-01', id, 1, 1, 60, 0 from report where tenant_id = lpad('2', 32, '0')::uuid;
insert into usage_reader (tenant_id, day, person_id, views, seconds)
  select tenant_id, '2026-11-01', person_id, 1, 60 from membership where tenant_id = lpad('2', 32, '0')::uuid;
insert into usage_count (tenant_id, counted_until, log_read_at) values (lpad('2', 32, '0')::uuid, '2026-11-02', now());
