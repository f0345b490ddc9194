-- Importing people from a file: what was read, what is wrong with each row, and what became of it.

create table user_import (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  file_name text not null,
  -- review: the columns are being mapped and cells corrected. running, done, undone.
  state text not null default 'review' check (state in ('review', 'running', 'done', 'undone')),
  header text[] not null,
  -- The field of each column, null for a column that is left out.
  mapping text[] not null,
  first_line integer not null default 2,
  update_existing boolean not null default false,
  -- Bad rows are left out on wish; otherwise an import with bad rows does not begin.
  ignore_errors boolean not null default false,
  -- The unit that the people come from, where they come from no file.
  source_tenant_id uuid,
  created_by uuid not null references person,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index user_import_running on user_import (tenant_id) where state = 'running';
select tenant_table('user_import', 'write');
select audited('user_import', array['header']);

create table user_import_row (
  tenant_id uuid not null,
  import_id uuid not null,
  line integer not null,
  cells text[] not null,
  state text not null default 'pending' check (state in ('pending', 'success', 'failed')),
  -- Field → word, of the last check.
  problems jsonb not null default '{}',
  membership_id uuid,
  -- True when this import made the person's membership: undoing deactivates only those.
  made boolean not null default false,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references user_import (tenant_id, id) on delete cascade
);
create index user_import_row_state on user_import_row (tenant_id, import_id, state, line);
select tenant_table('user_import_row', 'write');

-- Which field a column of this name was last mapped to.
create table user_import_mapping (
  tenant_id uuid not null references tenant on delete cascade,
  header text not null,
  field text,
  primary key (tenant_id, header)
);
select tenant_table('user_import_mapping', 'write');
