-- A closed partner with nothing left is deleted with its people, its terms and the clients that never got an invoice; and a partner's
-- own people ask for further staff (docs/decisions/022-partners-and-their-staff.md).

alter table staff drop constraint staff_partner_id_fkey, add foreign key (partner_id) references partner on delete cascade;
alter table staff_request drop constraint staff_request_partner_id_fkey, add foreign key (partner_id) references partner on delete cascade;
alter table shared_term drop constraint shared_term_partner_id_fkey, add foreign key (partner_id) references partner on delete cascade;
alter table shared_term_version
  drop constraint shared_term_version_partner_id_fkey,
  add foreign key (partner_id) references partner on delete cascade;
alter table shared_term_acceptance
  drop constraint shared_term_acceptance_partner_id_fkey,
  add foreign key (partner_id) references partner on delete cascade;

-- Units hold a partner, invoices and credits hold a client: neither goes while something of it is left.
select table_access('partner', 'portal_operator', 'delete', 'state = ''closed''');
select table_access('client', 'portal_operator', 'delete', 'situation = ''ended''');
-- Whose accounts have to be forgotten.
select table_access('staff', 'portal_operator', 'select', 'role = ''partner''');

-- The log forgets the names of a deleted partner's people; that somebody did something stays.
create function forget_staff_in_log(former uuid, people uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  identity text[] := array['name', 'email', 'phone'];
begin
  if exists (select from partner p where p.id = former) then
    return;
  end if;
  update audit_log set before = audit_masked(before, identity), after = audit_masked(after, identity)
  where partner_id = former and object_type = 'staff_request'
    or tenant_id is null and object_type = 'person' and object_id = any (people::text[]);
end
$$;
grant execute on function forget_staff_in_log to portal_identity;

-- A partner's people ask for their own; who confirms is somebody else, as the check of the table says.
select identity_access('staff_request', 'insert');
