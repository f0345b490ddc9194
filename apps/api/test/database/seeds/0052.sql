-- invoice 520 of client 301 for September with one position of each kind, paid by a line of a statement
update billing_setting set issuer_name = 'Vitrine Portais Ltda', domain_fee_cents = 5000;
update invoice_counter set last_number = 1;
insert into invoice (id, client_id, partner_id, month, number, state, person_count, bonus_users, price_cents, total_cents, due_on, client_name, client_tax_id, opened_at, paid_on, paid_by)
  select lpad('520', 32, '0')::uuid, id, partner_id, '2026-09', 1, 'paid', 12, 2, 2490, 28900, '2026-10-10', name, tax_id, '2026-10-02 12:00Z', '2026-10-09', 'statement' from client where id = lpad('301', 32, '0')::uuid;
insert into client_credit (id, client_id, cents, reason) values (lpad('521', 32, '0')::uuid, lpad('301', 32, '0')::uuid, 1000, 'Acordo');
insert into invoice_position (invoice_id, place, kind, quantity, price_cents, total_cents) values (lpad('520', 32, '0')::uuid, 1, 'people', 10, 2490, 24900);
insert into invoice_position (invoice_id, place, kind, unit_id, host, days, of_days, price_cents, total_cents) values (lpad('520', 32, '0')::uuid, 2, 'domain', lpad('2', 32, '0')::uuid, 'bi.serra.example', 30, 30, 5000, 5000);
insert into invoice_position (invoice_id, place, kind, credit_id, reason, total_cents) values (lpad('520', 32, '0')::uuid, 3, 'credit', lpad('521', 32, '0')::uuid, 'Acordo', -1000);
insert into invoice_document (invoice_id, kind, name, bytes) values (lpad('520', 32, '0')::uuid, 'bill', 'fatura-1.pdf', '\x255044462d');
insert into bank_payment (id, fingerprint, paid_on, cents, payer_tax_id, description, state, invoice_id) values (lpad('522', 32, '0')::uuid, 'ofx 1', '2026-10-09', 28900, '12ABC34501DE35', 'PIX RECEBIDO', 'settled', lpad('520', 32, '0')::uuid);
