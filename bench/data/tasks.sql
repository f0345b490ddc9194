-- $count tasks of unit $unit, as the triggers would have made them: nine of ten run each morning, and one stands still.
set session_replication_role = replica;

create temporary table made as
select tenant.id as tenant_id, gen_random_uuid() as id, n,
  (array['Total', 'Meta', 'Estoque', 'Prazo', 'Margem'])[1 + n % 5] || ' ' || (array['de março', 'da loja', 'do painel', 'do mês'])[1 + n % 4] || ' ' || n as name,
  (select array_agg(r.id order by r.id) from report r where r.tenant_id = tenant.id) as reports,
  (select array_agg(m.person_id order by m.id) from membership m where m.tenant_id = tenant.id) as people
from generate_series(1, $count) as n, tenant where tenant.subdomain = 'unit-' || lpad($unit::text, 4, '0');

insert into task (tenant_id, id, report_id, owner_id, name, kind, query, column_name, operator, value, to_self, paused)
select tenant_id, id, reports[1 + n % 20], people[1 + n % 5], name, 'alert', 'EVALUATE ROW("total", 41)', 'total', 'more', '40', true,
  case when n % 10 = 0 then 'person' end
from made;

insert into task_condition (tenant_id, task_id, state, last_run_at, last_value)
select tenant_id, id, case when n % 20 = 1 then 'firing' else 'ok' end, now() - interval '1 hour', to_jsonb(n) from made;

insert into task_trigger (tenant_id, id, task_id, position, frequency, times, next_run_at)
select tenant_id, gen_random_uuid(), id, 0, 'daily', '{08:00}', case when n % 10 <> 0 then now() + interval '1 day' + n * interval '1 second' end
from made;

drop table made;
set session_replication_role = origin;
