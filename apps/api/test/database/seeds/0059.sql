-- a prospect of partner 1
insert into client (id, partner_id, kind, name, tax_id)
  select lpad('303', 32, '0')::uuid, (select partner_id from tenant where id = lpad('2', 32, '0')::uuid), 'physical', 'Nara Pontes', '52998224725';
