/** An assignment that is not saved yet, so that its outcome is decided by the same function as that of a saved one. */
import type { GrantInput } from '@vitrine/contract/access/reportAccess.ts';
import { sql } from 'kysely';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { found } from '#platform/http/fail.ts';
import type { Assignment } from './decide.ts';
import type { Change } from './facts.ts';

export type Draft = Pick<GrantInput, 'filters' | 'rls_roles' | 'rls_username' | 'permission_edit'> & {
  receivers: readonly Pick<GrantInput, 'to' | 'to_id'>[];
  /** The assignment that it would replace. */
  grant_id: string | null;
  /** Who has asked for it: joins the chosen group, and is taken off no longer. */
  asker_id: string | null;
};

type Belonging = { membership_id: string; group_id: string; name: string; ends_on: string | null };

const idsOf = ({ receivers }: Draft, to: GrantInput['to']): string[] =>
  receivers.flatMap((one) => (one.to === to && one.to_id !== null ? [one.to_id] : []));

/** Receivers of another unit, or that nobody has, are not found; nor is an assignment of another report. */
export async function requireAll(scope: Pick<Scoped, 'run'>, report_id: string, draft: Draft): Promise<void> {
  const [memberships, groups] = [idsOf(draft, 'membership'), idsOf(draft, 'user_group')];
  const [row] = await scope.run(sql<{ all_there: boolean }>`
    select (select count(*) from membership where id = any (${memberships}::uuid[])) = ${new Set(memberships).size}
      and (${draft.asker_id}::uuid is null or exists (select from membership where id = ${draft.asker_id}::uuid))
      and (select count(*) from user_group where id = any (${groups}::uuid[])) = ${new Set(groups).size}
      and (${draft.grant_id}::uuid is null or exists (select from report_grant where id = ${draft.grant_id}::uuid and report_id = ${report_id})) as all_there`);
  found(row?.all_there ? row : undefined);
}

/** Those who belong to the receivers and may sign in, by name; and how many they are. */
export const peopleOf = (draft: Draft, today: string, most: number) => sql<{
  membership_id: string;
  name: string;
  email: string;
  people: number;
}>`
  select m.id as membership_id, p.name, p.email, (count(*) over ())::int as people from membership m join person p on p.id = m.person_id
  where m.state = 'active' and (
    ${draft.receivers.some(({ to }) => to === 'unit')} or m.id = any (${idsOf(draft, 'membership')}::uuid[]) or m.id = ${draft.asker_id}::uuid
    or m.id in (
      select gm.membership_id from user_group_member gm
      where gm.group_id = any (${idsOf(draft, 'user_group')}::uuid[]) and (gm.ends_on is null or gm.ends_on >= ${today}::date)))
  order by m.name_sort, m.id limit ${sql.lit(most)}`;

/**
 * The assignments of a person with the draft among them, and the id by which its reasons are known. `keeps`: what the same receiver has
 * already stays as it is.
 */
export async function withDraft(
  scope: Pick<Scoped, 'run'>,
  draft: Draft,
  memberships: readonly string[],
  { keeps = false }: { keeps?: boolean } = {},
): Promise<{ change: Change; id: string }> {
  const belongings = await scope.run(sql<Belonging>`
    select gm.membership_id, gm.group_id, g.name, gm.ends_on from user_group_member gm join user_group g on g.id = gm.group_id
    where gm.group_id = any (${idsOf(draft, 'user_group')}::uuid[]) and gm.membership_id = any (${memberships}::uuid[])
      and gm.membership_id is distinct from ${draft.asker_id}::uuid
    union all
    select ${draft.asker_id}::uuid, g.id, g.name, null from user_group g
    where ${draft.asker_id}::uuid is not null and g.id = any (${idsOf(draft, 'user_group')}::uuid[])`);
  const { receivers, grant_id, asker_id: _, ...rules } = draft;
  const id = uuidv7();
  const common = { ...rules, id, ends_on: null, name: '', member_until: null };
  const drafted = (membership_id: string | null): Assignment[] => [
    ...belongings
      .filter((one) => one.membership_id === membership_id)
      .map(({ name, ends_on }): Assignment => ({ ...common, to: 'user_group', name, member_until: ends_on })),
    ...receivers
      .filter(({ to, to_id }) => to === 'unit' || (to === 'membership' && to_id === membership_id))
      .map(({ to }): Assignment => ({ ...common, to })),
  ];
  return {
    id,
    change: (membership_id, assignments) => {
      const isKept = ({ to, name }: Assignment) => keeps && assignments.some((one) => one.to === to && one.name === name);
      return [...assignments.filter((one) => one.id !== grant_id), ...drafted(membership_id).filter((one) => !isKept(one))];
    },
  };
}
