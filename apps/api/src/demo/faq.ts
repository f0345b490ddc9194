/** Questions and answers of the demo: one in all languages, one in Portuguese alone, one that is still a draft. */
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { DemoUnit } from './people.ts';
import { demoUnits } from './people.ts';

const questions = [
  {
    topic: 'access',
    published: true,
    question: {
      'pt-BR': 'Esqueci minha senha. O que faço?',
      'en-US': 'I forgot my password. What now?',
      es: 'Olvidé mi contraseña. ¿Qué hago?',
      'pt-PT': 'Esqueci-me da palavra-passe. E agora?',
    },
    answer: {
      'pt-BR': 'Na tela de entrada, escolha “Esqueci minha senha”. Você recebe um e-mail com um link para criar outra.',
      'en-US': 'On the sign-in page choose “I forgot my password”. A mail brings you a link to set a new one.',
      es: 'En la pantalla de inicio elija “Olvidé mi contraseña”. Recibirá un correo con un enlace para crear otra.',
      'pt-PT': 'No ecrã de entrada, escolha “Esqueci-me da palavra-passe”. Recebe um e-mail com uma ligação para criar outra.',
    },
  },
  {
    topic: 'data',
    published: true,
    question: { 'pt-BR': 'Quando os números de vendas são atualizados?' },
    answer: { 'pt-BR': 'Todos os dias às 6h. A hora da última atualização aparece acima do relatório.' },
  },
  {
    topic: 'data',
    published: false,
    question: { 'pt-BR': 'Por que minha loja não aparece?' },
    answer: { 'pt-BR': 'Fale com a administração: sua loja precisa estar no seu cadastro.' },
  },
];

export async function loadDemoFaq({ database }: Services): Promise<void> {
  for (const unit of Object.keys(demoUnits) as DemoUnit[]) {
    const tenant_id = demoUnits[unit].id;
    // What is asked in Aurora; the others begin with the one question that everybody asks.
    const rows = questions.slice(0, unit === 'aurora' ? questions.length : 1).map(({ question, answer, ...row }, index) => ({
      ...row,
      tenant_id,
      id: uuidv7(),
      position: index + 1,
      question: JSON.stringify(question),
      answer: JSON.stringify(answer),
    }));
    await database.run({ kind: 'tenant', tenant_id, action: 'demo.load' }, query.insertInto('faq').values(rows));
  }
}
