/** A unit with something of everything that a set-up holds, made as its administrator makes it. */
import * as customFields from '@vitrine/contract/people/customFields.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import * as accessHours from '@vitrine/contract/settings/accessHours.ts';
import * as settings from '@vitrine/contract/settings/settings.ts';
import * as terms from '@vitrine/contract/settings/terms.ts';
import * as faq from '@vitrine/contract/support/faq.ts';
import type { Browser } from './browser.ts';

export async function fillUnit(admin: Browser): Promise<void> {
  const board = await admin.call(userGroups.add, { body: { name: 'Diretoria', description: 'Quem decide' } });
  const stores = await admin.call(userGroups.add, { body: { name: 'Lojas', is_default: true, refresh_datasets: true } });
  const sales = await admin.call(reportGroups.add, { body: { name: 'Vendas', icon: 'money' } });
  await admin.call(reportGroups.addSubgroup, { params: { id: sales.id }, body: { name: 'Sul' } });
  await admin.call(customFields.add, { body: { name: 'Loja', type: 'select', options: ['Centro', 'Norte'], searchable: true } });
  await admin.call(accessHours.add, {
    body: {
      name: 'Comercial',
      ranges: [{ day: 1, start: '08:00', end: '18:00' }],
      holidays: ['2026-12-25'],
      active: false,
      user_group_ids: [stores.id],
      membership_ids: [],
    },
  });
  await admin.call(faq.add, {
    body: { topic: 'access', question: { 'pt-BR': 'Como entro?', 'en-US': 'How?' }, answer: { 'pt-BR': 'Com a senha.' } },
  });
  await admin.call(settings.updateConfig, {
    body: { enable_watermark: true, password: 'smtp-secret', home_page: '/all/reports', sessions_per_person: 3, version: 1 },
  });
  const term = await admin.call(terms.add, { body: { title: 'Uso', text: 'Leia.', place: 'footer', group_ids: [board.id] } });
  await admin.call(terms.publish, { params: { id: term.id }, body: { version: term.version } });
  await admin.call(terms.add, { body: { title: 'Rascunho', text: 'Ainda não.', place: 'footer' } });
}
