-- A group ends with the day of its unit, wherever the server stands: reports knew that, rights, hours and start pages did not.
create function unit_today(unit uuid) returns date
  language sql stable
  return (
    select (now() at time zone coalesce(ts.value ->> 'timezone', ps.value ->> 'timezone', 'America/Sao_Paulo'))::date
    from tenant t
    left join tenant_setting ts on ts.tenant_id = t.id
    left join partner_setting ps on ps.partner_id = t.partner_id
    where t.id = unit
  );
grant execute on function unit_today to portal_app, portal_partner, portal_identity;

create or replace function access_hours(of_tenant uuid, member uuid) returns jsonb
  language sql stable
  return (
    select jsonb_build_object(
      'shifts', jsonb_agg(jsonb_build_object('ranges', s.ranges, 'holidays', s.holidays)),
      'extended_until', (select e.until from access_extension e where e.tenant_id = of_tenant and e.membership_id = member))
    from shift s
    where s.tenant_id = of_tenant and s.active
      and (exists (select from shift_membership b where b.tenant_id = of_tenant and b.shift_id = s.id and b.membership_id = member)
        or exists (select from shift_user_group b join user_group_member g on g.tenant_id = b.tenant_id and g.group_id = b.user_group_id
          where b.tenant_id = of_tenant and b.shift_id = s.id and g.membership_id = member
            and (g.ends_on is null or g.ends_on >= unit_today(of_tenant))))
      and not exists (select from membership m where m.tenant_id = of_tenant and m.id = member and m.role = 'admin' and not exists (
        select from membership o where o.tenant_id = of_tenant and o.id <> member and o.role = 'admin' and o.state = 'A'))
    having count(*) > 0
  );
