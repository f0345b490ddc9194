-- Where somebody begins: a page that shows a report is one only while the report is there and theirs to see.

select table_access('report_grant', 'portal_owner', 'select', 'true');
select table_access('report_removal', 'portal_owner', 'select', 'true');
select table_access('user_group_member', 'portal_owner', 'select', 'true');
-- The day of the unit is told by its time zone.
select table_access('tenant_setting', 'portal_owner', 'select', 'true');
select table_access('partner_setting', 'portal_owner', 'select', 'true');

-- Whether a page opens. Whoever is no member of the unit manages it. Nothing but yes or no comes out.
create function opens_page(of_tenant uuid, member uuid, page text) returns boolean
  language sql stable security definer
  set search_path = public, pg_temp
as $$
  select page !~ '^/[^/]+/reports/(view|external)' or exists (
    select from report r
    where r.tenant_id = of_tenant and r.id::text = split_part(page, '/', 2) and r.active
      and not exists (select from report_removal x where x.tenant_id = of_tenant and x.report_id = r.id and x.membership_id = member)
      and (member is null
        or exists (select from membership m where m.tenant_id = of_tenant and m.id = member and m.role = 'admin')
        or exists (
          select from report_grant g
          where g.tenant_id = of_tenant and g.report_id = r.id and coalesce(g.ends_on >= unit_today(of_tenant), true)
            and (g.unit or g.membership_id = member or g.user_group_id in (
              select u.group_id from user_group_member u
              where u.tenant_id = of_tenant and u.membership_id = member and coalesce(u.ends_on >= unit_today(of_tenant), true))))))
$$;
revoke execute on function opens_page from public;
grant execute on function opens_page to portal_identity;
