-- Two partners with a person each, $few and $many units, without triggers: the rows are right by construction.
set session_replication_role = replica;

create temp table size as
select * from (values ('few', '00000000-0000-7000-8000-0000000000f1'::uuid, $few), ('many', '00000000-0000-7000-8000-0000000000f2'::uuid, $many))
as sizes (name, partner_id, units);

insert into partner (id, name) select partner_id, 'Bench partner of ' || name from size;

insert into person (id, email, name, password_hash, password_changed_at)
select partner_id, name || '@partners.example', 'Person of ' || name, (select password_hash from person where password_hash is not null limit 1), now()
from size;

insert into staff (person_id, role, partner_id, authentication_level) select partner_id, 'partner', partner_id, 'waived' from size;

insert into tenant (id, partner_id, name, subdomain, created_at)
select gen_random_uuid(), partner_id,
  (array['Aurora', 'Brisa', 'Clínica', 'Delta', 'Energia', 'Farol', 'Granja', 'Horto'])[1 + n % 8] || ' ' || n,
  name || '-' || n, now() - n * interval '1 hour'
from size, generate_series(1, units) as n;

insert into unit_seats (tenant_id, used) select id, 1 + length(name) from tenant where partner_id in (select partner_id from size);

set session_replication_role = origin;
analyze;
