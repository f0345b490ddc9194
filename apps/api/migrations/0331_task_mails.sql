-- Tasks that mail a report: the file is made once for all who see the same rows in the same language, and goes to each of them once.

alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check check (kind in ('alert', 'notice', 'refresh', 'mail'));
alter table task add mail_format text not null default 'PDF' check (mail_format in ('PDF', 'PPTX', 'PNG', 'XLSX'));
-- The service's name of the page; null: all pages.
alter table task add mail_page text;
-- A bookmark of whoever chose it. A name without an id: the bookmark is gone since.
alter table task add mail_view_id uuid;
alter table task add mail_view_name text;
alter table task add foreign key (tenant_id, mail_view_id) references saved_view (tenant_id, id) on delete set null (mail_view_id);
create index task_of_view on task (tenant_id, mail_view_id) where mail_view_id is not null;

-- The file of a run for those who see the same.
create table task_copy (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  -- As the decision had it: whose rows, and which filters.
  identity jsonb,
  filters jsonb not null default '[]',
  locale text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- The service's own id of the export.
  external_id text,
  -- A word of the portal.
  reason text,
  file_id uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references task_run (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete set null (file_id)
);
create index task_copy_of_run on task_copy (tenant_id, run_id);
create index task_copy_of_file on task_copy (tenant_id, file_id) where file_id is not null;
select tenant_table('task_copy', 'write');

-- To whom it goes, once for each run. `sending` is written before the mail server is called: whoever finds it later does not send again.
create table task_letter (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  person_id uuid not null references person on delete cascade,
  -- Null: there is nothing that this person could be sent.
  copy_id uuid,
  state text not null default 'planned' check (state in ('planned', 'waiting', 'sending', 'sent', 'dropped')),
  reason text,
  -- Drawn for this person alone, or that of the copy.
  file_id uuid,
  -- Too large for a mail: it stands among the person's exports.
  by_link boolean not null default false,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, run_id, person_id),
  foreign key (tenant_id, run_id) references task_run (tenant_id, id) on delete cascade,
  foreign key (tenant_id, copy_id) references task_copy (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete set null (file_id)
);
create index task_letter_of_copy on task_letter (tenant_id, copy_id);
create index task_letter_of_file on task_letter (tenant_id, file_id) where file_id is not null;
create index task_letter_of_person on task_letter (tenant_id, person_id);
create index task_letter_waiting on task_letter (tenant_id, created_at) where state in ('waiting', 'sending');
select tenant_table('task_letter', 'write');

create trigger file_of_kind before insert or update of file_id on task_copy
  for each row when (new.file_id is not null) execute function file_of_kind('file_id', 'report_export');
create trigger file_of_kind before insert or update of file_id on task_letter
  for each row when (new.file_id is not null) execute function file_of_kind('file_id', 'report_export');
