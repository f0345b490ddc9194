-- Maintenance is switched from the screen. `infinity` lasts until somebody ends it; null: there is none.
alter table platform_setting add column maintenance_message text not null default '';
alter table partner add column maintenance_message text not null default '';

-- A partner puts itself under maintenance and changes nothing else about itself.
create policy own_maintenance on partner for update to portal_partner
  using (id = (select nullif(current_setting('app.partner_id', true), '')::uuid))
  with check (id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
grant update (maintenance_until, maintenance_message) on partner to portal_partner;

-- Open pages of all units hear of it.
select operator_access('live_event', 'insert');
