/**
 * People and groups as a directory sees them: in a rehearsal with what the rehearsal made of them. A source `r` has the columns id,
 * name (userName or displayName), external_id, active, resource, created_at, changed_at, version and looked_after.
 */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Kind } from './attributes.ts';
import type { Belonging } from './filter/compile.ts';
import type { Filter } from './filter/parse.ts';
import type { JsonObject } from './values.ts';

export type Row = {
  id: string;
  name: string;
  external_id: string | null;
  active: boolean;
  resource: JsonObject;
  created_at: string;
  changed_at: string;
  version: string;
  /** Whether a directory wrote it before. */
  looked_after: boolean;
};

/** Whose view it is: the token of a rehearsal, or null for what is. */
export type View = { rehearsal: string | null };

/** What is told of a person whom no directory looks after yet. */
const own = sql`jsonb_strip_nulls(jsonb_build_object(
  'displayName', p.name, 'preferredLanguage', p.language,
  'emails', jsonb_build_array(jsonb_build_object('value', p.email, 'type', 'work', 'primary', true)),
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User', case when m.department <> '' then jsonb_build_object('department', m.department) end))`;

const real: Record<Kind, RawBuilder<unknown>> = {
  user: sql`select m.id, coalesce(s.user_name, p.email) as name, s.external_id, m.state in ('active', 'blocked') as active,
      coalesce(s.resource, ${own}) as resource, m.created_at, coalesce(s.changed_at, m.created_at) as changed_at,
      m.version || '.' || p.version || '.' || coalesce(s.version, 0) as version, s.membership_id is not null as looked_after
    from membership m join person p on p.id = m.person_id left join scim_user s on s.membership_id = m.id
    where m.state <> 'deactivated'`,
  group: sql`select g.id, g.name, s.external_id, true as active, '{}'::jsonb as resource, s.created_at, greatest(s.changed_at, g.changed_at) as changed_at,
      g.version || '.' || s.version as version, true as looked_after
    from scim_group s join user_group g on g.id = s.group_id where true`,
};

const idOf: Record<Kind, RawBuilder<unknown>> = { user: sql`m.id`, group: sql`g.id` };

const rehearsed = (
  kind: Kind,
  token: string,
) => sql`select h.id, h.name, h.external_id, h.active, h.resource, h.created_at, h.changed_at, 'r' || h.version as version, true as looked_after
  from scim_rehearsal h where h.token_id = ${token} and h.kind = ${kind} and not h.gone`;
const isRehearsed = (kind: Kind, token: string, id: RawBuilder<unknown>) =>
  sql`exists (select from scim_rehearsal h where h.token_id = ${token} and h.kind = ${kind} and h.id = ${id})`;

export function source(kind: Kind, { rehearsal }: View): RawBuilder<unknown> {
  if (rehearsal === null) return real[kind];
  return sql`${real[kind]} and not ${isRehearsed(kind, rehearsal, idOf[kind])} union all ${rehearsed(kind, rehearsal)}`;
}

/** Who is in which group: group_id and membership_id. */
function belongings({ rehearsal }: View): RawBuilder<unknown> {
  const now = sql`select gm.group_id, gm.membership_id from user_group_member gm where exists (select from scim_group s where s.group_id = gm.group_id)
    and exists (select from membership m where m.id = gm.membership_id and m.state <> 'deactivated')`;
  if (rehearsal === null) return now;
  return sql`${now} and not ${isRehearsed('group', rehearsal, sql`gm.group_id`)}
    union all select h.id, x from scim_rehearsal h, unnest(h.members) as x
      where h.token_id = ${rehearsal} and h.kind = 'group' and not h.gone`;
}

/** Names of people in a rehearsal, which may not be anybody's yet. */
export const namesOf = (view: View): RawBuilder<unknown> =>
  sql`select r.id, coalesce(nullif(r.resource ->> 'displayName', ''), r.name) as name from (${source('user', view)}) as r`;

export const belongingOf = (view: View): Belonging => ({
  groups: sql`select b.group_id::text as "value", g.name as display, null::text as "$ref", null::text as type
    from (${belongings(view)}) as b join (${source('group', view)}) as g on g.id = b.group_id where b.membership_id = r.id`,
  members: sql`select b.membership_id::text as "value", u.name as display, null::text as "$ref", 'User'::text as type
    from (${belongings(view)}) as b join (${namesOf(view)}) as u on u.id = b.membership_id where b.group_id = r.id`,
});

/** Conditions that the filter asks for everywhere and that an index answers, besides the whole filter. */
export function shortcuts(filter: Filter, kind: Kind, { rehearsal }: View): RawBuilder<unknown> {
  if (rehearsal !== null) return sql`true`;
  const conditions = partsOf(filter).flatMap((part) => {
    // The type of an address beside its value: whoever has the value at all is looked at.
    if (part.is === 'element' && kind === 'user' && part.place.attribute.name === 'emails')
      return partsOf(part.part).flatMap((inner) => addressed(inner) ?? []);
    if (part.is !== 'compare' || part.operator !== 'eq' || typeof part.value !== 'string') return [];
    if (kind === 'user' && part.place.attribute.name === 'emails' && part.place.sub?.name === 'value') return withAddress(part.value);
    return part.place.sub === null ? (shortcut(kind, part.place.attribute.name, part.value) ?? []) : [];
  });
  return sql.join([sql`true`, ...conditions], sql` and `);
}

const partsOf = (filter: Filter): Filter[] => (filter.is === 'and' ? filter.parts : [filter]);

/** In an element: whose value is this text. */
const addressed = (part: Filter): RawBuilder<unknown> | null =>
  part.is === 'compare' && part.operator === 'eq' && part.place.attribute.name === 'value' && typeof part.value === 'string'
    ? withAddress(part.value)
    : null;

const withAddress = (value: string) => sql`r.id = any (array(select scim_users_by_address(lower(${value}::text))
  union all select m.id from person p join membership m on m.person_id = p.id where p.email = lower(${value}::text)))`;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
export const isId = (text: string): boolean => uuid.test(text);

function shortcut(kind: Kind, name: string, value: string): RawBuilder<unknown> | null {
  if (name === 'id') return isId(value) ? sql`r.id = ${value}::uuid` : sql`false`;
  if (kind === 'user' && name === 'userName')
    return sql`r.id = any (array(select s.membership_id from scim_user s where s.user_name_key = lower(${value}::text)
      union all select m.id from person p join membership m on m.person_id = p.id where p.email = lower(${value}::text)))`;
  if (kind === 'user' && name === 'externalId')
    return sql`r.id = any (array(select s.membership_id from scim_user s where s.external_id = ${value}::text))`;
  return null;
}
