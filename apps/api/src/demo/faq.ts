/** What people of the demo searched the questions of their units for in vain, and what their partner and the operator answer for all. */
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { DemoUnit } from './people.ts';
import { demoPartners, demoUnits } from './people.ts';

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

/** Of the operator, and of a partner. */
const answered = [
  {
    partner_id: null,
    topic: 'account',
    question: {
      'pt-BR': 'Posso ver o que o portal guarda sobre mim?',
      'en-US': 'Can I see what the portal keeps about me?',
      es: '¿Puedo ver lo que el portal guarda sobre mí?',
      'pt-PT': 'Posso ver o que o portal guarda sobre mim?',
    },
    answer: {
      'pt-BR': 'Sim: em “Minha conta”, na parte “Meus dados”. Lá você também baixa tudo e pede correções.',
      'en-US': 'Yes: in “My account”, under “My data”. There you also download everything and ask for corrections.',
      es: 'Sí: en “Mi cuenta”, en la parte “Mis datos”. Allí también puede descargarlo todo y pedir correcciones.',
      'pt-PT': 'Sim: em “A minha conta”, na parte “Os meus dados”. Aí também descarrega tudo e pede correções.',
    },
  },
  {
    partner_id: demoPartners.mare.id,
    topic: 'other',
    question: { 'pt-BR': 'Quem é a Maré Dados?' },
    answer: { 'pt-BR': 'Quem cuida do portal da sua unidade e publica os relatórios. A administração da unidade fala com ela.' },
  },
];

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
  for (const { partner_id, topic, question, answer } of answered) {
    await database.run(
      partner_id === null ? { kind: 'operator', action: 'demo.load' } : { kind: 'partner', partner_id, action: 'demo.load' },
      query.insertInto('shared_faq').values({
        id: uuidv7(),
        partner_id,
        topic,
        position: 1,
        question: JSON.stringify(question),
        answer: JSON.stringify(answer),
      }),
    );
  }
}
