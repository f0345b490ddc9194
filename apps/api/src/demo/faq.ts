/** What people of the demo searched the questions of their units for and did not find. */
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import type { DemoUnit } from './people.ts';
import { demoUnits } from './people.ts';

const hourMs = 3_600_000;

const searched: Partial<Record<DemoUnit, [words: string, times: number, hoursAgo: number][]>> = {
  aurora: [
    ['devolucao de mercadoria', 9, 3],
    ['meta da loja', 6, 20],
    ['imprimir painel', 2, 70],
  ],
  serra: [
    ['rota cancelada', 5, 5],
    ['trocar telefone', 1, 50],
  ],
};

export async function loadDemoFaq({ database, now }: Services): Promise<void> {
  for (const [unit, searches] of Object.entries(searched)) {
    const { id: tenant_id } = demoUnits[unit as DemoUnit];
    await database.run(
      { kind: 'tenant', tenant_id, action: 'demo.load' },
      query.insertInto('faq_search').values(
        searches.map(([words, times, hoursAgo]) => ({
          tenant_id,
          words,
          times,
          last_at: new Date(now().getTime() - hoursAgo * hourMs),
        })),
      ),
    );
  }
}
