-- Pictures of reports, one for each way in which a report is seen: whoever sees the same rows in the same language shares it.
create table thumbnail (
  tenant_id uuid not null,
  report_id uuid not null,
  -- A hash of what decides which rows are seen, as it goes into the token (thumbnailKey.ts).
  key text not null check (key ~ '^[0-9a-f]{64}$'),
  -- As whom it was made last.
  person_id uuid not null references person on delete cascade,
  -- At most once a day, also when nothing came of it.
  asked_at timestamptz not null,
  -- Null: none has been made.
  file_id uuid,
  primary key (tenant_id, report_id, key),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete set null (file_id)
);
create index thumbnail_tenant_id_file_id on thumbnail (tenant_id, file_id);
create index thumbnail_tenant_id_person_id on thumbnail (tenant_id, person_id);
select tenant_table('thumbnail');
