/** Tickets that belong together on the screen: merged into another, and gone on with in a new one. */
import { query } from '@vitrine/api/platform/database/query.ts';
import * as contract from '@vitrine/contract/support/helpDesk.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { enable_helpdesk: true, timezone: 'America/Sao_Paulo' } });
  const ana = await unit.person('user', { person: { name: 'Ana Brito' } });
  const bia = await unit.person('user', { person: { name: 'Bia Nunes' } });
  const davi = await unit.person('user', { person: { name: 'Davi Rosa' }, membership: { support_agent: true } });
  return { unit, ana, bia, davi };
}

const opened = async (person: Parameters<typeof world.signIn>[0], title: string) =>
  (await world.signIn(person)).call(contract.add, { body: { title, text: `${title}: o que vi.` } });

test('an agent merges a ticket after reading what becomes of it, and whoever opened it is led to the other', async () => {
  const { ana, bia, davi } = await scene();
  await opened(ana, 'Total de março');
  const same = await opened(bia, 'Março está zerado');
  const { screen } = await openScreen(`/help_desk/${same.id}`, davi);
  const page = await screen.object('#1002 Março está zerado');
  await page.click('button', 'Ações');
  await screen.click('menuitem', 'Juntar a outro chamado');
  const dialog = await screen.dialog('Juntar a outro chamado');
  await dialog.fill('Chamado que já trata disto', 'Total');
  await dialog.click('option', /#1001 Total de março/);
  await dialog.findByText(/Isto não pode ser desfeito/);
  await dialog.click('button', 'Juntar a outro chamado');
  const target = await screen.object('#1001 Total de março');
  await target.findByText(/Davi Rosa juntou o chamado #1002 a este/);
  await target.findByText('Março está zerado: o que vi.');

  const theirs = await openScreen(`/help_desk/${same.id}`, bia);
  const hers = await theirs.screen.object('#1002 Março está zerado');
  await hers.findByText('Juntado a outro');
  expect(hers.queryByLabelText('Resposta')).toBeNull();
  const note = await hers.findByText(/A conversa continua em/);
  note.querySelector('a')?.click();
  const followed = await theirs.screen.object('#1001 Total de março');
  await followed.fill('Resposta', 'Para mim também.');
  await followed.click('button', 'Enviar');
  await followed.findByText('Para mim também.');
});

test('more than seven days after the solution one goes on in a new ticket, which is linked to the old one', async () => {
  const { ana } = await scene();
  const { id } = await opened(ana, 'Total de março');
  await (await world.signIn(ana)).call(contract.setState, { params: { id }, body: { resolved: true } });
  const early = await openScreen(`/help_desk/${id}`, ana);
  const before = await early.screen.object('#1001 Total de março');
  await before.findByLabelText('Resposta');
  expect(before.queryByRole('button', { name: 'Abrir um chamado novo sobre isto' })).toBeNull();

  await world.owner.run(
    query
      .updateTable('ticket')
      .set({ resolved_at: new Date(Date.now() - 8 * 86_400_000) })
      .where('id', '=', id),
  );
  const { screen } = await openScreen(`/help_desk/${id}`, ana);
  const page = await screen.object('#1001 Total de março');
  await page.findByText(/resolvido há mais de sete dias/);
  expect(page.queryByLabelText('Resposta')).toBeNull();
  await page.click('button', 'Abrir um chamado novo sobre isto');
  const form = await screen.dialog('Novo chamado');
  await form.findByText(/Continua #1001 Total de março/);
  await form.fill('Título', 'Zerou de novo');
  await form.fill('O que aconteceu', 'Está zerado outra vez.');
  await form.click('button', 'Enviar');
  const later = await screen.object('#1002 Zerou de novo');
  await later.findByRole('link', { name: '#1001 Total de março' });
  const old = await openScreen(`/help_desk/${id}`, ana);
  await (await old.screen.object('#1001 Total de março')).findByRole('link', { name: '#1002 Zerou de novo' });
});
