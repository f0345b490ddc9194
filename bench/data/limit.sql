-- The limit program writes its audit rows in its own statements, so it has report groups without the trigger that does
-- it for the portal. Columns, indexes and keys are the same.
create table limit_report_group (like report_group including all);
alter table limit_report_group add foreign key (tenant_id) references tenant on delete cascade;
insert into limit_report_group (tenant_id, id, name, description, icon, position) select tenant_id, id, name, description, icon, position from report_group;
