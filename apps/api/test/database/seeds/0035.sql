-- a second report on the start page of person 11, before the one that is starred as well
update home_report set position = 5;
insert into home_report (tenant_id, person_id, report_id, position)
values (lpad('2', 32, '0')::uuid, lpad('11', 32, '0')::uuid, lpad('64', 32, '0')::uuid, 1);
