-- the ledger of person 201, who was in unit 2 of client 301 for some days of September
insert into seat_span (id, unit_id, person_id, starts_at, ends_at) values (lpad('51', 32, '0')::uuid, lpad('2', 32, '0')::uuid, lpad('201', 32, '0')::uuid, '2026-09-03 12:00Z', '2026-09-20 12:00Z');
insert into client_span (id, unit_id, client_id, starts_at, ends_at) values (lpad('52', 32, '0')::uuid, lpad('2', 32, '0')::uuid, lpad('301', 32, '0')::uuid, '2026-09-01 03:00Z', '2026-09-30 03:00Z');
