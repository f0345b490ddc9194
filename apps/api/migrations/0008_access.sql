-- Who sees which report, with which rows, and who asks to see one.

create table report_grant (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  -- To exactly one of: a membership, a user group, the whole unit.
  membership_id uuid,
  user_group_id uuid,
  unit boolean not null default false,
  -- Whoever sees the report by this assignment may edit it, where the report allows editing at all.
  permission_edit boolean not null default false,
  filters jsonb not null default '[]',
  rls_roles text[] not null default '{}',
  rls_username text,
  ends_on date,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  check (num_nonnulls(membership_id, user_group_id) + unit::integer = 1),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade,
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_group_id) references user_group (tenant_id, id) on delete cascade
);
-- With the end inside, the reports of a reader are told from the index alone.
create unique index report_grant_to_membership on report_grant (tenant_id, membership_id, report_id) include (ends_on) where membership_id is not null;
create unique index report_grant_to_group on report_grant (tenant_id, user_group_id, report_id) include (ends_on) where user_group_id is not null;
create unique index report_grant_to_unit on report_grant (tenant_id, report_id) include (ends_on) where unit;
create index report_grant_of_report on report_grant (tenant_id, report_id);
select tenant_table('report_grant', 'write');
select table_access('report_grant', 'portal_owner', 'select', 'true');
select audited('report_grant');

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
select table_access('report_removal', 'portal_owner', 'select', 'true');
select audited('report_removal');

create table catalogue_request (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  membership_id uuid not null,
  reason text not null,
  state text not null default 'open' check (state in ('open', 'granted', 'denied', 'cancelled', 'lapsed')),
  -- What the decision says to the person; a denial always does.
  answer text not null default '',
  user_group_id uuid,
  decided_by uuid references person,
  decided_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade,
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_group_id) references user_group (tenant_id, id) on delete set null (user_group_id),
  check ((state in ('granted', 'denied')) = (decided_by is not null)),
  check (state <> 'denied' or answer <> '')
);
-- One open request for each person and report, however often somebody presses the button.
create unique index catalogue_request_open on catalogue_request (tenant_id, membership_id, report_id) where state = 'open';
create index catalogue_request_of_person on catalogue_request (tenant_id, membership_id, created_at desc);
create index catalogue_request_of_report on catalogue_request (tenant_id, report_id);
create index catalogue_request_by_group on catalogue_request (tenant_id, user_group_id);
create index catalogue_request_waiting on catalogue_request (tenant_id, created_at) where state = 'open';
select tenant_table('catalogue_request', 'write');
select audited('catalogue_request');

-- What filters and names of an assignment may take from a person, as `{{token}}` and value; a group has several rows.
-- A value that is missing has no row, so whatever asks for it stays closed.
-- Custom fields follow the person too: `{{field.region}}`, the field's name in lower case without accents and blanks. A
-- field that is renamed or switched off gives no value.
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
grant execute on function person_variables to portal_app;

-- Whether a value of an assignment is asked of the person, and whether the service takes a text as a name; as in variables.ts.
create function is_variable(value text) returns boolean
  language sql immutable parallel safe
  return value like '{{%}}';
create function is_username(value text) returns boolean
  language sql immutable parallel safe
  return length(value) between 1 and 256 and value !~ '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]';

-- Whether some assignment that reaches the member today says which rows of a report they see. A function, because most reports
-- ask for no rule: inside the lists this would be the larger part of what is prepared for every page.
create function has_data_rule(report uuid, rule text, roles_required boolean, member uuid, today date) returns boolean
  language plpgsql stable
as $$
declare
  given record;
begin
  for given in
    select ra.filters, ra.rls_roles, ra.rls_username
    from public.report_grant ra
    left join public.user_group_member m on m.group_id = ra.user_group_id and m.membership_id = member
    where ra.report_id = report and (ra.unit or ra.membership_id = member or m.membership_id is not null)
      and (ra.ends_on is null or ra.ends_on >= today) and (m.ends_on is null or m.ends_on >= today)
  loop
    if rule = 'filter' then
      if jsonb_array_length(given.filters) > 0 and not exists (
        select from jsonb_path_query(given.filters, '$[*].values[*]') as x (value)
        where jsonb_typeof(x.value) = 'string' and public.is_variable(x.value #>> '{}')
          and (x.value #>> '{}') not in (select v.token from public.person_variables(member, today) v)
      ) then
        return true;
      end if;
    elsif cardinality(given.rls_roles) > 0 or not roles_required then
      if given.rls_username is null or not public.is_variable(given.rls_username) or (
        select count(*) = 1 and bool_and(public.is_username(v.value))
        from public.person_variables(member, today) v where v.token = given.rls_username
      ) then
        return true;
      end if;
    end if;
  end loop;
  return false;
end
$$;
grant execute on function is_variable, is_username, has_data_rule to portal_app;

-- Whether a page opens. Whoever is no member of the unit manages it. Nothing but yes or no comes out.
create function opens_page(of_tenant uuid, member uuid, page text) returns boolean
  language sql stable security definer
  set search_path = public, pg_temp
as $$
  select page !~ '^/[^/]+/reports/(view|external)' or exists (
    select from report r
    where r.tenant_id = of_tenant and r.id::text = split_part(page, '/', 2) and r.active
      and not exists (select from report_removal x where x.tenant_id = of_tenant and x.report_id = r.id and x.membership_id = member)
      and (member is null
        or exists (select from membership m where m.tenant_id = of_tenant and m.id = member and m.role = 'admin')
        or exists (
          select from report_grant g
          where g.tenant_id = of_tenant and g.report_id = r.id and coalesce(g.ends_on >= unit_today(of_tenant), true)
            and (g.unit or g.membership_id = member or g.user_group_id in (
              select u.group_id from user_group_member u
              where u.tenant_id = of_tenant and u.membership_id = member and coalesce(u.ends_on >= unit_today(of_tenant), true))))))
$$;
grant execute on function opens_page to portal_identity;
