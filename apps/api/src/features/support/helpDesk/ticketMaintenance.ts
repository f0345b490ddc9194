/** A ticket may wait for the end of a maintenance of a report, which resolves it. */
import type { TicketMaintenance } from '@vitrine/contract/support/ticketMaintenance.ts';
import type { WholeTicket } from '@vitrine/contract/support/ticket.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { fail, found } from '#platform/http/fail.ts';
import { changeTicket } from './changeTicket.ts';
import type { Desk } from './desk.ts';
import { opensReport } from './evidence.ts';
import { getTicket } from './readTicket.ts';

const offered = 50;

/** What goes on or is planned, of reports that the caller opens. */
export async function maintenancesFor(ctx: Context, desk: Desk, id: string): Promise<TicketMaintenance[]> {
  const { can } = await getTicket(ctx, desk, id);
  if (!can.tie) fail('forbidden');
  return ctx.run(sql<TicketMaintenance>`
    select m.id, m.report_id, r.title, m.starts_at, m.ends_at, m.message,
      exists (select from report_problem x where x.ticket_id = ${id} and x.report_id = r.id) as of_ticket
    from report_maintenance m join report r on r.tenant_id = m.tenant_id and r.id = m.report_id
    where m.ends_at > ${ctx.now()} and ${opensReport(ctx, desk)}
    order by of_ticket desc, m.starts_at, r.title_sort, m.id limit ${sql.lit(offered)}`);
}

export const tieTicket = (ctx: Context, desk: Desk, id: string, maintenance_id: string | null): Promise<WholeTicket> =>
  changeTicket(ctx, desk, id, 'tie', async ({ tx, set, write, now }) => {
    const [ticket] = await tx.run(sql<{ maintenance_id: string | null }>`select maintenance_id from ticket where id = ${id}`);
    if (found(ticket).maintenance_id === maintenance_id) return;
    if (maintenance_id === null) {
      await set(sql`maintenance_id = null, worked_at = ${now}`);
      await write({ kind: 'event', event: 'untied' }, { quiet: true });
      return;
    }
    // Held, so that nobody takes the maintenance back meanwhile.
    const [window] = await tx.run(sql<{ ends_at: string }>`
      select m.ends_at from report_maintenance m join report r on r.tenant_id = m.tenant_id and r.id = m.report_id
      where m.id = ${maintenance_id} and m.ends_at > ${now} and ${opensReport(ctx, desk)} for share of m`);
    const { ends_at } = found(window);
    await set(sql`maintenance_id = ${maintenance_id}, worked_at = ${now}`);
    await write({ kind: 'event', event: 'tied', about: ends_at });
  });
