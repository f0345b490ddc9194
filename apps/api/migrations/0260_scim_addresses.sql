-- A directory looks for people by their addresses, of which each may have several: `emails[type eq "work"].value eq "…"`.
create function scim_addresses(resource jsonb) returns text[]
  language sql immutable parallel safe
as $$
  select coalesce(array_agg(lower(e ->> 'value')), '{}')
  from jsonb_array_elements(case when jsonb_typeof(resource -> 'emails') = 'array' then resource -> 'emails' else '[]' end) as e
$$;
create index scim_user_addresses on scim_user using gin (tenant_id, scim_addresses(resource));

-- The table is forced: the owner reads it by this.
select table_access('scim_user', 'portal_owner', 'select', 'true');

-- People of the unit who have the address, in small letters.
create function scim_users_by_address(address text) returns setof uuid
  language sql stable security definer
  set search_path = public, pg_temp
as $$
  select s.membership_id from scim_user s
  where s.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and scim_addresses(s.resource) @> array[address]
$$;
grant execute on function scim_users_by_address to portal_app;
-- Whoever writes a row writes its index.
grant execute on function scim_addresses to portal_app;

-- A page of everybody, deep inside: its people are found in the index alone.
create index membership_present on membership (tenant_id, id) where state <> 'deactivated';
