/** Tickets of the last weeks that are resolved, so that the figures of the help desk have something to tell. */
import type { Ticket, TicketRating } from '@vitrine/contract/support/ticket.ts';
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { keepClock } from '#features/support/helpDesk/clock.ts';
import type { Goals } from '#features/support/helpDesk/goals.rules.ts';
import { clockAfter, clockOfNew } from '#features/support/helpDesk/goals.rules.ts';

const hourMs = 3_600_000;
const count = 40;
/** They came before the tickets of `helpDesk.ts`, which begin with 1001. */
const firstNumber = 961;
const archivedAfterHours = 30 * 24;

type Some<One> = readonly [One, ...One[]];

const titles: Some<string> = [
  'O painel não abre no celular',
  'Falta a loja nova no filtro',
  'Como exporto só uma página?',
  'O total do trimestre não confere',
  'Não recebi o e-mail do agendamento',
  'A meta do mês está errada',
  'O relatório demora a abrir',
  'Preciso do histórico de 2024',
];
const answers: Some<number> = [1, 3, 2, 7, 26, 4];
const solutions: Some<number> = [6, 20, 9, 52, 30, 75, 4];
const helped: Some<TicketRating['helped'] | null> = ['yes', 'yes', 'partly', 'yes', 'no', null, 'yes', null];
const priorities: Some<Ticket['priority']> = ['normal', 'normal', 'high', 'low'];

const at = <One>(all: Some<One>, index: number): One => all[index % all.length] ?? all[0];

type Given = { tenant_id: string; now: Date; goals: Goals; openers: Some<string>; agents: Some<string> };

export function helpDeskHistory({ tenant_id, now, goals, openers, agents }: Given): Statement[] {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
  return Array.from({ length: count }, (_, index) => {
    const id = uuidv7();
    // About two days lie between one and the next.
    const opened = (count - index) * 47 + ((index * 13) % 9) + 130;
    const priority = at(priorities, index);
    const answered = opened - at(answers, index);
    const ended = answered - at(solutions, index);
    const said = at(helped, index);
    const clock = [
      { hours: opened, state: 'open' as const, answered: false },
      { hours: answered, state: 'in_progress' as const, answered: true },
      { hours: ended, state: 'resolved' as const, answered: true },
    ].reduce((before, step) => clockAfter(before, { ...step, priority }, goals, ago(step.hours)), clockOfNew(ago(opened)));
    return [
      query.insertInto('ticket').values({
        tenant_id,
        id,
        number: firstNumber + index,
        title: at(titles, index),
        text: 'Descrição do que aconteceu.',
        priority,
        state: 'resolved',
        opened_by: at(openers, index),
        assigned_to: at(agents, index),
        created_at: ago(opened),
        touched_at: ago(ended),
        worked_at: ago(ended),
        resolved_at: ago(ended),
        archived_at: ended > archivedAfterHours ? ago(ended - archivedAfterHours) : null,
      }),
      keepClock(id, clock),
      ...(said === null
        ? []
        : [
            sql`insert into ticket_rating (tenant_id, ticket_id, resolved_at, helped, rated_at)
              select tenant_id, id, resolved_at, ${said}, ${ago(ended - 1)} from ticket where id = ${id}`,
          ]),
    ];
  }).flat();
}
