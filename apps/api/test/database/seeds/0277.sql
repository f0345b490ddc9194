-- what unit 2 says in an invitation
insert into wording (tenant_id, kind, language, number, subject, text, created_at)
  values (lpad('2', 32, '0')::uuid, 'invitation', 'pt-BR', 1, 'Bem-vindo', 'Seu acesso está pronto.', now());
