/** What erasing somebody would do is told before it is confirmed, in the list of users and at the privacy desk alike. */
import * as privacy from '@vitrine/contract/privacy/privacy.ts';
import { query } from '@vitrine/api/platform/database/query.ts';
import { uuidv7 } from '@vitrine/api/platform/database/uuid.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

test('the dialog counts what goes and what stays, and erases once the name is typed', async () => {
  const { admin, reader, unit } = await sceneIn(world);
  await world.owner.write([
    query.insertInto('notification').values(
      [1, 2].map(() => ({
        tenant_id: unit.id,
        id: uuidv7(),
        person_id: reader.id,
        kind: 'message',
        values: JSON.stringify({ subject: 'x', text: 'y' }),
      })),
    ),
  ]);
  const { screen } = await openScreen('/user', admin);
  await screen.chooseAction('Célia Prates', /^Apagar/);
  const dialog = await screen.dialog(/Célia Prates/);
  await dialog.findByText('Notificações recebidas');
  const [line] = dialog.getAllByText('Notificações recebidas');
  expect(line?.parentElement?.textContent).toMatch(/2$/);
  await dialog.findByText('Nada de outros usuários depende deste usuário.');
  await dialog.fill(/digite o nome/, 'CÉLIA_PRATES');
  await dialog.click('button', 'Excluir');
  await screen.findByText('Os dados de Célia Prates foram apagados.');
  const [left] = await world.owner.run(query.selectFrom('person').select('name').where('id', '=', reader.id));
  expect(left?.name).not.toContain('Célia');
});

test('who is the last administrator is not offered to be erased, at the desk either', async () => {
  const { admin, unit, asAdmin } = await sceneIn(world);
  const other = await unit.person('admin', { person: { name: 'Bruno Dias' } });
  const { id } = await asAdmin.call(privacy.ask, { body: { kind: 'erasure', text: '' } });
  await world.owner.run(query.updateTable('person').set({ auth_method: 'azure' }).where('id', '=', other.id));
  const { screen } = await openScreen(`/privacy?request=${id}`, other);
  const panel = await screen.dialog(/Alice Prado/);
  await panel.findByText('Este é o último administrador que entra com senha. Nomeie outro antes.');
  await panel.fill(/Digite o nome/, 'ALICE_PRADO');
  expect(panel.getByRole('button', { name: 'Atender' })).toHaveProperty('disabled', true);
  const [kept] = await world.owner.run(query.selectFrom('person').select('email').where('id', '=', admin.id));
  expect(kept?.email).toBe(admin.email);
});
