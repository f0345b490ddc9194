/**
 * The statements of the limit program: one per request, with the session look-up inside. Written for speed only; there
 * is no isolation of tenants except the conditions of these statements.
 */

type Prepared = { name: string; text: string };

/** The caller, by the hashes of token and cookie ($1, $2). */
const caller = `caller as materialized (
  select m.tenant_id, m.id as membership_id, m.role, s.person_id
  from session s
  join membership m on m.tenant_id = s.tenant_id and m.person_id = s.person_id
  join tenant t on t.id = s.tenant_id
  where s.token_hash = $1 and s.cookie_hash = $2 and s.ended_at is null and s.expires_at > now()
    and m.state = 'active' and t.state in ('active', 'trial')
)`;

const holds = (alias: string): string => `(${alias}.ends_on is null or ${alias}.ends_on >= current_date)`;

const granted = `granted as (
  select a.report_id from caller c join report_grant a on a.tenant_id = c.tenant_id and a.membership_id = c.membership_id where ${holds('a')}
  union
  select a.report_id from caller c
  join user_group_member m on m.tenant_id = c.tenant_id and m.membership_id = c.membership_id and ${holds('m')}
  join report_grant a on a.tenant_id = c.tenant_id and a.user_group_id = m.group_id where ${holds('a')}
  union
  select a.report_id from caller c join report_grant a on a.tenant_id = c.tenant_id and a.unit where ${holds('a')}
)`;

/** Some assignment that reaches the caller says which rows of the report `p` they see; for a report that asks for none it is not looked for. */
const hasDataRule = `exists (
  select from report_grant a
  left join user_group_member m on m.tenant_id = a.tenant_id and m.group_id = a.user_group_id and m.membership_id = c.membership_id
  where a.tenant_id = c.tenant_id and a.report_id = p.id and (a.unit or a.membership_id = c.membership_id or m.membership_id is not null)
    and ${holds('a')} and (m.ends_on is null or m.ends_on >= current_date)
    and (jsonb_array_length(a.filters) > 0 or a.rls_username is not null)
)`;

const dataAge = `(
  select json_build_object(
    'at', (select d.ended_at from dataset_refresh d where d.tenant_id = c.tenant_id and d.dataset_id = p.dataset_id and d.state = 'completed' order by d.asked_at desc limit 1),
    'failed', latest.state = 'failed')
  from dataset_refresh latest
  where latest.tenant_id = c.tenant_id and latest.dataset_id = p.dataset_id and latest.state in ('completed', 'failed')
  order by latest.asked_at desc limit 1
)`;

/** My reports that hold every word of a search (patterns, $3), sorted, 20 from a place ($4), with the total: as JSON. */
export const list: Prepared = {
  name: 'list',
  text: `with ${caller}, ${granted},
few as materialized (select array_agg(report_id) as ids from granted),
hits as materialized (
  select r.id, r.title_sort from caller c cross join few
  join report_words w on w.tenant_id = c.tenant_id and w.report_id = any (few.ids) and w.words like all ($3)
  join report r on r.tenant_id = c.tenant_id and r.id = w.report_id
  where r.active
    and not exists (select from report_removal x where x.tenant_id = c.tenant_id and x.membership_id = c.membership_id and x.report_id = r.id)
),
page as materialized (
  select p.id, p.title, p.description, p.group_id, g.name as group_name, p.subgroup_id, sg.name as subgroup_name,
    exists (select from favourite f where f.tenant_id = c.tenant_id and f.person_id = c.person_id and f.report_id = p.id) as favourite,
    case when p.data_rule = 'none' or ${hasDataRule} then null else 'no_data_rule' end as blocked, ${dataAge} as updated
  from caller c cross join (select * from hits order by title_sort, id limit 20 offset $4) as h
  join report p on p.tenant_id = c.tenant_id and p.id = h.id
  join report_group g on g.tenant_id = c.tenant_id and g.id = p.group_id
  left join report_subgroup sg on sg.tenant_id = c.tenant_id and sg.id = p.subgroup_id
  order by h.title_sort, h.id
),
counted as materialized (select count(*) as total from hits)
select json_build_object(
  'data', (select coalesce(json_agg(to_json(page)), '[]') from page),
  'meta', json_build_object('page', $4::int / 20 + 1, 'per_page', 20, 'total', least(total, 1000), 'total_is_capped', total > 1000,
    'next', case when $4::int + 20 < total then (select id from page offset 19) end)
)::text as body from caller, counted`,
};

