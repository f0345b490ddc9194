-- The pages of a report as the reporting service lists them, so that a search finds them. Read anew by a job, at most once a day.
create table page_list (
  tenant_id uuid not null,
  report_id uuid not null,
  -- What addresses a page, and what it is called, in their order.
  names text[] not null,
  titles text[] not null check (cardinality(titles) = cardinality(names)),
  words text not null,
  read_at timestamptz not null default now(),
  primary key (tenant_id, report_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
create index page_list_search on page_list using gin (tenant_id, words gin_trgm_ops);
select tenant_table('page_list', 'none', false);

-- The unit's pages whose title holds every word. Runs as the owner, like search_report and for its reason, and names the tenant
-- itself. `among` are the reports that a reader sees, when they are few: then only these are read.
create function search_page(words text, among uuid[] default null) returns table (report_id uuid, name text, title text)
  language plpgsql stable security definer rows 20
  set search_path = public, pg_temp
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  patterns text[] := search_patterns(words);
begin
  if among is not null then
    return query
      select l.report_id, page.name, page.title from page_list l cross join lateral unnest(l.names, l.titles) as page (name, title)
      where l.tenant_id = tenant and l.report_id = any (among) and search_text(page.title) like all (patterns);
  elsif length(patterns[1]) < 5 then
    -- One or two letters are no trigram: the index would be read from end to end.
    return query
      select l.report_id, page.name, page.title from page_list l cross join lateral unnest(l.names, l.titles) as page (name, title)
      where l.tenant_id = tenant and l.words || '' like all (patterns) and search_text(page.title) like all (patterns);
  else
    return query
      select l.report_id, page.name, page.title from page_list l cross join lateral unnest(l.names, l.titles) as page (name, title)
      where l.tenant_id = tenant and l.words like patterns[1] and l.words like all (patterns[2:]) and search_text(page.title) like all (patterns);
  end if;
end
$$;
grant execute on function search_page to portal_app;
