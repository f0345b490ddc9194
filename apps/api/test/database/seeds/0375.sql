-- a node of the installation, and a log that somebody wanted to be longer
insert into portal_node (id, host, process, started_at, seen_at, memory_bytes, open_pages, waiting_for_database, log_level)
values ('01900000-0000-7000-8000-000000000375', 'node-1', 42, '2026-11-20', '2026-11-20', 150000000, 3, 0, 'info');
update platform_setting set log_level = 'debug', log_level_until = '2026-11-20 12:00Z', log_level_by = (select person_id from staff where role = 'operator' order by person_id limit 1);
