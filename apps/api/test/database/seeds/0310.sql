-- what somebody of unit 2 searched for in vain
insert into faq_search (tenant_id, words, last_at) values (lpad('2', 32, '0')::uuid, 'segunda via', now());
