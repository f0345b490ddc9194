-- A partner says what its units may do; everything else about a unit is the operator's.
create policy switches_of_partner on tenant for update to portal_partner
  using (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid))
  with check (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
grant update (self_registration, allow_registering_reports, only_own_accounts, version) on tenant to portal_partner;
