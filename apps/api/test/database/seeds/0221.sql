-- somebody of unit 2 whom an answer helped
insert into faq_vote (tenant_id, faq_id, person_id, helped, voted_at)
  select tenant_id, lpad('120', 32, '0')::uuid, person_id, true, now() from membership where tenant_id = lpad('2', 32, '0')::uuid order by id limit 1;
