/** User groups: a unit that somebody does not manage is no place to move one to. */
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import { newClient } from '@vitrine/api/test/harness/billing.ts';
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

test('whoever takes a group to a unit whose client is full reads so, and cannot', async () => {
  const partner = await world.partner();
  const client_id = await newClient(world, partner, { user_limit: 1 });
  const [from, to] = [await partner.unit(), await partner.unit({ tenant: { client_id } })];
  await to.person('user');
  const staff = await partner.person({ unit: from });
  const asStaff = await world.signIn(staff);
  const { id } = await asStaff.call(userGroups.add, { body: { name: 'Conselho' } });
  const { membership_id } = await from.person('user');
  await asStaff.call(userGroups.addMembers, { params: { id }, body: { membership_ids: [membership_id ?? ''] } });
  const { screen } = await openScreen('/group_users', staff);
  await screen.chooseAction('Conselho', 'Migrar para outra unidade');
  const moving = await screen.dialog('Migrar Conselho');
  await moving.choose(/^Unidade de destino/, to.name);
  await moving.findByText('O cliente da outra unidade pode ter 1 usuários em todas as suas unidades juntas; seriam 2.');
  expect((await moving.findByRole<HTMLButtonElement>('button', { name: 'Migrar para outra unidade' })).disabled).toBe(true);
});
