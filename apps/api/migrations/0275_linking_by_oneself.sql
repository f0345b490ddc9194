-- Somebody who is signed in may link a company account that an administrator allowed, and give one up again (docs/reference/product-rules.md 9).

-- Who links; null for a sign-in.
alter table entra_sign_in add column person_id uuid references person on delete cascade;
create index entra_sign_in_of_person on entra_sign_in (person_id) where person_id is not null;
select identity_access('entra_identity', 'delete');
