-- $count tickets of unit $unit, as the triggers would have made them: of twenty, sixteen are put away, three resolved and one is open,
-- and a fifth of the open ones is late.
set session_replication_role = replica;

update tenant_setting set value = value || '{"enable_helpdesk": true}'
where tenant_id = (select id from tenant where subdomain = 'unit-' || lpad($unit::text, 4, '0'));

create temporary table made as
select tenant.id as tenant_id, gen_random_uuid() as id, 1000 + n as number, n,
  (array['Total', 'Filtro', 'Acesso', 'Exportação', 'Meta'])[1 + n % 5] || ' ' || (array['de março', 'da loja', 'do painel', 'do mês'])[1 + n % 4] || ' ' || n as title,
  (array['high', 'normal', 'normal', 'low'])[1 + n % 4] as priority,
  case when n % 20 = 0 then 'open' else 'resolved' end as state,
  (select array_agg(m.person_id order by m.id) from membership m where m.tenant_id = tenant.id) as people,
  now() - ($count - n) * interval '1 year' / $count as created_at
from generate_series(1, $count) as n, tenant where tenant.subdomain = 'unit-' || lpad($unit::text, 4, '0');

insert into ticket (tenant_id, id, number, title, text, priority, state, opened_by, created_at, touched_at, resolved_at, archived_at)
select tenant_id, id, number, title, 'O número não confere com o do caixa. ' || n, priority, state, people[1 + n % array_length(people, 1)],
  created_at, created_at + interval '1 hour',
  case when state = 'resolved' then created_at + interval '1 hour' end,
  case when state = 'resolved' and n % 20 < 17 then created_at + interval '31 days' end
from made;

insert into ticket_clock (tenant_id, ticket_id, counts_since, counted_minutes, answered_at, answer_minutes, answer_due_at, solution_due_at)
select tenant_id, id, case when state = 'open' then created_at end, case when state = 'resolved' then 60 end,
  case when state = 'resolved' then created_at + interval '30 minutes' end, case when state = 'resolved' then 30 end,
  case when n % 100 = 0 then created_at + interval '4 hours' else now() + interval '1 day' end, now() + interval '5 days'
from made;

insert into ticket_words (tenant_id, ticket_id, words) select t.tenant_id, t.id, search_text(concat_ws(' ', '#' || t.number, t.title, t.text))
from ticket t join made using (tenant_id, id);

insert into ticket_counter (tenant_id, last_number) select tenant_id, max(number) from made group by tenant_id;

drop table made;
set session_replication_role = origin;
