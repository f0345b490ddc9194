-- A page of the list of tasks is read in its usual order, however many there are.
create index task_by_name on task (tenant_id, search_text(name), id);
