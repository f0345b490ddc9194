-- Tasks of $units units that only leave a run behind: $due of them are due at $at, and $waiting wait for later days.
set session_replication_role = replica;

delete from task_run;
delete from task_trigger;
delete from task_condition;
delete from task;
delete from jobs.job where data ->> 'job' in ('task.run_notices', 'task.run_now');

create temporary table made as
select m.tenant_id, gen_random_uuid() as id, n, n <= $due as due, m.person_id, (select min(r.id::text)::uuid from report r where r.tenant_id = m.tenant_id) as report_id
from (
  select tenant_id, person_id, row_number() over (order by tenant_id) - 1 as place from membership where role = 'admin' order by tenant_id limit $units
) m, generate_series(1, $due + $waiting) as n
where n % $units = m.place;

insert into task (tenant_id, id, report_id, owner_id, name, kind, query, column_name, operator, value, only_execute)
select tenant_id, id, report_id, person_id, 'Task ' || n, '$kind', case '$kind' when 'alert' then format('EVALUATE ROW("total", %s)', n) else '' end, '', 'more',
  '1000000', true
from made;

insert into task_condition (tenant_id, task_id) select tenant_id, id from made;

insert into task_trigger (tenant_id, id, task_id, position, frequency, times, next_run_at)
select tenant_id, gen_random_uuid(), id, 0, 'daily', '{08:00}', case when due then '$at'::timestamptz else '$at'::timestamptz + interval '3 days' end
from made;

drop table made;
set session_replication_role = origin;
vacuum (analyze) task, task_condition, task_trigger, task_run, jobs.job;
