-- A partner says for all its units whether a second factor is asked for; nothing else of its settings changes that way.
create policy own_setting on partner_setting for select to portal_partner
  using (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
create policy own_setting_update on partner_setting for update to portal_partner
  using (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid))
  with check (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
grant select (partner_id, value, theme, title, version) on partner_setting to portal_partner;
grant update (value, version) on partner_setting to portal_partner;

-- What people have for the second step is searched by the identity role.
grant execute on function search_patterns to portal_identity;
