-- a code that was mailed to somebody: person 32
insert into person (id, email, name) values (lpad('32', 32, '0')::uuid, 'sara@aurora.example', 'Sara');
insert into mailed_code (person_id, asked_by, code, sent_at, expires_at)
values (lpad('32', 32, '0')::uuid, lpad('32', 32, '0')::uuid, '\x00', now(), now() + interval '10 minutes');
