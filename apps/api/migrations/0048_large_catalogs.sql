-- Units with ten thousand reports in a thousand groups: whoever keeps them is answered as soon as in a small one.

-- Reports in the order of the menu, groups in theirs and by name.
create index report_by_position on report (tenant_id, coalesce(position, 2147483647), id);
create index report_group_by_position on report_group (tenant_id, position, search_text(name), id);
create index report_group_by_name on report_group (tenant_id, search_text(name), id);

-- Who administers, whatever the state: the audit of permissions asks it for every report that it walks over.
drop index membership_administrators;
create index membership_administrators on membership (tenant_id, id) where role = 'admin';

-- What a group is found by. Its own search runs as the owner, because LIKE cannot use an index under a policy.
alter table report_group add column words text not null generated always as (search_text(name || ' ' || description)) stored;
create index report_group_words on report_group using gin (tenant_id, words gin_trgm_ops);
alter table report_group no force row level security;

create function search_report_group(words text) returns table (id uuid)
  language plpgsql stable security definer rows 20
  set search_path = public, pg_temp
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  patterns text[] := search_patterns(words);
begin
  if length(patterns[1]) >= 5 then
    return query
      select g.id from report_group g where g.tenant_id = tenant and g.words like patterns[1] and g.words like all (patterns[2:]);
  else
    -- One or two letters are no trigram: the index would be read from end to end.
    return query select g.id from report_group g where g.tenant_id = tenant and g.words || '' like all (patterns);
  end if;
end
$$;
grant execute on function search_report_group to portal_app;
