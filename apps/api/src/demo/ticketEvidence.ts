/** Demo data: what Ana had before her when she opened her ticket about October, and what is really decided about her. */
import { sql } from 'kysely';
import { dayIn } from '#domain/access/accessRules.ts';
import { explained } from '#domain/reportAccess/explained.ts';
import { decideMany } from '#domain/reportAccess/facts.ts';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { scoped } from '#platform/database/scoped.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoPeople, demoUnits } from './people.ts';

const ticketNumber = 1003;

export async function loadTicketEvidence({ database, now }: Pick<Services, 'database' | 'now'>, report_id: string): Promise<void> {
  const tenant_id = demoUnits.aurora.id;
  const person_id = demoPeople.ana.id;
  const unit = scoped(database, { kind: 'tenant', tenant_id, action: 'demo.load' });
  const [[ticket], [member]] = await unit.run(
    sql<{ id: string; text: string; created_at: string }>`select id, text, created_at from ticket where number = ${ticketNumber}`,
    sql<{ id: string }>`select id from membership where person_id = ${person_id}`,
  );
  if (!ticket || !member) return;
  const pair = { membership_id: member.id, report_id };
  const [decided] = await decideMany(unit, [pair], dayIn('America/Sao_Paulo', now()));
  if (!decided?.decision.see) return;
  await unit.run(
    query.insertInto('report_problem').values({
      tenant_id,
      id: uuidv7(),
      report_id,
      person_id,
      ticket_id: ticket.id,
      title: 'Vendas da rede',
      description: ticket.text,
      page: 'Regiões e lojas',
      filters: ['Mês: outubro', 'Loja: Curitiba Batel'],
      refreshed_at: new Date(now().getTime() - 10 * 3_600_000),
      load_ms: 1380,
      render_ms: 910,
      details: 'Chrome, 1440×900',
      decision: JSON.stringify(explained(decided.decision)),
      created_at: new Date(ticket.created_at),
    }),
  );
}
