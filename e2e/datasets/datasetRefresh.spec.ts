import { row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

const title = 'Clima de Seattle';

test('a reader with the right has data refreshed from a list of their own, and sees how it went', async ({
  page,
  database,
  reader,
  shelf,
}) => {
  const report = await shelf.publish({ name: title });
  await shelf.publish({ name: 'Cinema', grants: [] });
  await database.rows('update membership set refresh_datasets = true where id = $1', [reader.membership_id]);
  await signIn(page, reader);
  await page.getByRole('navigation').getByRole('link', { name: 'Gestão de relatórios' }).click();
  await expect(row(page, title)).toContainText('Nenhuma atualização até agora.');
  await expect(row(page, 'Cinema')).toHaveCount(0);
  await row(page, title).getByRole('button', { name: 'Atualizar agora' }).click();
  await expect(page.getByText('Atualização dos dados iniciada com sucesso!')).toBeVisible();
  await expect(row(page, title)).toContainText('Já há uma atualização em andamento');
  await expect(row(page, title).getByRole('button', { name: 'Atualizar agora' })).toBeDisabled();
  await row(page, title).getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(new RegExp(`/${report.id}/management/view`));
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Em andamento' })).toContainText(reader.name);
  // Nothing of what administrators have there.
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Salvar agendamento' })).toHaveCount(0);
});

test('without the right the screen is not in the menu and its address is refused', async ({ page, reader, shelf }) => {
  const report = await shelf.publish({ name: title });
  await signIn(page, reader);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Catálogo' })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Gestão de relatórios' })).toHaveCount(0);
  for (const path of ['/management/report', `/${report.id}/management/view`]) {
    await page.goto(path);
    await expect(page.locator('[data-page="forbidden"]'), path).toBeVisible();
  }
});
