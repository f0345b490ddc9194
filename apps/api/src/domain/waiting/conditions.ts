/**
 * What needs somebody soon, as conditions on rows: the start page counts with them, and the list that it leads to narrows with the same
 * ones, so that a number and its list never differ.
 */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { dayIn } from '#domain/access/accessRules.ts';
import type { Context } from '#domain/serving/context.ts';

type Condition = RawBuilder<boolean>;
/** The day of the unit that somebody works in. */
export type Today = { today: string; timezone: string };

export const todayOf = ({ actor, now }: Pick<Context, 'actor' | 'now'>): Today => ({
  today: dayIn(actor.timezone, now()),
  timezone: actor.timezone,
});

const soonDays = 7;
/** Whoever renews a secret needs others for it. */
const secretDays = 30;

const within = (day: RawBuilder<unknown>, { today }: Today, days: number): Condition =>
  sql<boolean>`${day} between ${today}::date and ${today}::date + ${sql.lit(days)}`;

/** When a week of seven days, today among them, began; or so many weeks before. */
export const weekBegan = ({ today, timezone }: Today, weeksBefore = 0): RawBuilder<Date> =>
  sql<Date>`((${today}::date - ${sql.lit(6 + 7 * weeksBefore)})::timestamp at time zone ${timezone})`;

/** On a membership `m`. */
export const member = {
  /** Opened a report within the week. */
  reads: (at: Today): Condition => sql<boolean>`m.state <> 'deactivated' and exists (
    select from report_view v where v.tenant_id = m.tenant_id and v.person_id = m.person_id and v.opened_at >= ${weekBegan(at)})`,
  hasSeat: sql<boolean>`m.state in ('active', 'blocked')`,
  /** Is blocked or deactivated by itself. */
  endsSoon: (at: Today): Condition => sql<boolean>`m.state <> 'deactivated'
    and (m.state <> 'blocked' and ${within(sql`m.block_on`, at, soonDays)} or ${within(sql`m.delete_on`, at, soonDays)})`,
};

/** The last refresh of a report `r` that ended; one that the portal has never seen refreshed is not judged. */
const lastRefresh = (judged: RawBuilder<unknown>): Condition => sql<boolean>`r.active and exists (
  select from (
    select d.state, d.ended_at from dataset_refresh d
    where d.tenant_id = r.tenant_id and d.dataset_id = r.dataset_id and d.state in ('completed', 'failed') order by d.asked_at desc limit 1
  ) as latest where ${judged})`;

/** When a reported problem `x` was solved: with a ticket, when that was resolved. */
export const problemSolvedAt = sql`case when x.ticket_id is null then x.solved_at
  else (select t.resolved_at from ticket t where t.tenant_id = x.tenant_id and t.id = x.ticket_id) end`;

/** An incident `i` of which the authority or the people concerned still have to be told. */
export const incidentIsOpen: Condition = sql<boolean>`i.closed_at is null and (i.authority_told_at is null or i.people_told_at is null)`;

/** On a report `r`. Of what is archived nothing waits, and its list leaves it out. */
export const report = {
  refreshFailed: lastRefresh(sql`latest.state = 'failed'`),
  /** Its refresh failed, or is older than the week. */
  isStale: (at: Today): Condition => lastRefresh(sql`latest.state = 'failed' or latest.ended_at < ${weekBegan(at)}`),
  /** Somebody reported a problem that nobody has solved. */
  hasProblem: sql<boolean>`r.archived_at is null and exists (
    select from report_problem x where x.tenant_id = r.tenant_id and x.report_id = r.id and ${problemSolvedAt} is null)`,
  /** An assignment of it ends. */
  accessEndsSoon: (at: Today): Condition => sql<boolean>`r.archived_at is null and exists (
    select from report_grant ra where ra.tenant_id = r.tenant_id and ra.report_id = r.id and ${within(sql`ra.ends_on`, at, soonDays)})`,
};

/** On a user group `g`: it ends, or somebody's time in it does. */
export const groupEndsSoon = (at: Today): Condition => sql<boolean>`(${within(sql`g.ends_on`, at, soonDays)} or exists (
  select from user_group_member gm where gm.tenant_id = g.tenant_id and gm.group_id = g.id and ${within(sql`gm.own_ends_on`, at, soonDays)}))`;

/** On a reporting account `a`: its secret ends, or has ended. */
export const secretEndsSoon = ({ today }: Today): Condition => sql<boolean>`a.secret_expires_on <= ${today}::date + ${sql.lit(secretDays)}`;

const seatsOf = sql`(select s.used from unit_seats s where s.tenant_id = t.id)`;

/** On a business unit `t`. */
export const unit = {
  trialEndsSoon: ({ today }: Today): Condition =>
    sql<boolean>`t.state = 'trial' and t.trial_ends_on <= ${today}::date + ${sql.lit(soonDays)}`,
  isSuspended: sql<boolean>`t.state = 'suspended'`,
  /** Mails to its people were refused for good, or given up within the week. */
  mailsFail: (at: Today): Condition => sql<boolean>`t.id in (select units_without_mail(${weekBegan(at)}))`,
  /** The secret of a reporting account ends, or the last refresh with it failed. */
  accountFails: (at: Today): Condition => sql<boolean>`exists (
    select from reporting_account a where a.tenant_id = t.id and (${secretEndsSoon(at)} or (
      select d.state from dataset_refresh d where d.tenant_id = a.tenant_id and d.account_id = a.id and d.state in ('completed', 'failed')
      order by d.asked_at desc limit 1) = 'failed'))`,
  /** Nine of ten licences are used, or more. */
  isNearlyFull: sql<boolean>`t.state in ('trial', 'active') and ${seatsOf} * 10 >= t.user_limit * 9`,
};

/** On an invoice `i`. */
export const invoice = { isOverdue: sql<boolean>`i.state = 'overdue'`, isDraft: sql<boolean>`i.state = 'draft'` };

/** On a domain `d`. */
export const domain = {
  hasFailed: sql<boolean>`d.state = 'failed'`,
  awaitsYes: sql<boolean>`d.state = 'pending' and d.approved_at is null`,
};

/** On a request `r` for a further person of a partner. */
export const staffRequest = {
  awaitsYes: ({ today, timezone }: Today): Condition =>
    sql<boolean>`r.state = 'open' and r.lapses_at >= ${today}::date::timestamp at time zone ${timezone}`,
};
