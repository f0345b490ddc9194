-- More kinds of reports than those that the service shows, places by hand, and what the form asks for besides.

alter table report
  -- report and paginated are shown by the reporting service; a link leads elsewhere; a page is HTML of our own.
  add column kind text not null default 'report' check (kind in ('report', 'paginated', 'link', 'page')),
  add column link_url text,
  -- Places by hand come first; what nobody has placed follows by title.
  add column position integer,
  add column cover_id uuid,
  add foreign key (tenant_id, cover_id) references file (tenant_id, id),
  add column show_in_catalogue boolean not null default false,
  add column catalogue_description text not null default '',
  alter column account_id drop not null,
  alter column workspace_id drop not null,
  alter column external_report_id drop not null,
  add constraint report_source check ((kind in ('report', 'paginated')) = (num_nonnulls(account_id, workspace_id, external_report_id) = 3)),
  add constraint report_link check ((kind = 'link') = (link_url is not null));

-- A subgroup that moves to another group takes its reports along.
alter table report
  drop constraint report_tenant_id_group_id_subgroup_id_fkey,
  add foreign key (tenant_id, group_id, subgroup_id) references report_subgroup (tenant_id, group_id, id) on update cascade;

create index report_by_cover on report (tenant_id, cover_id);

alter table report_subgroup add column icon text not null default 'folder';
alter table report_group add column cover_id uuid, add foreign key (tenant_id, cover_id) references file (tenant_id, id);
create index report_group_by_cover on report_group (tenant_id, cover_id);

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

-- Links and pages are looked at without a token.
alter table report_view alter column embed_token_id drop not null;
