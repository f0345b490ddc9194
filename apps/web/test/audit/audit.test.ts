/** The audit log as those read it who may. */
import { setState } from '@vitrine/contract/people/users.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

test('who was blocked is read in the list, and found there by name', async () => {
  const { admin, reader, asAdmin } = await sceneIn(world);
  await asAdmin.call(setState, { params: { id: reader.membership_id ?? '' }, body: { state: 'blocked' } });
  const { screen, user } = await openScreen('/audit', admin);
  await user.type(await screen.findByRole('searchbox'), reader.name);
  const line = await screen.row(/Mudou a situação/);
  await line.findByText(new RegExp(reader.name));
  await user.click(await line.findByText('Mudou a situação'));
  await screen.findByText(`Usuário: ${reader.name}`);
  const panel = await screen.dialog('Mudou a situação · Usuário');
  await panel.findByRole('rowheader', { name: 'Situação' });
  await panel.findByRole('cell', { name: 'Ativo' });
  await panel.findByRole('cell', { name: 'Bloqueado' });
  expect(panel.queryByRole('rowheader', { name: /version|_/ })).toBeNull();
  await panel.findByText('user.state');
});

test('a partner sees what its people do above the units', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const master = await partner.person({ unit, person: { name: 'Paula Reis' } });
  await world.browser().call(login, { body: { email: master.email, password: master.password } });
  const { screen, user, address } = await openScreen('/audit', master);
  await screen.click('tab', 'Do parceiro');
  expect(address()).toContain('level=partner');
  const line = await screen.row('Entrou');
  await line.findByText(/Paula Reis/);
  await user.type(await screen.findByRole('searchbox'), 'padrões');
  await screen.findByRole('tab', { name: 'Do parceiro', selected: true });
});

test('a reader has no audit log', async () => {
  const { reader } = await sceneIn(world);
  const { screen } = await openScreen('/audit', reader);
  await screen.findByRole('heading', { name: 'Página não encontrada' });
});
