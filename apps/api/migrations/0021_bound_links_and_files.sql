-- What is given away is good for what it was made for: a password link on the host that its mail names, a file for its purpose.

-- Null for links that were made before; none of them lives longer than a week.
alter table one_time_token add host text;

-- Whether the file that a column refers to was stored for this purpose. A file of another unit, of another purpose or that is
-- not there is the same. Runs as the caller, so that the wall holds. Arguments: the column, its purposes.
create function file_of_kind() returns trigger
  language plpgsql
as $$
declare
  file_id uuid := to_jsonb(new) ->> tg_argv[0];
begin
  if tg_op = 'UPDATE' and to_jsonb(old) ->> tg_argv[0] = file_id::text then
    return new;
  end if;
  if not exists (select from public.file f where f.tenant_id = new.tenant_id and f.id = file_id and f.kind = any (string_to_array(tg_argv[1], ','))) then
    raise foreign_key_violation using
      message = format('%s of %s names no file for %s', tg_argv[0], tg_table_name, tg_argv[1]),
      constraint = format('%s_tenant_id_%s_fkey', tg_table_name, tg_argv[0]);
  end if;
  return new;
end
$$;

create trigger cover_of_kind before insert or update of cover_id on report
  for each row when (new.cover_id is not null) execute function file_of_kind('cover_id', 'cover,group_cover');
create trigger cover_of_kind before insert or update of cover_id on report_group
  for each row when (new.cover_id is not null) execute function file_of_kind('cover_id', 'cover,group_cover');
create trigger cover_of_kind before insert or update of cover_id on report_subgroup
  for each row when (new.cover_id is not null) execute function file_of_kind('cover_id', 'cover,group_cover');
create trigger picture_of_kind before insert or update of picture_id on membership
  for each row when (new.picture_id is not null) execute function file_of_kind('picture_id', 'picture');
create trigger file_of_kind before insert or update of file_id on report_page
  for each row execute function file_of_kind('file_id', 'report_page');
create trigger file_of_kind before insert or update of file_id on report_export
  for each row when (new.file_id is not null) execute function file_of_kind('file_id', 'report_export');