const audited = (action: string, from: string, before: string, after: string): string => `audit as (
  insert into audit_log (tenant_id, actor_id, person_id, action, object_type, object_id, before, after, request_id, ip)
  select c.tenant_id, c.person_id, c.person_id, '${action}', 'report_group', w.id, ${before}, ${after}, $3, $4::inet from caller c, ${from} w
)`;

const written = (
  counts: string,
): string => `select json_build_object('id', w.id, 'name', w.name, 'description', w.description, 'icon', w.icon, 'cover_id', w.cover_id, 'cover', null,
  'position', w.position, ${counts}, 'version', w.version, 'can', json_build_object('edit', true, 'remove', true))::text as body from written w`;

const administrator = `administrator as (select * from caller where role = 'admin')`;

/** $3 request id, $4 address, then id, name, description, icon. */
export const addGroup: Prepared = {
  name: 'add',
  text: `with ${caller}, ${administrator},
written as (
  insert into limit_report_group (tenant_id, id, name, description, icon, position)
  select a.tenant_id, $5, $6, $7, $8, (select coalesce(max(position), 0) + 1 from limit_report_group g where g.tenant_id = a.tenant_id)
  from administrator a returning *
),
${audited('report_group.add', 'written', 'null', 'to_jsonb(w)')}
${written(`'report_count', 0, 'subgroup_count', 0`)}`,
};

/** $3 request id, $4 address, then id, name, description, icon, version. */
export const updateGroup: Prepared = {
  name: 'update',
  text: `with ${caller}, ${administrator},
former as (select g.* from administrator a join limit_report_group g on g.tenant_id = a.tenant_id and g.id = $5 and g.version = $9 for update of g),
written as (
  update limit_report_group g set name = $6, description = $7, icon = $8, version = g.version + 1
  from former f where g.tenant_id = f.tenant_id and g.id = f.id returning g.*
),
${audited('report_group.update', 'written', '(select to_jsonb(f) from former f)', 'to_jsonb(w)')}
${written(
  `'report_count', (select count(*) from report r where r.tenant_id = w.tenant_id and r.group_id = w.id),
  'subgroup_count', (select count(*) from report_subgroup s where s.tenant_id = w.tenant_id and s.group_id = w.id)`,
)}`,
};

/** $3 request id, $4 address, $5 id. */
export const removeGroup: Prepared = {
  name: 'remove',
  text: `with ${caller}, ${administrator},
removed as (
  delete from limit_report_group g using administrator a
  where g.tenant_id = a.tenant_id and g.id = $5
    and not exists (select from report r where r.tenant_id = a.tenant_id and r.group_id = g.id)
  returning g.*
),
${audited('report_group.remove', 'removed', 'to_jsonb(w)', 'null')}
select id from removed`,
};

export const findPerson: Prepared = {
  name: 'person',
  text: `select p.id, p.email, p.name, p.password_hash, m.tenant_id, m.role, t.partner_id from person p
join membership m on m.person_id = p.id join tenant t on t.id = m.tenant_id
where p.email = $1 and m.state = 'active' and t.state in ('active', 'trial')`,
};

/** id, token hash, cookie hash, person, role, tenant, host, address, user agent, request id. */
export const addSession: Prepared = {
  name: 'session',
  text: `with made as (
  insert into session (id, token_hash, cookie_hash, person_id, role, tenant_id, auth_type, host, ip, user_agent, expires_at)
  values ($1, $2, $3, $4, $5, $6, 'password', $7, $8, $9, now() + interval '8 hours') returning *
)
insert into audit_log (tenant_id, actor_id, person_id, action, object_type, object_id, request_id, ip)
select tenant_id, person_id, person_id, 'session.begin', 'session', id, $10, ip from made`,
};
