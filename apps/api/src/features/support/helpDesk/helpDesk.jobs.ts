/** Who hears of a ticket: bells and mails of the unit and its partner, mails of the operator, who has no bell in a unit. */
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import type { TicketEntry } from '@vitrine/contract/support/ticket.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { mailToStaff } from '#domain/notifications/mailToStaff.ts';
import { notify } from '#domain/notifications/notify.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import type { Statement } from '#platform/database/query.ts';
import { seersOf } from './seers.ts';

type Ticket = {
  number: number;
  title: string;
  level: 'unit' | 'partner' | 'operator';
  opened_by: string;
  watchers: string[];
  assigned_to: string | null;
};
type Entry = Pick<TicketEntry, 'kind' | 'event' | 'about' | 'side'> & { person_id: string | null };
type Told = { kind: NotificationKind; person_ids: readonly string[] };

type Someone = { person_id: string };

/** Agents of the unit, or where there are none the administrators, who name them. */
async function agentsOfUnit({ run }: Pick<JobContext, 'run'>): Promise<string[]> {
  const [agents, administrators] = await run(
    sql<Someone>`select person_id from membership where support_agent and state = 'active' order by id`,
    unitAdministrators,
  );
  return (agents.length > 0 ? agents : administrators).map(({ person_id }) => person_id);
}

/** Agents of the unit's partner or of the operator, or everybody there if nobody has the flag. */
async function agentsOfStaff(
  { identity, tenant_id }: Pick<JobContext, 'identity' | 'tenant_id'>,
  role: 'partner' | 'operator',
): Promise<string[]> {
  const ours = role === 'operator' ? sql`not s.seller` : sql`s.partner_id = (select t.partner_id from tenant t where t.id = ${tenant_id})`;
  const staff = await identity.run(sql<Someone & { support_agent: boolean }>`
    select s.person_id, s.support_agent from staff s where s.role = ${role} and s.state = 'active' and ${ours} order by s.person_id`);
  const agents = staff.filter(({ support_agent }) => support_agent);
  return (agents.length > 0 ? agents : staff).map(({ person_id }) => person_id);
}

/** Everybody who may take the ticket. */
async function pool(ctx: JobContext, { level }: Ticket): Promise<string[]> {
  const all = await Promise.all([
    agentsOfUnit(ctx),
    level === 'unit' ? [] : agentsOfStaff(ctx, 'partner'),
    level === 'operator' ? agentsOfStaff(ctx, 'operator') : [],
  ]);
  return all.flat();
}

/** Who works on it, and while that is nobody, everybody who may. */
const agent = async (ctx: JobContext, ticket: Ticket): Promise<string[]> =>
  ticket.assigned_to === null ? pool(ctx, ticket) : [ticket.assigned_to];

async function toldOf(ctx: JobContext, ticket: Ticket, entry: Entry | null): Promise<Told | null> {
  if (entry === null) return { kind: 'ticket_opened', person_ids: await pool(ctx, ticket) };
  const byOpener = entry.side === 'opener';
  const openers = [ticket.opened_by, ...ticket.watchers];
  const other = async () => (byOpener ? agent(ctx, ticket) : openers);
  if (entry.kind === 'said') return { kind: 'ticket_answered', person_ids: await other() };
  switch (entry.event) {
    case 'assigned':
      return { kind: 'ticket_assigned', person_ids: entry.about === null ? [] : [entry.about] };
    case 'returned':
      return { kind: 'ticket_returned', person_ids: await pool(ctx, ticket) };
    case 'resolved':
      return {
        kind: 'ticket_resolved',
        person_ids: byOpener && ticket.assigned_to === null ? [] : await other(),
      };
    case 'reopened':
      return { kind: 'ticket_reopened', person_ids: await other() };
    case 'escalated':
      return { kind: 'ticket_escalated', person_ids: await agentsOfStaff(ctx, ticket.level === 'operator' ? 'operator' : 'partner') };
    case 'estimated':
      return { kind: 'ticket_estimated', person_ids: entry.about === null ? [] : openers };
    case 'tied':
      return { kind: 'ticket_tied', person_ids: openers };
    case 'maintenance_over':
      return { kind: 'ticket_maintenance_over', person_ids: [...openers, ...(ticket.assigned_to === null ? [] : [ticket.assigned_to])] };
    case 'merged':
      return { kind: 'ticket_merged', person_ids: openers };
    default:
      // Notes are read where somebody works on the ticket.
      return null;
  }
}

/** Who was mentioned and still sees what was said. */
async function mentioned(ctx: JobContext, ticket_id: string, entry_id: string | null, entry: Entry | undefined): Promise<string[]> {
  if (!entry || entry.kind === 'event') return [];
  const rows = await ctx.run(sql<Someone>`select person_id from ticket_mention where entry_id = ${entry_id}::uuid order by person_id`);
  if (rows.length === 0) return [];
  const seers = new Set((await seersOf(ctx, ticket_id, { notes: entry.kind === 'note' })).map(({ id }) => id));
  return rows.map(({ person_id }) => person_id).filter((one) => seers.has(one));
}

type Values = { title: string; person: string };

async function tell(ctx: JobContext, { kind, person_ids }: Told, values: Values, link: string): Promise<void> {
  const staff = await ctx.identity.run(
    sql<Someone>`select person_id from staff where role = 'operator' and person_id = any (${[...person_ids]}::uuid[])`,
  );
  const operators = staff.map(({ person_id }) => person_id);
  const mails = await Promise.all(operators.map((person_id) => mailToStaff(ctx, { partner_id: null, person_id, kind, values, link })));
  const notices = notify(ctx.tenant_id, { person_ids: person_ids.filter((one) => !operators.includes(one)), kind, values, link });
  const [first, ...more] = notices as [Statement, ...Statement[]];
  if (notices.length > 0) await ctx.run(first, ...more);
  for (const mail of mails.flat()) await ctx.identity.run(mail);
}

export const tellOfTicket = defineJob({
  name: 'ticket.tell',
  schema: z.strictObject({ ticket_id: z.guid(), entry_id: z.guid().nullable() }),
  async work(ctx, { ticket_id, entry_id }) {
    const [[ticket], [entry]] = await ctx.run(
      sql<Ticket>`select number, title, level, opened_by, assigned_to,
        array(select w.person_id from ticket_watcher w where w.ticket_id = t.id order by w.person_id) as watchers from ticket t where id = ${ticket_id}`,
      sql<Entry>`select kind, event, about, side, person_id from ticket_entry where id = ${entry_id}::uuid`,
    );
    if (!ticket || (entry_id !== null && !entry)) return;
    const author = entry ? entry.person_id : ticket.opened_by;
    const [named, told] = await Promise.all([mentioned(ctx, ticket_id, entry_id, entry), toldOf(ctx, ticket, entry ?? null)]);
    const [person] = await ctx.identity.run(sql<{ name: string }>`select name from person where id = ${author}::uuid`);
    const values = { title: `#${ticket.number} ${ticket.title}`, person: person?.name ?? '–' };
    const link = `/help_desk/${ticket_id}`;
    const others = (ids: readonly string[]) => ids.filter((one) => one !== author);
    // Whoever is mentioned hears that, and not once more that something was said.
    await tell(ctx, { kind: 'ticket_mentioned', person_ids: others(named) }, values, `${link}?entry=${entry_id ?? ''}`);
    if (told) await tell(ctx, { ...told, person_ids: others(told.person_ids).filter((one) => !named.includes(one)) }, values, link);
  },
});
