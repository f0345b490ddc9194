-- unit 2 is where people of its partner come who register on the partner's host
update tenant set default_for_registration = true where id = lpad('2', 32, '0')::uuid;
