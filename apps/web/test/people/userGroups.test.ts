/** User groups: a unit that somebody does not manage is no place to move one to. */
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

test('a unit that the administrator does not manage is no target, whoever names it', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  const stranger = await world.unit();
  const group = await asAdmin.call(userGroups.add, { body: { name: 'Conselho' } });
  const { screen } = await openScreen('/group_users', admin);
  await screen.chooseAction('Conselho', 'Migrar para outra unidade');
  const moving = await screen.dialog('Migrar Conselho');
  expect(moving.queryByRole('combobox')).toBeNull();
  const refused = await asAdmin.refusal(userGroups.migrate, { params: { id: group.id, tenant_id: stranger.id }, body: { leave: true } });
  expect(refused.status).toBe(404);
});
