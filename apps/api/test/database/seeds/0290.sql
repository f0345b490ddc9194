-- notices at sign-in: of unit 2, and of the platform
insert into sign_in_notice (id, tenant_id, texts, starts_at, ends_at)
  values (lpad('290', 32, '0')::uuid, lpad('2', 32, '0')::uuid, '{"pt-BR": "Manutenção no sábado"}', now(), now() + interval '1 day'),
    (lpad('291', 32, '0')::uuid, null, '{"pt-BR": "Bem-vindo"}', now(), now() + interval '1 day');
