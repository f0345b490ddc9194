-- goals of unit 2; its tickets have clocks by themselves
insert into ticket_goal (tenant_id, days, starts, ends, hours)
  values (lpad('2', 32, '0')::uuid, '[1, 2, 3, 4, 5]', '08:00', '18:00',
    '{"high": {"answer": 4, "solution": 16}, "normal": {"answer": 8, "solution": null}, "low": {"answer": null, "solution": null}}');
