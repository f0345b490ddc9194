-- What people of a group of a directory get: a group of the unit, or the role of administrator.
create table entra_group (
  tenant_id uuid not null,
  id uuid not null default uuid_v7(),
  entra_directory_id uuid not null,
  -- The group's number in the directory, and by what people recognise it.
  value text not null check (value = lower(value)),
  name text not null,
  group_id uuid,
  primary key (tenant_id, id),
  constraint entra_group_once unique nulls not distinct (tenant_id, entra_directory_id, value, group_id),
  foreign key (tenant_id, entra_directory_id) references entra_directory (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references user_group (tenant_id, id) on delete cascade
);
create index entra_group_group on entra_group (tenant_id, group_id);
select tenant_table('entra_group');
select identity_access('entra_group', 'select');
select audited('entra_group');

-- The directory made them administrator, so it may end that too.
alter table entra_identity add column made_admin boolean not null default false;
