/** What is done with a ticket: given to somebody, resolved, opened again, escalated, estimated. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { Agent, update } from '@vitrine/contract/support/helpDesk.ts';
import type { WholeTicket } from '@vitrine/contract/support/ticket.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { changeTicket } from './changeTicket.ts';
import type { Desk } from './desk.ts';
import { getTicket } from './readTicket.ts';
import { levelAfter } from './ticket.rules.ts';

/** Agents of the unit, and those of its partner for what was escalated. */
export async function agentsFor(ctx: Context, desk: Desk, id: string): Promise<Agent[]> {
  const { level, can } = await getTicket(ctx, desk, id);
  if (!can.assign) fail('forbidden');
  const [ofUnit, ofPartner] = await Promise.all([
    ctx.run(sql<Agent>`
      select p.id, p.name, 'unit' as side from membership m join person p on p.id = m.person_id
      where m.support_agent and m.state = 'active' order by m.name_sort, m.id limit 200`),
    level === 'unit'
      ? []
      : ctx.identity.run(sql<Agent>`
          select p.id, p.name, 'partner' as side from staff s join person p on p.id = s.person_id
          join tenant t on t.partner_id = s.partner_id and t.id = ${ctx.actor.tenant_id}
          where s.role = 'partner' and s.state = 'active' and s.support_agent order by p.name, p.id limit 200`),
  ]);
  return [...ofUnit, ...ofPartner];
}

export async function assignTicket(ctx: Context, desk: Desk, id: string, assignee_id: string | null): Promise<WholeTicket> {
  if (assignee_id === desk.person_id && desk.works) return takeTicket(ctx, desk, id);
  if (assignee_id !== null && !(await agentsFor(ctx, desk, id)).some((agent) => agent.id === assignee_id)) fail('not_found');
  return changeTicket(ctx, desk, id, 'assign', async ({ ticket, set, write, now }) => {
    if (ticket.assigned_to === assignee_id) return;
    await set(sql`assigned_to = ${assignee_id}, state = ${assignee_id === null ? 'open' : 'in_progress'}, worked_at = ${now}`);
    if (assignee_id === null) await write({ kind: 'event', event: 'returned' });
    else await write({ kind: 'event', event: 'assigned', about: assignee_id });
  });
}

export const takeTicket = (ctx: Context, desk: Desk, id: string): Promise<WholeTicket> =>
  changeTicket(ctx, desk, id, 'take', async ({ set, write, now }) => {
    await set(sql`assigned_to = ${desk.person_id}, state = 'in_progress', worked_at = ${now}`);
    await write({ kind: 'event', event: 'taken' }, { quiet: true });
  });

export const setTicketState = (ctx: Context, desk: Desk, id: string, resolved: boolean): Promise<WholeTicket> =>
  changeTicket(ctx, desk, id, resolved ? 'resolve' : 'reopen', async ({ ticket, set, write, now }) => {
    const open = ticket.assigned_to === null ? 'open' : 'in_progress';
    const isOpener = ticket.opened_by === desk.person_id;
    if (resolved)
      await set(
        sql`state = 'resolved', resolved_at = ${now}, waits_since = null, maintenance_id = null, worked_at = ${isOpener ? sql`worked_at` : now}`,
      );
    else await set(sql`state = ${open}, resolved_at = null, waits_since = ${now}`);
    await write({ kind: 'event', event: resolved ? 'resolved' : 'reopened' });
  });

export const escalateTicket = (ctx: Context, desk: Desk, id: string): Promise<WholeTicket> =>
  changeTicket(ctx, desk, id, 'escalate', async ({ set, write, now }) => {
    const level = levelAfter[desk.side];
    await set(sql`level = ${level}, worked_at = ${now}`);
    await write({ kind: 'event', event: 'escalated', about: level });
  });

export const updateTicket = (ctx: Context, desk: Desk, id: string, body: Input<typeof update>['body']): Promise<WholeTicket> =>
  changeTicket(ctx, desk, id, 'edit', async ({ tx, ticket, set, write, now }) => {
    const { priority, estimated, version } = body;
    if (ticket.version !== version) fail('conflict');
    const [clock] = await tx.run(sql<{ estimated_at: string | null; isNew: boolean; isPast: boolean }>`
      select at as estimated_at, at is distinct from date_trunc('minute', ${ticket.estimated_at}::timestamptz) as "isNew", coalesce(at < ${now}, false) as "isPast"
      from (select ${estimated}::timestamp at time zone ${ctx.actor.timezone} as at) as wished`);
    const { estimated_at, isNew, isPast } = found(clock);
    if (isNew && isPast) failFields({ estimated: 'in_the_past' });
    if (!isNew && priority === ticket.priority) return;
    await set(sql`priority = ${priority}, estimated_at = ${estimated_at}::timestamptz, worked_at = ${now}`);
    if (priority !== ticket.priority) await write({ kind: 'event', event: 'prioritised', about: priority }, { quiet: true });
    if (isNew) await write({ kind: 'event', event: 'estimated', about: estimated_at });
  });
