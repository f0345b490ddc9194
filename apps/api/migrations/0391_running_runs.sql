-- Whether another run of the same task is at work is asked of each run of a batch: never by reading all that wait in the unit.
create index task_run_running on task_run (tenant_id, task_id) where state = 'running';
