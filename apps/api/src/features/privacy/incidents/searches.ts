/** Whom the logs of the unit name: members alone, since only they are listed. What the logs have forgotten, nobody finds. */
import type { IncidentSearch } from '@vitrine/contract/privacy/incidents.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { todayOf } from '#domain/waiting/conditions.ts';
import { failFields } from '#platform/http/fail.ts';
import { isAddressRule } from '#platform/http/ipAddress.ts';

/** Both minutes belong to the period. */
const within = ({ actor }: Context, column: RawBuilder<unknown>, { from, until }: IncidentSearch): RawBuilder<unknown> => sql`
  ${column} >= ${from}::timestamp at time zone ${actor.timezone}
  and ${column} < (${until}::timestamp + interval '1 minute') at time zone ${actor.timezone}`;

const views = (ctx: Context, asked: IncidentSearch) => sql`
  select v.person_id, count(*) as times, max(v.opened_at) as last_at from report_view v
  where v.report_id = ${asked.report_id} and ${within(ctx, sql`v.opened_at`, asked)} group by v.person_id`;

/** Files of the report and data of its charts. */
const exports = (ctx: Context, asked: IncidentSearch) => sql`
  select a.person_id, count(*) as times, max(a.at) as last_at from audit_log a
  where a.object_type = 'report' and a.object_id = ${asked.report_id} and starts_with(a.action, 'report.export')
    and ${within(ctx, sql`a.at`, asked)} group by a.person_id`;

/** Whether a network can be compared by the database: a range from one address to another cannot. */
function networkOf(address: string): string | null {
  if (address === '') return null;
  return isAddressRule(address) && !address.includes('-') ? address : failFields({ address: 'invalid' });
}

const signIns = (ctx: Context, asked: IncidentSearch) => sql`
  select a.person_id, count(*) as times, max(a.at) as last_at from audit_log a
  where a.action = 'session.sign_in' and ${within(ctx, sql`a.at`, asked)}
    and (${networkOf(asked.address)}::inet is null or a.ip <<= ${networkOf(asked.address)}::inet) group by a.person_id`;

/** Members of today. */
const members = (ctx: Context, { user_group_id }: IncidentSearch) => sql`
  select m.person_id, null::bigint as times, null::timestamptz as last_at
  from user_group_member g join membership m on m.id = g.membership_id
  where g.group_id = ${user_group_id} and (g.ends_on is null or g.ends_on >= ${todayOf(ctx).today}::date)`;

const statements = { views, exports, sign_ins: signIns, group: members };

/** Rows of `person_id`, `times` and `last_at`. */
export const foundWith = (ctx: Context, asked: IncidentSearch): RawBuilder<unknown> => statements[asked.kind](ctx, asked);
