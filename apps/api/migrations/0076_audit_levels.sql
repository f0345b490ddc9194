-- What stands above the units is read by those who work there: the operator's people in the log of their house,
-- a partner's people in a list of its own, which an index of theirs holds.
alter policy portal_operator_select on audit_log
  using (tenant_id is null or object_type in ('tenant', 'domain') or tenant_id = (select t.id from public.tenant t where t.is_house));
create index audit_log_of_partner on audit_log (partner_id, id)
  where partner_id is not null and (tenant_id is null or object_type in ('tenant', 'domain', 'session'));
drop index audit_log_partner_id_id;
