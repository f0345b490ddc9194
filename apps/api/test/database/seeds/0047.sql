-- client 301 of partner 1, who signs for unit 2
insert into client (id, partner_id, kind, name, tax_id, first_month, price_cents, situation)
  values (lpad('301', 32, '0')::uuid, (select partner_id from tenant where id = lpad('2', 32, '0')::uuid), 'legal', 'Serra Azul Distribuidora Ltda', '12ABC34501DE35', '2026-09', 2490, 'active');
update tenant set client_id = lpad('301', 32, '0')::uuid where id = lpad('2', 32, '0')::uuid;
