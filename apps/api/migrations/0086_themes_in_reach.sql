-- Whoever points at a theme points at one of its own, and a unit at its own or at one of its partner. The columns refer to the theme alone, so
-- that its removal empties them; whose it is, this looks up as whoever writes, who besides sees no other theme.
create function theme_in_reach() returns trigger
  language plpgsql
as $$
declare
  unit constant uuid := to_jsonb(new) ->> 'tenant_id';
  partner constant uuid := to_jsonb(new) ->> 'partner_id';
begin
  perform from public.theme th
  where th.id = new.theme_id
    and (
      -- Of the unit, of the partner, or of the platform; never null in both.
      (th.tenant_id is not distinct from unit and th.partner_id is not distinct from partner)
      or (unit is not null and th.partner_id = (select t.partner_id from public.tenant t where t.id = unit)));
  if not found then
    raise exception 'no theme in reach' using errcode = 'foreign_key_violation';
  end if;
  return new;
end
$$;

create trigger theme_in_reach before insert or update of theme_id on tenant_setting for each row
  when (new.theme_id is not null) execute function theme_in_reach();
create trigger theme_in_reach before insert or update of theme_id on partner_setting for each row
  when (new.theme_id is not null) execute function theme_in_reach();
create trigger theme_in_reach before insert or update of theme_id on platform_setting for each row
  when (new.theme_id is not null) execute function theme_in_reach();
