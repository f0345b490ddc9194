/** Serra says in its own words that a report is there. */
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { demoPeople, demoUnits } from './people.ts';

export async function loadDemoWordings({ database, now }: Services): Promise<void> {
  const { id: tenant_id } = demoUnits.serra;
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    query.insertInto('wording').values({
      tenant_id,
      kind: 'notice_report_granted',
      language: 'pt-BR',
      number: 1,
      subject: 'Painel liberado: {{report}}',
      text: 'A matriz da Serra abriu o painel {{report}} para a sua rota.\n\nDúvidas? Fale com a Sofia.',
      author_id: demoPeople.serra_admin.id,
      created_at: now(),
    }),
  );
}
