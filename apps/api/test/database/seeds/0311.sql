-- a question of the platform, which helped somebody of unit 2, and which unit 2 hides
insert into shared_faq (id, topic, position, question, answer)
  values (lpad('31101', 32, '0')::uuid, 'access', 1, '{"pt-BR": "Como entro?"}', '{"pt-BR": "Com a senha."}');
insert into shared_faq_vote (tenant_id, faq_id, person_id, helped, voted_at)
  select tenant_id, lpad('31101', 32, '0')::uuid, person_id, true, now() from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
insert into hidden_faq (tenant_id, faq_id) values (lpad('2', 32, '0')::uuid, lpad('31101', 32, '0')::uuid);
