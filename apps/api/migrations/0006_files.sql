-- Small files of a unit: covers, pictures, attachments, exports. What is stored never changes; another picture is another row.
-- A table that shows one refers to it by (tenant_id, …_id); what nothing refers to is removed after a day.
create table file (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  kind text not null,
  name text not null,
  content_type text not null,
  size integer not null check (size between 1 and 52428800),
  width integer,
  height integer,
  sha256 bytea not null,
  bytes bytea not null,
  -- Who sent it; null for what the portal made.
  person_id uuid,
  created_at timestamptz not null default now(),
  -- When it goes although something may refer to it: exports.
  expires_at timestamptz,
  primary key (tenant_id, id)
);
-- Pictures and archives are compressed already.
alter table file alter column bytes set storage external;
create index file_by_person on file (tenant_id, person_id, created_at);
-- An address names the file alone, for the page before the sign-in has pictures too; its key is checked before anything is read.
create index file_by_id on file (id);
select tenant_table('file');
select identity_access('file', 'select');
