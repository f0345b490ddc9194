/** The tickets of the list as a file. What they took is counted in minutes of work, for those who work on tickets or oversee them. */
import type { Download } from '@vitrine/contract/download.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { exportList } from '@vitrine/contract/support/helpDesk.ts';
import type { Ticket, TicketRating } from '@vitrine/contract/support/ticket.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { ExportColumn } from '#platform/http/exportList.ts';
import { answerExport, chosenColumns, exportBatch, inBatches } from '#platform/http/exportList.ts';
import { cutPage } from '#platform/http/list.ts';
import { translate } from '#platform/translate.ts';
import { withClock } from './clock.ts';
import type { Desk } from './desk.ts';
import type { Clock } from './goals.rules.ts';
import { ticketsWanted } from './listTickets.ts';
import type { CountedRow } from './readTicket.ts';
import { dueColumns, ticketColumns, ticketsOf } from './readTicket.ts';

type Took = Pick<Clock, 'answered_at' | 'answer_minutes' | 'counted_minutes'> & { helped: TicketRating['helped'] | null };
type Row = Ticket & Took;

/** `21/11/2026 14:05` in the unit's time zone. */
function clockOf(timezone: string): (moment: string | null) => string | null {
  const format = new Intl.DateTimeFormat('pt-BR', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
  return (moment) => (moment === null ? null : format.format(new Date(moment)).replace(',', ''));
}

/** Columns of the list, by the names that they have there. */
function listed(locale: Locale, at: ReturnType<typeof clockOf>): ExportColumn<Row>[] {
  return [
    { key: 'number', header: translate(locale, 'helpDesk:number'), cell: ({ number }) => number },
    { key: 'title', header: translate(locale, 'helpDesk:ticket_title'), cell: ({ title }) => title },
    {
      key: 'state',
      header: translate(locale, 'helpDesk:state'),
      cell: ({ state, archived_at }) => translate(locale, archived_at === null ? `helpDesk:state_${state}` : 'helpDesk:archived'),
    },
    {
      key: 'priority',
      header: translate(locale, 'helpDesk:priority'),
      cell: ({ priority }) => translate(locale, `helpDesk:priority_${priority}`),
    },
    { key: 'opened_name', header: translate(locale, 'helpDesk:opened_by'), cell: ({ opened_name }) => opened_name },
    { key: 'assigned_name', header: translate(locale, 'helpDesk:assigned_to'), cell: ({ assigned_name }) => assigned_name },
    { key: 'waits_since', header: translate(locale, 'helpDesk:waits_since'), cell: ({ waits_since }) => at(waits_since) },
    { key: 'due', header: translate(locale, 'helpDesk:due'), cell: ({ due }) => at(due?.at ?? null) },
    { key: 'touched_at', header: translate(locale, 'helpDesk:touched_at'), cell: ({ touched_at }) => at(touched_at) },
  ];
}

/** Columns that every file has, whatever the list shows. */
function always(locale: Locale, at: ReturnType<typeof clockOf>, { works, oversees }: Desk): ExportColumn<Row>[] {
  const column = (
    key: 'opened_at' | 'answered_at' | 'resolved_at' | 'answer_minutes' | 'solution_minutes',
    cell: ExportColumn<Row>['cell'],
  ) => ({
    key,
    header: translate(locale, `helpDesk:${key}`),
    cell,
  });
  const moments = [column('opened_at', ({ created_at }) => at(created_at)), column('resolved_at', ({ resolved_at }) => at(resolved_at))];
  if (!works && !oversees) return moments;
  return [
    ...moments,
    column('answered_at', ({ answered_at }) => at(answered_at)),
    column('answer_minutes', ({ answer_minutes }) => answer_minutes),
    column('solution_minutes', ({ resolved_at, counted_minutes }) => (resolved_at === null ? null : counted_minutes)),
    {
      key: 'helped',
      header: translate(locale, 'helpDesk:rating_title'),
      cell: ({ helped }) => (helped === null ? null : translate(locale, `helpDesk:helped_${helped}`)),
    },
  ];
}

export async function exportTickets(
  ctx: Context,
  desk: Desk,
  { format, columns: names, ...wanted }: Input<typeof exportList>['query'],
): Promise<Download> {
  const { locale } = ctx.request;
  const at = clockOf(ctx.actor.timezone);
  const { matching, keys } = await ticketsWanted(ctx, desk, wanted);
  const rows = inBatches<Row>(async (last) => {
    const { beyond, order, limit } = cutPage({ sort: wanted.sort, page: 1, per_page: exportBatch, after: last?.id }, keys);
    const found = await desk.scope.run(sql<CountedRow & Took>`
      select ${ticketColumns}, ${dueColumns}, c.answered_at, c.answer_minutes, c.counted_minutes, r.helped
      from ${withClock} left join ticket_rating r on r.tenant_id = t.tenant_id and r.ticket_id = t.id and r.resolved_at = t.resolved_at
      where ${matching} and ${beyond} ${order} ${limit}`);
    const shown = await ticketsOf(ctx, desk, found);
    return shown.map((ticket, index) => ({ ...ticket, ...(found[index] as Took) }));
  });
  const columns = [...chosenColumns(listed(locale, at), names), ...always(locale, at, desk)];
  return answerExport({ format, name: translate(locale, 'helpDesk:file_name') }, columns, rows);
}
