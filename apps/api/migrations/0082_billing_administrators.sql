-- Administrators of a unit who get and see the invoices of its client (docs/decisions/020-who-pays.md). Their partner says who that is.
alter table membership add column billing_administrator boolean not null default false;

-- Whoever is no administrator any more has nothing to do with bills either.
create function end_billing_of_readers() returns trigger
  language plpgsql
as $$
begin
  new.billing_administrator := false;
  return new;
end
$$;
create trigger no_bills_for_readers before insert or update of role, billing_administrator on membership
  for each row when (new.billing_administrator and new.role <> 'admin') execute function end_billing_of_readers();
alter table membership add constraint membership_bills_of_administrators check (not billing_administrator or role = 'admin');

-- A unit that goes to another client takes nobody along to whom that client has not been shown.
create function end_billing_of_former_client() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  update membership set billing_administrator = false where tenant_id = new.id and billing_administrator;
  return null;
end
$$;
create trigger end_billing after update of client_id on tenant
  for each row when (old.client_id is not null and new.client_id is distinct from old.client_id) execute function end_billing_of_former_client();

-- The client whose bills the caller sees in the unit, if any.
create function billed_client() returns uuid
  language sql stable
  set search_path = public, pg_temp
as $$
  select t.client_id from membership m join tenant t on t.id = m.tenant_id
  where m.tenant_id = app_setting('tenant_id')::uuid and m.person_id = app_setting('person_id')::uuid
    and m.billing_administrator and m.role = 'admin' and m.state = 'active'
$$;
revoke execute on function billed_client from public;
grant execute on function billed_client to portal_app;

select table_access('invoice', 'portal_app', 'select', $$client_id = (select billed_client()) and state <> 'draft'$$);
select table_access('invoice_position', 'portal_app', 'select',
  'exists (select from invoice i where i.id = invoice_position.invoice_id)');
select table_access('invoice_document', 'portal_app', 'select',
  'exists (select from invoice i where i.id = invoice_document.invoice_id)');
