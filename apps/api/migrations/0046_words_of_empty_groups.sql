-- A group without reports that gets another name changes nobody's words. Asked with nothing, the statement below would be
-- planned anew each time, and that took longer than all the rest of the change.
create or replace function keep_report_words() returns trigger
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
