/** Reads the input of `decide` for one person and report, or for many pairs at once. */
import { isVariable } from '@vitrine/contract/access/reportAccess.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Assignment, Decision, GuardedReport, Reader } from './decide.ts';
import { decide } from './decide.ts';
import { variablesOf } from './variables.ts';
import type { Who } from './visible.ts';
import { manages, todayOf } from './visible.ts';

/** A membership (null for people without one) and a report. */
export type Pair = { membership_id: string | null; report_id: string };

type FoundAssignment = Assignment & Pair;

const pairsOf = (pairs: readonly Pair[]): RawBuilder<unknown> => sql`
  unnest(${pairs.map(({ membership_id }) => membership_id)}::uuid[], ${pairs.map(({ report_id }) => report_id)}::uuid[]) as pair (membership_id, report_id)`;

/**
 * All assignments that concern the pairs, also expired ones, because `decide` checks the dates. Each kind is
 * looked up by person and report, so that a report that is assigned to everybody individually costs no more than others.
 */
export const assignmentsOf = (pairs: readonly Pair[]): RawBuilder<FoundAssignment> => sql<FoundAssignment>`
  select pair.membership_id, pair.report_id, ra.id, ra.to, ra.name, ra.filters, ra.rls_roles, ra.rls_username, ra.permission_edit, ra.ends_on, ra.member_until
  from ${pairsOf(pairs)}
  cross join lateral (
    select 'membership' as to, '' as name, null::date as member_until, ra.* from report_grant ra
    where ra.membership_id = pair.membership_id and ra.report_id = pair.report_id
    union all
    select 'user_group', g.name, gm.ends_on, ra.* from user_group_member gm
    join user_group g on g.id = gm.group_id
    join report_grant ra on ra.user_group_id = gm.group_id and ra.report_id = pair.report_id
    where gm.membership_id = pair.membership_id
    union all
    select 'unit', '', null, ra.* from report_grant ra where ra.unit and ra.report_id = pair.report_id
  ) as ra
  order by ra.id`;

/** The person's values for variables. */
export const variableRows = (membership_id: string | null, today: string): RawBuilder<{ token: string; value: string }> =>
  sql<{
    token: string;
    value: string;
  }>`select token, value from person_variables(${membership_id}::uuid, ${today}::date)`;

const variablesOfMany = (memberships: readonly (string | null)[], today: string) => sql<{
  membership_id: string;
  token: string;
  value: string;
}>`
  select m.id as membership_id, v.token, v.value from membership m cross join lateral person_variables(m.id, ${today}::date) v
  where m.id = any (${memberships}::uuid[])`;

const asksForVariables = ({ filters, rls_username }: Assignment): boolean =>
  (rls_username !== null && isVariable(rls_username)) ||
  filters.some(({ values }) => values.some((value) => typeof value === 'string' && isVariable(value)));

/** The reader for `decide`. A caller is always active, because otherwise the session would have ended. */
export const readerOf = (who: Who, variables: readonly { token: string; value: string }[]): Reader => ({
  manages: manages(who),
  active: true,
  email: who.actor.email,
  today: todayOf(who),
  variables: variablesOf(variables),
});

/** The decision for one person, whoever it is, on reports that were read already. */
export async function decideAll<R extends GuardedReport & { id: string }>(
  scope: Pick<Scoped, 'run'>,
  who: Who,
  reports: readonly R[],
): Promise<{ report: R; decision: Decision }[]> {
  if (reports.length === 0) return [];
  const { membership_id } = who.actor;
  const [assignments, variables, removals] = await scope.run(
    assignmentsOf(reports.map(({ id }) => ({ membership_id, report_id: id }))),
    variableRows(membership_id, todayOf(who)),
    sql<{ report_id: string }>`select report_id from report_removal where membership_id = ${membership_id}::uuid`,
  );
  const reader = readerOf(who, variables);
  const assigned = Map.groupBy(assignments, ({ report_id }) => report_id);
  const removed = new Set(removals.map(({ report_id }) => report_id));
  return reports.map((report) => ({ report, decision: decide(reader, report, assigned.get(report.id) ?? [], removed.has(report.id)) }));
}

type Member = { membership_id: string; role: 'admin' | 'user'; state: string; email: string };

/** Assignments of one person as they would be; null: of somebody without a membership. */
export type Change = (membership_id: string | null, assignments: readonly Assignment[]) => readonly Assignment[];

/** The decision for each pair of a member and a report of the unit; unknown pairs are left out. */
export async function decideMany<P extends Pair & { membership_id: string }>(
  scope: Pick<Scoped, 'run'>,
  pairs: readonly P[],
  today: string,
  change: Change = (_, assignments) => assignments,
  /** Taken off no longer. */
  restored: string | null = null,
): Promise<{ pair: P; decision: Decision }[]> {
  const memberships = [...new Set(pairs.map(({ membership_id }) => membership_id))];
  const reports = [...new Set(pairs.map(({ report_id }) => report_id))];
  const [members, guarded, assignments, removals] = await scope.run(
    sql<Member>`
      select m.id as membership_id, m.role, m.state, p.email from membership m join person p on p.id = m.person_id
      where m.id = any (${memberships}::uuid[])`,
    sql<GuardedReport & { id: string }>`
      select id, active, data_rule, ignore_rls, roles_required, allow_edit from report where id = any (${reports}::uuid[])`,
    assignmentsOf(pairs),
    sql<{ membership_id: string; report_id: string }>`
      select membership_id, report_id from report_removal
      where membership_id = any (${memberships}::uuid[]) and report_id = any (${reports}::uuid[])`,
  );
  // Most assignments use no variables; then the person's values are not read.
  const key = ({ membership_id, report_id }: Pair) => `${membership_id}/${report_id}`;
  const stored = Map.groupBy(assignments, key);
  const assigned = new Map(pairs.map((pair) => [key(pair), change(pair.membership_id, stored.get(key(pair)) ?? [])]));
  const asked = [
    ...new Set(pairs.filter((pair) => assigned.get(key(pair))?.some(asksForVariables)).map(({ membership_id }) => membership_id)),
  ];
  const variables = asked.length > 0 ? await scope.run(variablesOfMany(asked, today)) : [];
  const removed = new Set(removals.filter(({ membership_id }) => membership_id !== restored).map(key));
  const variablesBy = Map.groupBy(variables, ({ membership_id }) => membership_id);
  const memberBy = new Map(members.map((member) => [member.membership_id, member]));
  const reportBy = new Map(guarded.map((report) => [report.id, report]));
  return pairs.flatMap((pair) => {
    const member = memberBy.get(pair.membership_id);
    const report = reportBy.get(pair.report_id);
    if (!member || !report) return [];
    const reader: Reader = {
      manages: member.role === 'admin',
      active: member.state === 'active',
      email: member.email,
      today,
      variables: variablesOf(variablesBy.get(pair.membership_id) ?? []),
    };
    return [{ pair, decision: decide(reader, report, assigned.get(key(pair)) ?? [], removed.has(key(pair))) }];
  });
}
