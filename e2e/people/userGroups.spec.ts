/** A user group goes to another business unit, after a look at what would happen. */
import * as groups from '@vitrine/contract/people/userGroups.ts';
import { chooseAction, panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';
import { makeUnit } from '../harness/unit.ts';

test('an administrator of two units sees who would come along, moves the group, and finds it there', async ({
  page,
  admin,
  reader,
  database,
  callAs,
}) => {
  const other = await makeUnit(database);
  await database.rows(`update membership set is_default = true where id = $1 returning id`, [admin.membership_id]);
  await database.rows(
    `insert into membership (tenant_id, id, person_id, role, is_default) values ($1, uuidv7(), $2, 'admin', false) returning id`,
    [other.id, admin.id],
  );
  const { call } = await callAs(admin);
  const group = await call(groups.add, { body: { name: 'Conselho' } });
  await call(groups.addMembers, { params: { id: group.id }, body: { membership_ids: [reader.membership_id] } });

  await signIn(page, admin, { at: '/group_users' });
  await chooseAction(page, 'Conselho', 'Migrar para outra unidade');
  const moving = panel(page, 'Migrar Conselho');
  await moving.getByRole('combobox').click();
  await page.getByRole('option', { name: other.name }).click();
  await expect(moving.getByText(reader.email)).toBeVisible();
  await moving.getByRole('switch').check();
  await moving.getByRole('button', { name: 'Migrar para outra unidade' }).click();
  await expect(page.getByText('Pronto: 1 novas')).toBeVisible();
  await expect(row(page, 'Conselho')).toHaveCount(0);
  expect(
    await database.rows(
      `select m.role, m.state from user_group g join user_group_member gm on gm.tenant_id = g.tenant_id and gm.group_id = g.id
       join membership m on m.tenant_id = gm.tenant_id and m.id = gm.membership_id where g.tenant_id = $1 and m.person_id = $2`,
      [other.id, reader.id],
    ),
  ).toEqual([{ role: 'user', state: 'active' }]);
});
