/** The keys of an account: its password, its second step, and who may help somebody who lost one. */
import { query } from '@vitrine/api/platform/database/query.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

test('a password is changed with the old one, and the meter explains the new one', async () => {
  const { reader } = await sceneIn(world);
  const { screen } = await openScreen('/account?section=security', reader);
  await screen.click('button', 'Alterar senha');
  const dialog = await screen.dialog('Alterar senha');
  const rule = (text: RegExp, state: string) =>
    expect.poll(() => dialog.getAllByRole('listitem').find((item) => text.test(item.textContent))?.textContent).toContain(state);
  await dialog.fill('Nova senha', 'Célia-Prates-1');
  await rule(/Não é feita do seu nome/, 'falta');
  await dialog.findByText('Fraca');
  await dialog.fill('Nova senha', 'iloveyou2026');
  await rule(/listas de senhas conhecidas/, 'falta');
  await dialog.fill('Nova senha', 'Girassol-amarelo-7');
  await rule(/listas de senhas conhecidas/, 'atendida');
  await dialog.findByText('Muito boa');
  await dialog.fill('Repita a nova senha', 'Girassol-amarelo-7');
  await dialog.fill('Senha atual', 'not mine at all');
  await dialog.click('button', 'Salvar senha');
  await dialog.findByText('A senha atual está incorreta.');
  await dialog.fill('Senha atual', reader.password);
  await dialog.click('button', 'Salvar senha');
  await screen.findByText('Senha alterada.');
});

test('an old session proves itself again before the keys of the account change, and other sessions are ended here', async () => {
  const { reader } = await sceneIn(world);
  const elsewhere = await world.signIn(reader);
  const { screen, user } = await openScreen('/account?section=security', reader);
  await world.owner.run(
    query
      .updateTable('session')
      .set({ confirmed_at: new Date(Date.now() - 3_600_000) })
      .where('person_id', '=', reader.id),
  );
  await user.click((await screen.findAllByRole('button', { name: 'Configurar' }))[0] ?? screen.element);
  const asked = await screen.dialog('Confirme que é você');
  await asked.fill('Senha atual', 'not mine at all');
  await asked.click('button', 'Confirmar');
  await asked.findByText('A senha atual está incorreta.');
  await asked.fill('Senha atual', reader.password);
  await asked.click('button', 'Confirmar');
  await screen.findByRole('img', { name: 'Código QR para o aplicativo autenticador' });
  await user.keyboard('{Escape}');

  await screen.click('button', 'Encerrar as outras');
  await screen.findByText('As outras sessões foram encerradas.');
  expect((await elsewhere.inject({ url: '/api/auth/config/getConfig' })).statusCode).toBe(401);
});
