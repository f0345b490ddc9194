/** Requests for access as rows. */
import type { AccessRequest } from '@vitrine/contract/access/catalogue.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { lapseAfterMs } from '#domain/reportAccess/requestTimes.rules.ts';

export type RequestRow = Omit<AccessRequest, 'can' | 'lapses_at'> & {
  person_id: string | null;
  asker_id: string | null;
  view_id: string | null;
};

/** `from` and joins of a request `q`. */
export const requestJoins = sql`
  from catalogue_request q
  join report r on r.id = q.report_id
  join report_group g on g.id = r.group_id
  left join membership m on m.id = q.membership_id
  left join person p on p.id = m.person_id
  left join user_group fg on fg.id = q.for_group_id
  left join user_group ug on ug.id = q.user_group_id
  left join person asker on asker.id = q.asked_by
  left join person decider on decider.id = q.decided_by`;

export const requestColumns = sql`
  q.id, q.report_id, r.title, g.name as group_name, q.membership_id, p.id as person_id, coalesce(p.name, fg.name) as name, p.email, m.department,
  case when fg.id is not null then jsonb_build_object('id', fg.id, 'members', (
    select count(*) from user_group_member gm join membership gmm on gmm.id = gm.membership_id where gm.group_id = fg.id and gmm.state = 'active')) end as for_group,
  q.reason, q.state, q.answer,
  ug.name as "group", decider.name as decided_by, q.asked_by as asker_id, asker.name as asked_by, q.view_id, q.decided_at, q.created_at, r.data_rule, r.roles_required, q.version`;

export const requestRow = (id: string): RawBuilder<RequestRow> =>
  sql<RequestRow>`select ${requestColumns} ${requestJoins} where q.id = ${id}`;

/** Condition on a request `q`. What others ask for in somebody's favour is not theirs to see before it is decided. */
export const isAskedBy = ({ actor }: Pick<Context, 'actor'>): RawBuilder<boolean> => sql<boolean>`(
  q.asked_by = ${actor.person_id}::uuid or q.asked_by is null and q.membership_id = ${actor.membership_id}::uuid)`;

/** What the caller may do with it travels with the row: nobody decides about their own request. */
export function shownRequest(
  { actor }: Pick<Context, 'actor'>,
  { person_id, asker_id, view_id: _view, ...row }: RequestRow,
): AccessRequest {
  const own = (asker_id ?? person_id) === actor.person_id;
  const concerned = own || person_id === actor.person_id;
  const open = row.state === 'open';
  return {
    ...row,
    lapses_at: new Date(Date.parse(row.created_at) + lapseAfterMs).toISOString(),
    can: { decide: open && !concerned && holds(actor, 'catalogue_decision', 'use'), cancel: open && own },
  };
}
