-- faq
insert into faq (tenant_id, id, topic, position, question, answer)
  values (lpad('2', 32, '0')::uuid, lpad('120', 32, '0')::uuid, 'reports', 1, '{"pt-BR": "Pergunta"}', '{"pt-BR": "Resposta"}');
