-- A subgroup may have a cover of its own, for its reports that have none.
alter table report_subgroup
  add column cover_id uuid,
  add foreign key (tenant_id, cover_id) references file (tenant_id, id) on delete set null (cover_id);
create index report_subgroup_by_cover on report_subgroup (tenant_id, cover_id);
