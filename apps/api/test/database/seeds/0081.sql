-- what a domain of a unit that is erased has cost
insert into domain_span (host, unit_id, fee_cents, starts_at, ends_at)
values ('gone.example', lpad('8101', 32, '0')::uuid, 5000, '2026-09-03 12:00Z', '2026-09-20 12:00Z');
