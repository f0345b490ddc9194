-- what was counted of unit 2 on another day
insert into usage_report (tenant_id, day, report_id, views, people, seconds, failures, views_so_far, seconds_so_far, failures_so_far)
  select tenant_id, '2026-11-02', id, 2, 1, 30, 1, 3, 90, 1 from report where tenant_id = lpad('2', 32, '0')::uuid;
