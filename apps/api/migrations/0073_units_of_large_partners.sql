-- A partner may have ten thousand units. What is counted of a unit is counted for the units of a page, each by itself: the policies of
-- these tables hold the list of all units of the partner against every row.
create function unit_figures(units uuid[]) returns table (tenant_id uuid, report_count integer, person_count integer, host text)
  language sql stable security definer
  set search_path = public, pg_temp
as $$
  select t.id,
    (select count(*)::int from report r where r.tenant_id = t.id),
    coalesce((select s.used from unit_seats s where s.tenant_id = t.id), 0),
    (select d.host from domain d where d.tenant_id = t.id and d.state = 'active' order by d.created_at, d.host limit 1)
  from tenant t where t.id = any (units) and t.partner_id = nullif(current_setting('app.partner_id', true), '')::uuid
$$;
grant execute on function unit_figures to portal_partner;

select table_access('domain', 'portal_owner', 'select', 'true');

-- There is one row for each unit, so asking for the unit is cheaper than looking through the list of them.
drop policy portal_partner_select on unit_seats;
select table_access('unit_seats', 'portal_partner', 'select', 'exists (select from public.tenant t where t.id = tenant_id)');
