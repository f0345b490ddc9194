/** Incidents as they are read: the row of the list and the whole worksheet, with their clock. */
import type { Incident, WholeIncident } from '@vitrine/contract/privacy/incidents.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { mayRunDesk } from '#domain/access/privacyDesk.ts';
import type { Context } from '#domain/serving/context.ts';
import { incidentIsOpen } from '#domain/waiting/conditions.ts';
import { found } from '#platform/http/fail.ts';
import { clockOf } from '#domain/incidents/businessDays.rules.ts';

type Computed = 'days_left' | 'late' | 'can';
export type Row = Omit<Incident, Computed>;
type WholeRow = Omit<WholeIncident, Computed>;

/** Both have been told: what the law asks for is done, and the incident can be closed. */
export const state = sql<Incident['state']>`case when i.closed_at is not null then 'closed'
  when ${incidentIsOpen} then 'open' else 'told' end`;

const listed = sql`i.id, i.title, ${state} as state, i.risk, i.noticed_at, i.due_on, i.authority_told_at, i.people_told_at, i.closed_at,
  i.created_at, i.version, (select count(*) from incident_person c where c.incident_id = i.id) as people`;

export const rowsOf = (rest: RawBuilder<unknown>): RawBuilder<Row> => sql<Row>`select ${listed} from incident i ${rest}`;

/** The minute that the clock of the unit shows, as forms have it. */
const wall = (column: string, timezone: string) => sql`to_char(${sql.ref(column)} at time zone ${timezone}, 'YYYY-MM-DD"T"HH24:MI')`;

const wholeOf = ({ actor: { timezone } }: Context, id: string): RawBuilder<WholeRow> => sql<WholeRow>`
  select ${listed}, i.happened, i.happened_from, i.happened_until, i.data_kinds, i.cause, i.measures, i.risk_reason, i.data_officer, i.closing,
    ${wall('i.noticed_at', timezone)} as noticed, ${wall('i.happened_from', timezone)} as happened_start,
    ${wall('i.happened_until', timezone)} as happened_end, ${wall('i.authority_told_at', timezone)} as authority_told,
    ${wall('i.people_told_at', timezone)} as people_told, (select p.name from person p where p.id = i.created_by) as created_by
  from incident i where i.id = ${id}`;

/** A moment that a row has as text. */
const dateOf = (moment: string | null): Date | null => (moment === null ? null : new Date(moment));

export function shown<R extends Row>({ actor, now }: Context, row: R): R & Pick<Incident, Computed> {
  const runs = mayRunDesk(actor);
  const clock = clockOf(row.due_on, dateOf(row.authority_told_at ?? row.closed_at), now());
  return { ...row, ...clock, can: { edit: runs && row.state !== 'closed', reopen: runs && row.state === 'closed' } };
}

export async function readIncident(ctx: Context, id: string): Promise<WholeIncident> {
  const [row] = await ctx.run(wholeOf(ctx, id));
  return shown(ctx, found(row));
}

/** What is asked for a change: an incident of the unit that is not closed. */
export const isOpen = (id: string): RawBuilder<unknown> => sql`i.id = ${id} and i.closed_at is null`;
