-- a further person of partner 1, asked for by one operator
insert into staff_request (id, partner_id, name, email, asked_by, lapses_at)
  select lpad('302', 32, '0')::uuid, (select partner_id from tenant where id = lpad('2', 32, '0')::uuid), 'Rute Campos', 'rute@parceiro.example',
    (select id from person order by id limit 1), now() + interval '7 days';
