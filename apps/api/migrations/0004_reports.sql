-- Reports: accounts of the reporting service, groups, reports, who sees them, and what was looked at.

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
  position integer not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name_key)
);
select tenant_table('report_group', 'write');
select audited('report_group');

create table report_subgroup (
  tenant_id uuid not null,
  group_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  position integer not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  -- Target of the report's key, so that a subgroup is always one of the report's own group.
  unique (tenant_id, group_id, id),
  unique (tenant_id, group_id, name_key),
  foreign key (tenant_id, group_id) references report_group (tenant_id, id) on delete cascade
);
select tenant_table('report_subgroup', 'write');
select audited('report_subgroup');

create table report (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  title text not null,
  title_key text not null generated always as (lower(title)) stored,
  -- Titles are sorted without accents and case: an index of its own order, whatever the machine's collations are.
  title_sort text not null generated always as (search_text(title)) stored,
  description text not null default '',
  group_id uuid not null,
  subgroup_id uuid,
  account_id uuid not null,
  workspace_id uuid not null,
  external_report_id uuid not null,
  dataset_id uuid,
  dataset_workspace_id uuid,
  identity_required boolean not null default false,
  roles_required boolean not null default false,
  allow_edit boolean not null default false,
  show_navigation_panel boolean not null default true,
  side_filter boolean not null default false,
  show_hidden_pages boolean not null default false,
  ignore_rls boolean not null default false,
  data_rule text not null default 'none' check (data_rule in ('none', 'filter', 'rls')),
  show_in_app boolean not null default true,
  mobile_background boolean not null default false,
  show_visual_headers boolean not null default true,
  resolution text not null default 'fit_to_width' check (resolution in ('fit_to_width', 'fit_to_page', 'actual_size')),
  orientation text not null default 'auto' check (orientation in ('landscape', 'portrait', 'auto')),
  allow_export boolean not null default false,
  active boolean not null default true,
  search text not null generated always as (search_text(title || ' ' || description)) stored,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, group_id, title_key),
  foreign key (tenant_id, group_id) references report_group (tenant_id, id),
  foreign key (tenant_id, group_id, subgroup_id) references report_subgroup (tenant_id, group_id, id),
  foreign key (tenant_id, account_id) references reporting_account (tenant_id, id)
);
create index report_by_title on report (tenant_id, title_sort, id);
create index report_inactive on report (tenant_id, id) where not active;
create index report_by_subgroup on report (tenant_id, group_id, subgroup_id);
create index report_by_account on report (tenant_id, account_id);
create index report_search on report using gin (tenant_id, search gin_trgm_ops);
-- Not forced: the search function below runs as the owner, because LIKE cannot use an index under the policy.
select tenant_table('report', 'write', false);
select audited('report');

create table report_grant (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  -- To exactly one of: a membership, a user group, the whole unit.
  membership_id uuid,
  user_group_id uuid,
  unit boolean not null default false,
  filters jsonb not null default '[]',
  rls_roles text[] not null default '{}',
  rls_username text,
  ends_on date,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  check (num_nonnulls(membership_id, user_group_id) + unit::integer = 1),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade,
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_group_id) references user_group (tenant_id, id) on delete cascade
);
-- With the end inside, the reports of a reader are told from the index alone.
create unique index report_grant_to_membership on report_grant (tenant_id, membership_id, report_id) include (ends_on) where membership_id is not null;
create unique index report_grant_to_group on report_grant (tenant_id, user_group_id, report_id) include (ends_on) where user_group_id is not null;
create unique index report_grant_to_unit on report_grant (tenant_id, report_id) include (ends_on) where unit;
create index report_grant_of_report on report_grant (tenant_id, report_id);
select tenant_table('report_grant', 'write');
select audited('report_grant');

create table favourite (
  tenant_id uuid not null,
  person_id uuid not null references person on delete cascade,
  report_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, person_id, report_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
select tenant_table('favourite');

create table report_view (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  person_id uuid not null references person,
  actor_id uuid not null references person,
  embed_token_id text not null,
  rls_ignored boolean not null default false,
  opened_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
create index report_view_of_report on report_view (tenant_id, report_id, opened_at);
create index report_view_of_person on report_view (tenant_id, person_id, opened_at);
select tenant_table('report_view', 'read');

create table report_page_view (
  tenant_id uuid not null,
  id uuid not null,
  view_id uuid not null,
  page text not null,
  device text not null check (device in ('desktop', 'phone')),
  origin text not null check (origin in ('viewer', 'external')),
  load_ms integer,
  render_ms integer,
  shown_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, view_id) references report_view (tenant_id, id) on delete cascade
);
create index report_page_view_of_view on report_page_view (tenant_id, view_id);
select tenant_table('report_page_view', 'read');

-- The words of a search as LIKE patterns for columns made by search_text, the longest first: it is the rarest.
create function search_patterns(words text) returns text[]
  language sql immutable strict parallel safe
as $$
  select array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' order by length(word) desc)
  from regexp_split_to_table(trim(search_text(words)), '\s+') as w (word)
$$;
grant execute on function search_patterns to portal_app, portal_partner, portal_operator;

-- The unit's reports that hold every word. It runs as the owner, whom the policy does not concern, because LIKE cannot
-- use an index under a policy; so it names the tenant itself. In plpgsql its plans are kept, in SQL they would not be.
create function search_report(words text) returns table (id uuid, title_sort text, group_id uuid, subgroup_id uuid, active boolean)
language plpgsql stable security definer
set search_path = public, pg_temp
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  patterns text[] := search_patterns(words);
begin
  if length(patterns[1]) >= 5 then
    -- LIKE ALL alone would not use the trigrams either: the longest word finds, the others filter.
    return query
      select r.id, r.title_sort, r.group_id, r.subgroup_id, r.active from report r
      where r.tenant_id = tenant and r.search like patterns[1] and r.search like all (patterns[2:]);
  else
    -- One or two letters are no trigram: the index would be read from end to end.
    return query
      select r.id, r.title_sort, r.group_id, r.subgroup_id, r.active from report r
      where r.tenant_id = tenant and r.search || '' like all (patterns);
  end if;
end
$$;
grant execute on function search_report to portal_app;
