/** `decide` in SQL, for lists: which reports of the unit a person may see today, and which of them would not open. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { dayIn } from '#domain/access/accessRules.ts';
import type { Actor } from '#domain/serving/context.ts';

/** Whose view it is: the actor of a request, or a person in whose place a report is read. */
export type Subject = Pick<Actor, 'person_id' | 'membership_id' | 'role' | 'email' | 'timezone'>;
export type Who = { actor: Subject; now: () => Date };

/** Administrators and partners see all reports of the unit, the operator all of its own unit; readers see what was assigned. */
export const manages = ({ actor }: { actor: Pick<Subject, 'role'> }): boolean => actor.role !== 'user';

/** Today in the unit's time zone. */
export const todayOf = ({ actor, now }: Who): string => dayIn(actor.timezone, now());

const membershipOf = ({ actor }: Who): RawBuilder<unknown> => sql`${actor.membership_id}::uuid`;

/** Reports with a removal for the person. */
const removals = (who: Who): RawBuilder<unknown> =>
  sql`select removal.report_id from report_removal removal where removal.membership_id = ${membershipOf(who)}`;

type Source = { from: RawBuilder<unknown>; where: RawBuilder<unknown> };

/** Assignments that are valid for the reader today, as three sources of `ra.report_id`: personal, of the unit, by group. */
function assignments(who: Who): { own: Source; unit: Source; groups: Source } {
  const today = sql`${todayOf(who)}::date`;
  const membership = membershipOf(who);
  const holds = sql`(ra.ends_on is null or ra.ends_on >= ${today})`;
  return {
    own: { from: sql`report_grant ra`, where: sql`ra.membership_id = ${membership} and ${holds}` },
    unit: { from: sql`report_grant ra`, where: sql`ra.unit and ${holds}` },
    // Per group: with a join the planner would read the assignments of every group of the unit.
    groups: {
      from: sql`user_group_member m
        cross join lateral (select a.report_id, a.ends_on from report_grant a where a.user_group_id = m.group_id offset 0) as ra`,
      where: sql`m.membership_id = ${membership} and (m.ends_on is null or m.ends_on >= ${today}) and ${holds}`,
    },
  };
}

const isActive = (who: Who): RawBuilder<unknown> =>
  sql`ra.report_id not in (select r.id from report r where not r.active) and ra.report_id not in (${removals(who)})`;

/** For counting: the active reports that are assigned to the reader, without duplicates, at most `limit` of each source. */
export function assignedReports(who: Who, limit: number): RawBuilder<unknown> {
  const { own, unit, groups } = assignments(who);
  const most = sql`and ${isActive(who)} limit ${sql.lit(limit)}`;
  return sql`
    (select ra.report_id from ${own.from} where ${own.where} ${most}) union
    (select ra.report_id from ${unit.from} where ${unit.where} ${most}) union
    (select distinct ra.report_id from ${groups.from} where ${groups.where} ${most})`;
}

/** Whether more than `limit` active reports are assigned to the reader or to everybody; then counting can stop. */
function isAssignedMore(who: Who, limit: number): RawBuilder<boolean> {
  const { own, unit } = assignments(who);
  const beyond = sql`and ${isActive(who)} offset ${sql.lit(limit)}`;
  return sql<boolean>`(
    exists (select from ${own.from} where ${own.where} ${beyond}) or
    exists (select from ${unit.from} where ${unit.where} ${beyond}))`;
}

/**
 * The ids of all active reports that are assigned to the reader; null when they are more than `limit`, and for managers.
 * Lists of a reader with few reports only read these, however many reports the unit has.
 */
export function fewAssigned(who: Who, limit: number): RawBuilder<string[] | null> {
  if (manages(who)) return sql`null::uuid[]`;
  return sql`case when not ${isAssignedMore(who, limit)} then (
    select case when count(*) <= ${sql.lit(limit)} then coalesce(array_agg(own.report_id), '{}') end
    from (${assignedReports(who, limit + 1)}) as own) end`;
}

/** Condition on a report `r`: it is assigned to the reader. */
export const isOpen = (who: Who): RawBuilder<boolean> => sql<boolean>`r.active and r.id not in (${removals(who)})`;

/**
 * Condition on the id of a report `r`. `or false` keeps the planner from turning the list of assignments into a join: as a
 * hash it lets the page walk the index of titles and stop after twenty, however many reports there are.
 */
export function isAssigned(who: Who): RawBuilder<boolean> {
  if (manages(who)) return sql<boolean>`true`;
  const sources = Object.values(assignments(who)).map(({ from, where }) => sql`select ra.report_id from ${from} where ${where}`);
  return sql<boolean>`(r.id in (${sql.join(sources, sql` union all `)}) or false)`;
}

/** Condition on a report `r`. */
export const isVisible = (who: Who): RawBuilder<boolean> => sql<boolean>`(${isOpen(who)} and ${isAssigned(who)})`;

/** For a visible report `r`: why it would still not open, or null. Computed only for the rows of a page. */
export function blockedBy(who: Who): RawBuilder<'no_data_rule' | null> {
  const ignored = manages(who) ? sql`or r.ignore_rls` : sql``;
  return sql<'no_data_rule' | null>`
    case when r.data_rule = 'none' ${ignored} or has_data_rule(r.id, r.data_rule, r.roles_required, ${membershipOf(who)}, ${todayOf(who)}::date)
      then null else 'no_data_rule' end`;
}
