-- A partner signs up its own clients. They begin with the price and the free people of its contract, which it does not choose, and
-- without a seller of the operator.

select table_access('client', 'portal_partner', 'insert',
  'partner_id = (select nullif(current_setting(''app.partner_id'', true), '''')::uuid)');

create function price_of_partner() returns trigger
  language plpgsql
as $$
begin
  select price_cents, bonus_users, null into new.price_cents, new.bonus_users, new.seller_id from public.partner where id = new.partner_id;
  return new;
end
$$;
create trigger price before insert on client for each row when (current_user = 'portal_partner') execute function price_of_partner();
