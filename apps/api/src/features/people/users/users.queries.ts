/** Queries for people of a unit: one membership with its person per row. */
import type { list, User, UserRow } from '@vitrine/contract/people/users.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#domain/serving/context.ts';
import { member, todayOf } from '#domain/waiting/conditions.ts';
import type { Cut } from '#platform/http/list.ts';
import { every } from '#platform/http/list.ts';
import { directoryFields } from '#domain/people/directory.ts';
import { membersFoundBy } from '#domain/people/findMembers.ts';

export type RowOf<T> = Omit<T, 'can' | 'own' | 'picture'>;
export type Narrowing = Omit<z.output<typeof list.query>, 'page' | 'per_page' | 'sort' | 'after'> & { import_id?: string | undefined };

const inTrial = sql`exists (select from tenant t where t.id = m.tenant_id and t.state = 'trial')`;
const lastAccess = sql`(select u.last_used_at from unit_use u where u.person_id = m.person_id and u.tenant_id = m.tenant_id)`;

/** Columns of a membership `m` with its person `p`. */
const columns = sql`m.id, m.person_id, p.name, p.email, p.phone, m.picture_id, m.role,
  case when m.state = 'active' and ${inTrial} then 'trial' else m.state end as state,
  m.department, m.mail_refusal, p.language, m.custom, ${lastAccess} as last_access, m.created_at,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name_key)
    from user_group_member gm join user_group g on g.id = gm.group_id where gm.membership_id = m.id
  ), '[]') as groups`;

/** The conditions of a list; without a state everybody who is not deactivated. */
export async function matching(ctx: Pick<Context, 'run' | 'actor' | 'now'>, wanted: Narrowing): Promise<RawBuilder<unknown>> {
  const { q, role, state, user_group_id, department, not_signed_in, mail, reads, licence, ends, custom, import_id } = wanted;
  const since =
    not_signed_in === '30' || not_signed_in === '90' ? new Date(ctx.now().getTime() - Number(not_signed_in) * 86_400_000) : null;
  const at = todayOf(ctx);
  const used = sql`select from unit_use u where u.person_id = m.person_id and u.tenant_id = m.tenant_id`;
  return every(
    await membersFoundBy(ctx, q),
    role ? sql`m.role = ${role}` : undefined,
    state ? sql`m.state = ${state}` : sql`m.state in ('active', 'inactive', 'blocked')`,
    user_group_id
      ? sql`exists (select from user_group_member gm where gm.membership_id = m.id and gm.group_id = ${user_group_id})`
      : undefined,
    department ? sql`m.department = ${department}` : undefined,
    not_signed_in ? sql`not exists (${since ? sql`${used} and u.last_used_at >= ${since}` : used})` : undefined,
    mail ? sql`m.mail_refusal is not null` : undefined,
    reads ? member.reads(at) : undefined,
    licence ? member.hasSeat : undefined,
    ends ? member.endsSoon(at) : undefined,
    custom ? hasValue(custom) : undefined,
    import_id ? sql`m.id in (select r.membership_id from user_import_row r where r.import_id = ${import_id} and r.made)` : undefined,
  );
}

function hasValue(wanted: string): RawBuilder<unknown> {
  if (wanted.startsWith('!')) return sql`not (${isFilled(wanted.slice(1))})`;
  if (wanted.length === 36) return isFilled(wanted);
  const [field, value] = [wanted.slice(0, 36), wanted.slice(37)];
  return sql`(m.custom ->> ${field} = ${value} or m.custom -> ${field} @> ${JSON.stringify([value])}::jsonb)`;
}

const isFilled = (field: string) => sql`coalesce(m.custom ->> ${field}, '') not in ('', '[]')`;

/** Ids are made in the order of time. Who is in the same state stands by name; who never came stands before the first who did. */
export const keys = {
  by: {
    name: sql`m.name_sort`,
    role: sql`(m.role || ' ' || m.name_sort)`,
    state: sql`(m.state || ' ' || m.name_sort)`,
    last_access: sql`coalesce(${lastAccess}, '-infinity')`,
    created_at: sql`m.id`,
  },
  id: sql`m.id`,
  from: sql`membership m`,
};

/** Rows of the list: the page is cut from the memberships, and only its people are joined. */
export const userRows = (matches: RawBuilder<unknown>, { beyond, order, limit }: Cut): RawBuilder<RowOf<UserRow>> => sql<RowOf<UserRow>>`
  select ${columns} from (select m.* from membership m where ${matches} and ${beyond} ${order} ${limit}) as m
  join person p on p.id = m.person_id ${order}`;

/** One person with all fields of the form. */
export const userOf = (id: string): RawBuilder<RowOf<User>> => sql<RowOf<User>>`
  select ${columns}, p.auth_method, m.authentication_level, m.billing_administrator, m.support_agent, m.allow_remote_access, m.create_notifications,
    m.refresh_datasets, m.wake_capacities, m.ignore_auto_block, m.ip_exempt, m.hidden_menu, m.block_on, m.delete_on, person_is_ours(p.id) as identity_is_ours, m.version,
    ${directoryFields} as directory_fields
  from membership m join person p on p.id = m.person_id where m.id = ${id}`;
