-- the keys of the portal, and a browser in which person 11 is told
insert into push_key (public_key, private_key) values ('public', 'v1.a.b.c');
insert into push_device (id, person_id, session_id, endpoint_hash, subscription, user_agent)
  values (lpad('320', 32, '0')::uuid, lpad('10', 32, '0')::uuid, lpad('41', 32, '0')::uuid, '\x03', 'v1.a.b.c', 'Firefox');
