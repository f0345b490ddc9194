-- $count people more in unit $unit, as the triggers would have made them.
set session_replication_role = replica;

update tenant set user_limit = 1000000;

with made as (
  insert into person (id, email, name)
  select gen_random_uuid(), format('crowd%s@unit%s.example', n, $unit),
    (array['Ana', 'Bruno', 'Carla', 'Diego', 'Elisa', 'Fábio', 'Giovana', 'Heitor'])[1 + n % 8] || ' ' ||
    (array['Souza', 'Lima', 'Prado', 'Nogueira', 'Água'])[1 + n % 5] || ' ' || n
  from generate_series(1, $count) as n
  returning id, name, email
)
insert into membership (tenant_id, id, person_id, role, department, name_sort, search)
select tenant.id, gen_random_uuid(), made.id, 'user', 'Area ' || length(made.name) % 7, search_text(made.name), search_text(made.name || ' ' || made.email)
from made, tenant where tenant.subdomain = 'unit-' || lpad($unit::text, 4, '0');

set session_replication_role = origin;

insert into unit_seats (tenant_id, used) select tenant_id, count(*) from membership where state in ('active', 'blocked') group by tenant_id
on conflict (tenant_id) do update set used = excluded.used;
