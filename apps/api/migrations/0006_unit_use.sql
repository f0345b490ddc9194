-- When a person last worked in a unit: the next sign-in begins there. It changes with every sign-in, so it stands apart
-- from the audited rows of membership and staff.

create table unit_use (
  person_id uuid not null references person on delete cascade,
  tenant_id uuid not null references tenant on delete cascade,
  last_used_at timestamptz not null,
  primary key (person_id, tenant_id)
);
alter table unit_use enable row level security;
alter table unit_use force row level security;
select identity_access('unit_use', 'select, insert, update');

alter table membership drop column last_used_at;
alter table staff drop column last_tenant_id;


-- The first page of a signed-in person already looks like their unit: at that moment only the cookie is known.
create index session_by_cookie on session (cookie_hash) where ended_at is null;
