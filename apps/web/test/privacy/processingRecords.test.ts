/** The records of processing: what the unit's configuration makes of them, who answers for the data, and the end of the unit. */
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

test('an administrator reads what is done with data, and names who answers for them', async () => {
  const { admin } = await sceneIn(world, { settings: { enable_helpdesk: true } });
  const { screen } = await openScreen('/privacy/records', admin);
  const accounts = screen.within(await screen.findByRole('article', { name: 'Contas e entrada' }));
  expect(accounts.element.textContent).toContain('Administradores da unidade');
  await screen.findByRole('article', { name: 'Atendimento' });
  expect(screen.queryByRole('article', { name: 'Relatórios em outros sites' })).toBeNull();
  const end = screen.within(await screen.findByRole('region', { name: 'Quando a unidade terminar' }));
  expect(end.element.textContent).toContain('30 dias depois tudo é apagado');

  await screen.findByText(/Ainda não indicado/);
  await screen.click('button', 'Indicar encarregado');
  const panel = await screen.dialog('Encarregado dos dados (DPO)');
  await panel.fill('Nome', 'Marta Nogueira');
  await panel.fill('E-mail', 'marta');
  await panel.click('button', 'Salvar');
  await panel.findByText(/e-mail/i, { selector: '[class*="error"]' });
  await panel.fill('E-mail', 'marta@aurora.example');
  await panel.click('button', 'Salvar');
  await screen.findByText(/Marta Nogueira, marta@aurora\.example/);
});

test('readers have no such page', async () => {
  const { reader } = await sceneIn(world);
  const { screen } = await openScreen('/privacy/records', reader);
  await screen.findByRole('heading', { name: 'Página não encontrada' });
  expect(screen.queryByText('Operações de tratamento')).toBeNull();
});
