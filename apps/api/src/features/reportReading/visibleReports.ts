/** The first half of `decide` in SQL, for lists: which reports of the unit a person may see today. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { dayIn } from '../../core/accessRules.ts';
import type { Context } from '../../core/context.ts';

type Who = Pick<Context, 'actor' | 'now'>;

/** Administrators and partners see the whole unit, the operator the whole house; readers what was assigned. */
export const manages = ({ actor }: Pick<Who, 'actor'>): boolean => actor.role !== 'user';

export const todayOf = ({ actor, now }: Who): string => dayIn(actor.timezone, now());

/** What assigns reports to the reader today, as three sources of `ra.report_id`: in person, with the unit, by group. */
function assignments(who: Who): { from: RawBuilder<unknown>; where: RawBuilder<unknown> }[] {
  const today = sql`${todayOf(who)}::date`;
  const membership = sql`${who.actor.membership_id}::uuid`;
  const holds = sql`(ra.ends_on is null or ra.ends_on >= ${today})`;
  return [
    { from: sql`report_grant ra`, where: sql`ra.membership_id = ${membership} and ${holds}` },
    { from: sql`report_grant ra`, where: sql`ra.unit and ${holds}` },
    {
      from: sql`user_group_member m join report_grant ra on ra.user_group_id = m.group_id`,
      where: sql`m.membership_id = ${membership} and (m.ends_on is null or m.ends_on >= ${today}) and ${holds}`,
    },
  ];
}

/** For counting: the active reports that are assigned to the reader, each once, and of each source no more than `limit`. */
export function assignedReports(who: Who, limit: number): RawBuilder<unknown> {
  const active = sql`ra.report_id not in (select r.id from report r where not r.active)`;
  const sources = assignments(who).map(
    ({ from, where }) => sql`(select ra.report_id from ${from} where ${where} and ${active} limit ${sql.lit(limit)})`,
  );
  return sql.join(sources, sql` union `);
}

/**
 * Condition on a report `r`. `or false` keeps the planner from turning the list of assignments into a join: as a hash
 * it lets the page walk the index of titles and stop after twenty, however many reports there are.
 */
export function isVisible(who: Who): RawBuilder<boolean> {
  if (manages(who)) return sql<boolean>`r.active`;
  const sources = assignments(who).map(({ from, where }) => sql`select ra.report_id from ${from} where ${where}`);
  return sql<boolean>`r.active and (r.id in (${sql.join(sources, sql` union all `)}) or false)`;
}
