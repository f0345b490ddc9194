import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import { panel } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { square } from '../harness/pictures.ts';
import { signIn } from '../harness/signIn.ts';

/** Higher than a cover: something has to be cut away. */
const picture = { name: 'capa.png', mimeType: 'image/png', buffer: square(400, [120, 120, 120]) };

test('a subgroup gets a cover that is cut to its form, for its reports that have none', async ({ page, admin, reader, shelf, callAs }) => {
  const { call } = await callAs(admin);
  const { id: subgroup_id } = await call(reportGroups.addSubgroup, { params: { id: shelf.group_id }, body: { name: 'Praia' } });
  await shelf.publish({ name: 'Cinema', subgroup_id });
  await shelf.publish({ name: 'Clima de Seattle' });
  await signIn(page, admin, { at: `/reports?subgroups=${shelf.group_id}` });
  const subgroups = panel(page, 'Subgrupos de Mercado');
  await subgroups.getByRole('button', { name: 'Capa de Praia' }).click();
  const cover = panel(page, 'Capa de Praia');
  await cover.locator('input[type="file"]').setInputFiles(picture);
  const cut = panel(page, 'Recortar imagem');
  await cut.getByRole('button', { name: 'Usar imagem' }).click();
  await expect(cut).toBeHidden();
  const shown = cover.getByRole('img', { name: 'Capa' });
  await expect(shown).toBeVisible();
  const form = await shown.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth / image.naturalHeight : 0));
  expect(form).toBeCloseTo(16 / 9, 1);
  await page.keyboard.press('Escape');
  await expect(subgroups.getByRole('button', { name: 'Capa de Praia' }).locator('img')).toBeVisible();

  const second = await page.context().browser()?.newPage();
  if (!second) throw new Error('no browser');
  await signIn(second, reader, { at: `/${shelf.group_id}/reports` });
  const card = (name: string) => second.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(card('Cinema').locator('img')).toBeVisible();
  await expect(card('Clima de Seattle')).toBeVisible();
  await expect(card('Clima de Seattle').locator('img')).toHaveCount(0);
  await second.close();
});
