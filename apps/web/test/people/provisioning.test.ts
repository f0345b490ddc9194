/** Provisioning: a token is shown once, a rehearsal tells what would change, and the log reads like a story. */
import * as provisioning from '@vitrine/contract/people/provisioning.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sender } from '@vitrine/api/test/harness/scim.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

const settings = { admins_set_sign_in: true };

test('a token is made, shown this once, rehearses, goes live, and is revoked by its name', async () => {
  const { admin, asAdmin, reader } = await sceneIn(world, { settings });
  const { screen } = await openScreen('/provisioning', admin);
  await screen.findByText('Nenhum token: nenhum diretório provisiona esta unidade.');
  await screen.click('button', 'Novo token');
  const form = await screen.dialog('Novo token');
  await form.fill(/^Nome/, 'Entra da matriz');
  await form.click('button', 'Adicionar');
  const token = (await form.findByText(/^vitrine_scim_/)).textContent ?? '';
  await form.click('button', 'Já copiei');
  await screen.findByText('O diretório ainda não pediu nada. Inicie o provisionamento nele e volte aqui.');
  expect(screen.queryByText(token)).toBeNull();

  const send = sender(world, token);
  await send('POST', '/Users', { userName: 'rita@clinica.example', displayName: 'Rita Aguiar' });
  await send('PATCH', `/Users/${reader.membership_id}`, { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] });
  const again = await openScreen('/provisioning', admin);
  await again.screen.findByText('Criados: 1');
  await again.screen.findByText('Desligados: 1');
  await again.screen.findByText(/Ensaio: seria inativado, e as sessões encerradas\./);
  expect(await asAdmin.call(users.get, { params: { id: reader.membership_id ?? '' } })).toMatchObject({ state: 'active' });
  await again.screen.click('button', 'Passar a valer');
  await (await again.screen.dialog('Passar a valer')).click('button', 'Passar a valer');
  await again.screen.findByText('Em uso');
  expect((await asAdmin.call(provisioning.tokens, {})).data).toMatchObject([{ rehearsal: false }]);

  await again.screen.click('button', 'Revogar Entra da matriz');
  const revoking = await again.screen.dialog(/Entra da matriz/);
  await revoking.fill(/^Digite|nome/i, 'ENTRA_DA_MATRIZ');
  await revoking.click('button', 'Excluir');
  await again.screen.findByText('Nenhum token: nenhum diretório provisiona esta unidade.');
});

test('the log tells what was asked, what was done and why not, and is searched by person', async () => {
  const { admin, asAdmin } = await sceneIn(world, { settings });
  const stranger = await (await world.unit()).person('user');
  const { token } = await asAdmin.call(provisioning.add, { body: { name: 'Entra', rehearsal: false } });
  const send = sender(world, token);
  const { body } = await send('POST', '/Users', { userName: 'vilma@clinica.example', displayName: 'Vilma Prado', title: 'Médica' });
  await send('POST', '/Groups', { displayName: 'Plantão', members: [{ value: body.id }] });
  await send('POST', '/Users', { userName: 'outra@clinica.example', displayName: 'Outra', emails: [{ value: stranger.email }] });
  const { screen } = await openScreen('/provisioning', admin);
  await screen.findByText(/O e-mail tem conta em outra unidade\./);
  await screen.findByText('Entraram: Vilma Prado');
  await screen.fill('Procurar por nome ou e-mail', 'vilma');
  await expect.poll(() => screen.queryByText(/O e-mail tem conta em outra unidade\./)).toBeNull();
  await screen.findByText(/O portal criou o usuário, como leitor\./);
  await screen.findByText('Médica');
});

test('what the directory owns of a person is only read on their page', async () => {
  const { admin, asAdmin } = await sceneIn(world, { settings });
  const { token } = await asAdmin.call(provisioning.add, { body: { name: 'Entra', rehearsal: false } });
  const { body } = await sender(world, token)('POST', '/Users', { userName: 'dona@clinica.example', displayName: 'Dona Clara' });
  const { screen } = await openScreen(`/user/${body.id}?tab=settings`, admin);
  await screen.findByText('Do diretório da empresa, e só mudam lá: Nome, E-mail.');
  expect((await screen.findByLabelText<HTMLInputElement>(/^Nome/)).disabled).toBe(true);
});
