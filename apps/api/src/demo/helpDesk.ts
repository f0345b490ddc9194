/** Tickets of Aurora: one that waits, one that is worked on, one that was resolved after a conversation. Elisa and the administrator are agents. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { usualGoals } from '@vitrine/contract/support/ticketGoals.ts';
import { keepClock } from '#features/support/helpDesk/clock.ts';
import type { Goals } from '#features/support/helpDesk/goals.rules.ts';
import { clockAfter, clockOfNew } from '#features/support/helpDesk/goals.rules.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { helpDeskHistory } from './helpDeskHistory.ts';
import { demoPeople, demoUnits } from './people.ts';

const hourMs = 3_600_000;

type Ticket = { id: string; of: { id: string }; hours: number };
type Line = { by: { id: string }; hours: number } & (
  | { text: string; kind?: 'said' | 'note'; byMail?: boolean }
  | { event: 'taken' | 'resolved' | 'estimated'; about?: string }
);

export async function loadDemoHelpDesk({ database, now }: Services): Promise<void> {
  const tenant_id = demoUnits.aurora.id;
  const { ana, bruno, carla, elisa, admin } = demoPeople;
  const ago = (hours: number) => new Date(now().getTime() - hours * hourMs);
  const [waits, working, resolved]: [Ticket, Ticket, Ticket] = [
    { id: uuidv7(), of: ana, hours: 5 },
    { id: uuidv7(), of: bruno, hours: 28 },
    { id: uuidv7(), of: carla, hours: 100 },
  ];
  const values = ({ id, of, hours }: Ticket, number: number) => ({
    tenant_id,
    id,
    number,
    opened_by: of.id,
    created_at: ago(hours),
    touched_at: ago(hours),
  });
  const lines = (ticket: Ticket, all: readonly Line[]) =>
    all.map((line) => ({
      tenant_id,
      id: uuidv7(),
      ticket_id: ticket.id,
      person_id: line.by.id,
      side: line.by.id === ticket.of.id ? 'opener' : 'unit',
      kind: 'event' in line ? 'event' : (line.kind ?? 'said'),
      text: 'event' in line ? '' : line.text,
      event: 'event' in line ? line.event : null,
      about: 'event' in line ? (line.about ?? null) : null,
      mail_key: 'byMail' in line ? randomBytes(32) : null,
      created_at: ago(line.hours),
    }));
  const { days, starts, ends } = usualGoals;
  const hours = { high: { answer: 2, solution: 16 }, normal: { answer: 4, solution: 32 }, low: { answer: 8, solution: 80 } };
  const goals: Goals = { days, starts, ends, hours, timezone: 'America/Sao_Paulo' };
  /** As it would stand had everything been said and done at its time. */
  const clockOf = (ticket: Ticket, priority: keyof typeof hours, answered?: number, ended?: number) =>
    [
      { hours: ticket.hours, state: 'open' as const, answered: false },
      ...(answered === undefined ? [] : [{ hours: answered, state: 'in_progress' as const, answered: true }]),
      ...(ended === undefined ? [] : [{ hours: ended, state: 'resolved' as const, answered: true }]),
    ].reduce((clock, step) => clockAfter(clock, { ...step, priority }, goals, ago(step.hours)), clockOfNew(ago(ticket.hours)));
  const estimate = new Date(now().getTime() + 20 * hourMs).toISOString();
  const said = [
    ...lines(working, [
      { by: elisa, hours: 26, event: 'taken' },
      { by: elisa, hours: 26, text: 'Consegui repetir. O filtro de período some quando se volta do detalhe. Vou corrigir no modelo.' },
      { by: admin, hours: 25, kind: 'note', text: 'O mesmo acontece no relatório de estoque: corrigir os dois.' },
      { by: elisa, hours: 24, event: 'estimated', about: estimate },
    ]),
    ...lines(resolved, [
      { by: elisa, hours: 98, event: 'taken' },
      { by: elisa, hours: 98, text: 'Olá, Carla. Em qual loja você está entrando agora?' },
      { by: carla, hours: 97, text: 'Na loja de Campinas, desde segunda-feira.', byMail: true },
      { by: elisa, hours: 96, text: 'O acesso ainda apontava para a loja anterior. Acertei o seu cadastro: abra o relatório de novo.' },
      { by: carla, hours: 95, text: 'Agora vejo Campinas. Obrigada!' },
      { by: carla, hours: 95, event: 'resolved' },
    ]),
  ];
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    sql`update tenant_setting set value = value || '{"enable_helpdesk":true,"send_email_helpdesk":true}'`,
    sql`update membership set support_agent = true where person_id in (${elisa.id}, ${admin.id})`,
    ...helpDeskHistory({ tenant_id, now: now(), goals, openers: [ana.id, bruno.id, carla.id], agents: [elisa.id, elisa.id, admin.id] }),
    query.insertInto('ticket_counter').values({ tenant_id, last_number: 1003 }),
    query.insertInto('ticket').values({
      ...values(resolved, 1001),
      title: 'Vejo a loja errada',
      text: 'Mudei de loja na semana passada, e o painel ainda mostra a loja antiga.',
      state: 'resolved',
      assigned_to: elisa.id,
      touched_at: ago(95),
      worked_at: ago(96),
      resolved_at: ago(95),
    }),
    query.insertInto('ticket').values({
      ...values(working, 1002),
      title: 'O filtro de período se perde',
      text: 'Escolho o trimestre, abro o detalhe de uma loja, volto, e o filtro voltou para o ano inteiro.',
      priority: 'low',
      state: 'in_progress',
      assigned_to: elisa.id,
      touched_at: ago(24),
      worked_at: ago(24),
      estimated_at: estimate,
    }),
    query.insertInto('ticket').values({
      ...values(waits, 1003),
      title: 'O total de outubro está menor que o do caixa',
      text: 'Na loja de Curitiba o painel mostra R$ 12.400 a menos do que o fechamento do caixa de outubro. Nas outras lojas está certo.',
      priority: 'high',
      waits_since: ago(5),
    }),
    query.insertInto('ticket_entry').values(said),
    sql`insert into ticket_goal (tenant_id, days, starts, ends, hours) values (${tenant_id}, ${JSON.stringify(days)}, ${starts}, ${ends}, ${JSON.stringify(goals.hours)})`,
    keepClock(waits.id, clockOf(waits, 'high')),
    keepClock(working.id, clockOf(working, 'low', 26)),
    keepClock(resolved.id, clockOf(resolved, 'normal', 98, 95)),
    sql`insert into ticket_rating (tenant_id, ticket_id, resolved_at, helped, words, rated_at)
      select tenant_id, id, resolved_at, 'yes', 'Resolvido no mesmo dia.', ${ago(94)} from ticket where id = ${resolved.id}`,
  );
}
