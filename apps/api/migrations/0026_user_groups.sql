-- Groups with an end, a start page and rights of their own. Rights of a person and of the groups add up.

alter table user_group
  add column ends_on date,
  add column home_page text,
  add column refresh_datasets boolean not null default false,
  add column create_notifications boolean not null default false,
  -- Whoever registers becomes a member of this one.
  add column is_default boolean not null default false;
create unique index user_group_default on user_group (tenant_id) where is_default;

-- ends_on is what holds: the earlier of the member's own end and the group's. Everybody who asks looks at that one alone.
alter table user_group_member add column own_ends_on date;

create function member_end() returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    new.own_ends_on := coalesce(new.own_ends_on, new.ends_on);
  end if;
  new.ends_on := least(new.own_ends_on, (select g.ends_on from public.user_group g where g.tenant_id = new.tenant_id and g.id = new.group_id));
  return new;
end
$$;
create trigger member_end before insert or update on user_group_member for each row execute function member_end();

create function group_end() returns trigger
  language plpgsql
as $$
begin
  update public.user_group_member set ends_on = null where tenant_id = new.tenant_id and group_id = new.id;
  return null;
end
$$;
create trigger group_end after update of ends_on on user_group for each row when (new.ends_on is distinct from old.ends_on) execute function group_end();

-- The session reads rights and start page of the groups with every request.
select identity_access('user_group', 'select');
select identity_access('user_group_member', 'select');
