-- somebody in every state: people 14, 15 and 16 with their memberships
insert into person (id, email, name) values
  (lpad('14', 32, '0')::uuid, 'eva@aurora.example', 'Eva'), (lpad('15', 32, '0')::uuid, 'gil@aurora.example', 'Gil'),
  (lpad('16', 32, '0')::uuid, 'ivo@aurora.example', 'Ivo');
insert into membership (tenant_id, id, person_id, role, state) values
  (lpad('2', 32, '0')::uuid, lpad('150', 32, '0')::uuid, lpad('14', 32, '0')::uuid, 'user', 'I'),
  (lpad('2', 32, '0')::uuid, lpad('151', 32, '0')::uuid, lpad('15', 32, '0')::uuid, 'user', 'B'),
  (lpad('2', 32, '0')::uuid, lpad('152', 32, '0')::uuid, lpad('16', 32, '0')::uuid, 'user', 'D');
