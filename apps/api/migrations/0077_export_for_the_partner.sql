-- The archive of a unit is its partner's: the operator may ask for it and sees how far it is, but has no way to what is in it.
delete from unit_export e where e.state = 'waiting'
  and exists (select from unit_export o where o.tenant_id = e.tenant_id and o.state = 'waiting' and o.id > e.id);
drop index unit_export_waiting;
create unique index unit_export_waiting on unit_export (tenant_id) where state = 'waiting';

drop policy portal_operator_select on unit_export;
drop policy portal_operator_delete on unit_export;
select operator_access('unit_export', 'select, delete');
drop policy portal_operator_select on unit_export_part;
revoke select on unit_export_part from portal_operator;

-- A link by which a browser takes the archive, once and soon: it carries no session, so the link itself is the key.
-- There are few archives at a time, so nothing has to be found by an index.
alter table unit_export
  add column link_hash bytea,
  add column link_expires_at timestamptz,
  add column link_used_at timestamptz,
  add check ((link_hash is null) = (link_expires_at is null)),
  add check (link_used_at is null or link_hash is not null);
select table_access('unit_export', 'portal_identity', 'select, update', 'link_hash is not null');
select table_access('unit_export_part', 'portal_identity', 'select', 'exists (select from public.unit_export e where e.id = export_id)');

-- While an archive is made, its unit reads the documents of the invoices that are to be in it: of its own client, and no drafts.
select table_access('unit_export', 'portal_owner', 'select', 'state = ''waiting''');
select table_access('invoice', 'portal_owner', 'select', 'true');
select table_access('invoice_document', 'portal_owner', 'select', 'true');
create function documents_for_export(wanted uuid) returns table (name text, bytes bytea)
  language sql stable security definer
  set search_path = public, pg_temp
as $$
  select d.name, d.bytes
  from invoice_document d join invoice i on i.id = d.invoice_id join tenant t on t.client_id = i.client_id
  where d.invoice_id = wanted and i.state <> 'draft' and t.id = nullif(current_setting('app.tenant_id', true), '')::uuid
    and exists (select from unit_export e where e.tenant_id = t.id)
  order by d.kind
$$;
grant execute on function documents_for_export to portal_app;
