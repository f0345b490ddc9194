-- Whoever takes a group to another unit is told beforehand what the guard of the client's limit would say: how many people its client
-- would have with these, and how many it may have. Who is in another unit of the client already counts once. Nothing where there is no limit.
create function contract_with(people uuid[], out wanted integer, out agreed integer) returns record
  language sql stable security definer
  set search_path = public, pg_temp
as $$
  select (
    select count(distinct p.id) from (
      select m.person_id as id from tenant o join membership m on m.tenant_id = o.id
      where o.client_id = c.id and m.state in ('active', 'blocked')
      union all
      select unnest(people)) p)::int, c.user_limit
  from tenant t join client c on c.id = t.client_id
  where t.id = nullif(current_setting('app.tenant_id', true), '')::uuid and c.user_limit is not null
$$;
grant execute on function contract_with to portal_app;
