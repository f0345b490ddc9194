-- Reports: the accounts of the reporting service, groups and subgroups, the reports themselves, and how they are found.

create table reporting_account (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  application_id uuid not null,
  directory_id uuid not null,
  object_id uuid,
  subscription_id uuid,
  -- Encrypted with the master key; bound to tenant and column.
  secret_value text not null,
  -- Who may switch on the capacity of the account's workspaces when it is paused: it costs by the second.
  waking text not null default 'administrators' check (waking in ('nobody', 'administrators', 'everybody')),
  created_by uuid references person,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name_key)
);
select tenant_table('reporting_account', 'write');
select audited('reporting_account', array['secret_value']);

create table report_group (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  description text not null default '',
  icon text not null default 'folder',
  cover_id uuid,
  position integer not null,
  -- What a group is found by.
  words text not null generated always as (search_text(name || ' ' || description)) stored,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name_key),
  foreign key (tenant_id, cover_id) references file (tenant_id, id)
);
create index report_group_by_cover on report_group (tenant_id, cover_id);
create index report_group_by_position on report_group (tenant_id, position, search_text(name), id);
create index report_group_by_name on report_group (tenant_id, search_text(name), id);
create index report_group_words on report_group using gin (tenant_id, words gin_trgm_ops);
-- Not forced: its search runs as the owner, because LIKE cannot use an index under a policy.
select tenant_table('report_group', 'write', false);
select audited('report_group');

create table report_subgroup (
  tenant_id uuid not null,
  group_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  icon text not null default 'folder',
  -- For its reports that have no cover of their own.
  cover_id uuid,
  position integer not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  -- Target of the report's key, so that a subgroup is always one of the report's own group.
  unique (tenant_id, group_id, id),
  unique (tenant_id, group_id, name_key),
  foreign key (tenant_id, group_id) references report_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, cover_id) references file (tenant_id, id) on delete set null (cover_id)
);
create index report_subgroup_by_cover on report_subgroup (tenant_id, cover_id);
select tenant_table('report_subgroup', 'write');
select audited('report_subgroup');

create table report (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  -- report and paginated are shown by the reporting service; a link leads elsewhere; a page is HTML of our own.
  kind text not null default 'report' check (kind in ('report', 'paginated', 'link', 'page')),
  title text not null,
  title_key text not null generated always as (lower(title)) stored,
  -- Titles are sorted without accents and case: an index of its own order, whatever the machine's collations are.
  title_sort text not null generated always as (search_text(title)) stored,
  description text not null default '',
  group_id uuid not null,
  subgroup_id uuid,
  -- Places by hand come first; what nobody has placed follows by title.
  position integer,
  cover_id uuid,
  -- Whoever registers a report owns it: the default is the actor of the transaction, so that no handler can forget it.
  owner_id uuid references person default app_setting('actor_id')::uuid,
  account_id uuid,
  workspace_id uuid,
  external_report_id uuid,
  dataset_id uuid,
  dataset_workspace_id uuid,
  link_url text,
  identity_required boolean not null default false,
  roles_required boolean not null default false,
  data_rule text not null default 'none' check (data_rule in ('none', 'filter', 'rls')),
  ignore_rls boolean not null default false,
  allow_edit boolean not null default false,
  allow_export boolean not null default false,
  show_navigation_panel boolean not null default true,
  side_filter boolean not null default false,
  show_hidden_pages boolean not null default false,
  show_in_app boolean not null default true,
  mobile_background boolean not null default false,
  show_visual_headers boolean not null default true,
  resolution text not null default 'fit_to_width' check (resolution in ('fit_to_width', 'fit_to_page', 'actual_size')),
  orientation text not null default 'auto' check (orientation in ('landscape', 'portrait', 'auto')),
  show_in_catalogue boolean not null default false,
  catalogue_description text not null default '',
  active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, group_id, title_key),
  foreign key (tenant_id, group_id) references report_group (tenant_id, id),
  -- A subgroup that moves to another group takes its reports along.
  foreign key (tenant_id, group_id, subgroup_id) references report_subgroup (tenant_id, group_id, id) on update cascade,
  foreign key (tenant_id, account_id) references reporting_account (tenant_id, id),
  foreign key (tenant_id, cover_id) references file (tenant_id, id),
  constraint report_source check ((kind in ('report', 'paginated')) = (num_nonnulls(account_id, workspace_id, external_report_id) = 3)),
  constraint report_link check ((kind = 'link') = (link_url is not null))
);
create index report_by_title on report (tenant_id, title_sort, id);
create index report_by_creation on report (tenant_id, created_at desc);
-- The order of the menu.
create index report_by_position on report (tenant_id, coalesce(position, 2147483647), id);
create index report_in_catalogue on report (tenant_id, title_sort, id) where show_in_catalogue and active;
create index report_inactive on report (tenant_id, id) where not active;
create index report_by_subgroup on report (tenant_id, group_id, subgroup_id);
create index report_by_account on report (tenant_id, account_id);
create index report_by_cover on report (tenant_id, cover_id);
create index report_by_owner on report (tenant_id, owner_id);
-- Not forced: functions that run as the owner read it.
select tenant_table('report', 'write', false);
select audited('report');

