-- a change of person 10 to unit 2, on its way to the unit's own host
insert into one_time_token (token_hash, purpose, person_id, tenant_id, host, session_id, user_agent, expires_at)
  select '\x02', 'company', s.person_id, lpad('2', 32, '0')::uuid, 'serra.example', s.id, 'Mozilla/5.0', now()
  from session s order by s.id limit 1;
