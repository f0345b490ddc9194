-- Access beyond the assignment itself: taken off in person, allowed to edit, and values that follow the person.

-- permission_edit: whoever sees the report by this assignment may edit it, where the report allows editing at all.
alter table report_grant add column permission_edit boolean not null default false;

-- Somebody taken off a report in person: it wins over every assignment.
create table report_removal (
  tenant_id uuid not null,
  report_id uuid not null,
  membership_id uuid not null,
  removed_by uuid references person,
  created_at timestamptz not null default now(),
  primary key (tenant_id, membership_id, report_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade,
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
create index report_removal_of_report on report_removal (tenant_id, report_id);
select tenant_table('report_removal', 'write');
select audited('report_removal');

-- What filters and names of an assignment may take from a person, as `{{token}}` and value; a group has several rows.
-- A value that is missing has no row, so whatever asks for it stays closed.
-- Custom fields follow the person too: `{{field.region}}`, the field's name in lower case without accents and blanks. A
-- field that is renamed or switched off gives no value. Their table comes with a later migration.
set local check_function_bodies = off;
create function person_variables(member uuid, today date) returns table (token text, value text)
  language sql stable
as $$
  select v.token, v.value
  from public.membership m
  join public.person p on p.id = m.person_id
  cross join lateral (values ('{{name}}', p.name), ('{{email}}', p.email), ('{{department}}', nullif(m.department, ''))) as v (token, value)
  where m.id = member and v.value is not null
  union all
  select '{{group}}', g.name
  from public.user_group_member gm
  join public.user_group g on g.id = gm.group_id
  where gm.membership_id = member and (gm.ends_on is null or gm.ends_on >= today)
  union all
  select '{{field.' || trim(both '_' from regexp_replace(public.search_text(f.name), '[^a-z0-9]+', '_', 'g')) || '}}', v.value
  from public.membership m
  join public.custom_field f on f.tenant_id = m.tenant_id and f.active
  cross join lateral (select m.custom -> f.id::text) as kept (content)
  cross join lateral (
    select kept.content #>> '{}' where jsonb_typeof(kept.content) in ('string', 'number')
    union all
    select jsonb_array_elements_text(case jsonb_typeof(kept.content) when 'array' then kept.content else '[]' end)
  ) as v (value)
  where m.id = member and v.value <> ''
$$;
set local check_function_bodies = on;
grant execute on function person_variables to portal_app;