-- HTML of a report of kind page, checked line by line before it is stored; a file never changes, so copies share it.
create table report_page (
  tenant_id uuid not null,
  report_id uuid not null,
  file_id uuid not null,
  version integer not null default 1,
  primary key (tenant_id, report_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id)
);
create index report_page_by_file on report_page (tenant_id, file_id);
select tenant_table('report_page', 'write');
select audited('report_page');

-- What a report is found by: title, description, group and subgroup. A table of its own, so that a renamed group does not
-- appear as a change of its reports. Not forced: the search function runs as the owner.
create table report_words (
  tenant_id uuid not null,
  report_id uuid not null,
  words text not null,
  primary key (tenant_id, report_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
create index report_words_search on report_words using gin (tenant_id, words gin_trgm_ops);
select tenant_table('report_words', 'write', false);

-- A group without reports that gets another name changes nobody's words. Asked with nothing, the statement at the end would
-- be planned anew each time, and that took longer than all the rest of the change.
create function keep_report_words() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  reports uuid[];
begin
  case tg_table_name
    when 'report' then reports := array[new.id];
    when 'report_group' then select array_agg(r.id) into reports from report r where r.tenant_id = new.tenant_id and r.group_id = new.id;
    else select array_agg(r.id) into reports from report r
      where r.tenant_id = new.tenant_id and r.group_id = new.group_id and r.subgroup_id = new.id;
  end case;
  if reports is null then
    return null;
  end if;
  insert into report_words (tenant_id, report_id, words)
  select r.tenant_id, r.id, search_text(concat_ws(' ', r.title, r.description, g.name, s.name))
  from report r
  join report_group g on g.tenant_id = r.tenant_id and g.id = r.group_id
  left join report_subgroup s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
  where r.tenant_id = new.tenant_id and r.id = any (reports)
  on conflict (tenant_id, report_id) do update set words = excluded.words;
  return null;
end
$$;
create trigger report_words after insert or update of title, description, group_id, subgroup_id on report
  for each row execute function keep_report_words();
create trigger report_words after update of name on report_group for each row execute function keep_report_words();
create trigger report_words after update of name on report_subgroup for each row execute function keep_report_words();

-- The ids of the unit's reports that hold every word; when there is none, of those that hold something like every word. It
-- runs as the owner, whom the policy does not concern, because neither LIKE nor likeness can use an index under a policy; so
-- it names the tenant itself. In plpgsql its plans are kept, in SQL they would not be.
-- `among` are the reports that a reader sees, when they are few: then only these are read, and a word counts as unknown when
-- none of them holds it. That also keeps from a reader which words stand in reports that they do not see.
create function search_report(words text, among uuid[] default null) returns table (id uuid)
  language plpgsql stable security definer rows 20
  set search_path = public, pg_temp
  set pg_trgm.word_similarity_threshold = 0.5
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  patterns text[] := search_patterns(words);
  -- The second longest word narrows the walk through the index, if it is long enough to be in it.
  second text := case when length(patterns[2]) >= 5 then patterns[2] else patterns[1] end;
  -- The same words as they are, the longest first.
  plain text[] := array(select w from regexp_split_to_table(trim(search_text(search_report.words)), '\s+') as w order by length(w) desc);
begin
  if among is not null then
    return query
      select w.report_id from report_words w where w.tenant_id = tenant and w.report_id = any (among) and w.words like all (patterns);
  elsif length(patterns[1]) < 5 then
    -- One or two letters are no trigram: the index would be read from end to end.
    return query select w.report_id from report_words w where w.tenant_id = tenant and w.words || '' like all (patterns);
    return;
  else
    -- LIKE ALL alone would not use the trigrams: the longest words find, the others filter.
    return query
      select w.report_id from report_words w
      where w.tenant_id = tenant and w.words like patterns[1] and w.words like second and w.words like all (patterns[2:]);
  end if;
  if found or length(plain[1]) < 4 then
    return;
  end if;
  -- When nothing holds every word: what holds something like every word.
  if among is not null then
    return query
      select w.report_id from report_words w
      where w.tenant_id = tenant and w.report_id = any (among) and not exists (
        select from unnest(plain, patterns) as wanted (word, pattern)
        where not (w.words like wanted.pattern or length(wanted.word) >= 4 and w.words %> wanted.word)
      );
  else
    return query
      select w.report_id from report_words w
      where w.tenant_id = tenant and w.words %> plain[1]
        and not exists (
          select from unnest(plain[2:], patterns[2:]) as other (word, pattern)
          where not (w.words like other.pattern or length(other.word) >= 4 and w.words %> other.word)
        );
  end if;
end
$$;
grant execute on function search_report to portal_app;

-- The ids of the unit's groups that hold every word, in the same way.
create function search_report_group(words text) returns table (id uuid)
  language plpgsql stable security definer rows 20
  set search_path = public, pg_temp
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  patterns text[] := search_patterns(words);
  second text := case when length(patterns[2]) >= 5 then patterns[2] else patterns[1] end;
begin
  if length(patterns[1]) >= 5 then
    return query
      select g.id from report_group g
      where g.tenant_id = tenant and g.words like patterns[1] and g.words like second and g.words like all (patterns[2:]);
  else
    -- One or two letters are no trigram: the index would be read from end to end.
    return query select g.id from report_group g where g.tenant_id = tenant and g.words || '' like all (patterns);
  end if;
end
$$;
grant execute on function search_report_group to portal_app;

-- Times in which a report is closed for its readers. Windows may overlap: the latest end counts.
create table report_maintenance (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  message text not null default '',
  -- Administrators and partners may open the report meanwhile.
  managers_pass boolean not null default true,
  -- Readers are told a day before; then when they were.
  announce boolean not null default false,
  announced_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade,
  check (ends_at > starts_at and ends_at <= starts_at + interval '7 days')
);
create index report_maintenance_of_report on report_maintenance (tenant_id, report_id, ends_at);
select tenant_table('report_maintenance', 'write');
select audited('report_maintenance');

-- Files on their way to a report. They come in parts, are handed to the reporting service, and leave only what became of them.
create table report_upload (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  person_id uuid not null references person,
  account_id uuid not null,
  workspace_id uuid not null,
  file_name text not null,
  size integer not null,
  title text not null,
  description text not null default '',
  -- Null when the place went away in the meantime.
  group_id uuid,
  subgroup_id uuid,
  -- Take the place of what has this name in the workspace.
  replaces boolean not null default false,
  state text not null default 'receiving' check (state in ('receiving', 'publishing', 'done', 'failed')),
  -- What the content is, told by its bytes.
  kind text,
  -- The service's own id of the import.
  external_id text,
  -- A word of the catalogue, and what the service said.
  reason text,
  detail text,
  report_id uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references reporting_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references report_group (tenant_id, id) on delete set null (group_id),
  foreign key (tenant_id, group_id, subgroup_id) references report_subgroup (tenant_id, group_id, id) on update cascade on delete set null (subgroup_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete set null (report_id)
);
create index report_upload_of_person on report_upload (tenant_id, person_id, created_at desc);
create index report_upload_by_account on report_upload (tenant_id, account_id);
create index report_upload_by_place on report_upload (tenant_id, group_id, subgroup_id);
create index report_upload_by_report on report_upload (tenant_id, report_id);
select tenant_table('report_upload', 'write');
select audited('report_upload');

create table report_upload_part (
  tenant_id uuid not null,
  upload_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (tenant_id, upload_id, number),
  foreign key (tenant_id, upload_id) references report_upload (tenant_id, id) on delete cascade
);
-- Mostly compressed already.
alter table report_upload_part alter column bytes set storage external;
select tenant_table('report_upload_part', 'write');
