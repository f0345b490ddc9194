-- somebody who has been shown a welcome: person 20
insert into person (id, email, name) values (lpad('20', 32, '0')::uuid, 'rui@aurora.example', 'Rui');
insert into welcome_seen (person_id, version) values (lpad('20', 32, '0')::uuid, repeat('a', 32));
