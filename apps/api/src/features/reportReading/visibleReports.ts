/** The first half of `decide` in SQL, for lists: which reports of the unit a person may see today. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { dayIn } from '../../core/accessRules.ts';
import type { Context } from '../../core/context.ts';

type Who = Pick<Context, 'actor' | 'now'>;

/** Administrators and partners see the whole unit, the operator the whole house; readers what was assigned. */
export const manages = ({ actor }: Pick<Who, 'actor'>): boolean => actor.role !== 'user';

export const todayOf = ({ actor, now }: Who): string => dayIn(actor.timezone, now());

/** `select report_id`: every report assigned to the reader, in person, by group or with the whole unit, some twice. */
export function grantedReports(who: Who): RawBuilder<{ report_id: string }> {
  const today = sql`${todayOf(who)}::date`;
  const membership = sql`${who.actor.membership_id}::uuid`;
  const holds = sql`(ra.ends_on is null or ra.ends_on >= ${today})`;
  return sql`
    select ra.report_id from report_grant ra where ra.membership_id = ${membership} and ${holds}
    union all
    select ra.report_id from report_grant ra where ra.unit and ${holds}
    union all
    select ra.report_id from user_group_member m join report_grant ra on ra.user_group_id = m.group_id
    where m.membership_id = ${membership} and (m.ends_on is null or m.ends_on >= ${today}) and ${holds}`;
}

/**
 * Condition on a report `r`. `or false` keeps the planner from turning the list of assignments into a join: as a hash
 * it lets the page walk the index of titles and stop after twenty, however many reports there are.
 */
export function isVisible(who: Who): RawBuilder<boolean> {
  return manages(who) ? sql<boolean>`r.active` : sql<boolean>`r.active and (r.id in (${grantedReports(who)}) or false)`;
}
