-- Those who administer a unit know how many people are free of charge in the contract of its client, and how many may still come by
-- it: people of all units of the client count there, whom a unit does not see.
create function seats_of_contract(out bonus_users integer, out free integer) returns record
  language sql stable security definer
  set search_path = public, pg_temp
as $$
  select c.bonus_users, case when c.user_limit is not null then greatest(0, c.user_limit - (
    select count(distinct m.person_id) from tenant o join membership m on m.tenant_id = o.id
    where o.client_id = c.id and m.state in ('active', 'blocked'))::int) end
  from tenant t join client c on c.id = t.client_id where t.id = nullif(current_setting('app.tenant_id', true), '')::uuid
$$;
grant execute on function seats_of_contract to portal_app;
