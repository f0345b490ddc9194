import { list } from '@vitrine/contract/features/shifts.ts';
import { expect, test } from './support/journey.ts';
import { signIn } from './support/signIn.ts';

test('hours are made by keyboard, tried before, and bind whom they name', async ({ page, admin, reader, callAs }) => {
  await signIn(page, admin, { at: '/signin?redirect=/setting' });
  await page.getByRole('button', { name: 'Novo horário' }).press('Enter');
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Nome').fill('Comercial');
  await panel
    .getByRole('group', { name: 'sábado' })
    .getByRole('button', { name: /Nova faixa/ })
    .press('Enter');
  await panel.getByLabel('sábado, faixa 1: fim').fill('13:00');
  await panel.getByRole('combobox', { name: 'Pessoas' }).fill(reader.name);
  await page.getByRole('option', { name: reader.name }).click();
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Quem teria sido barrado?' }).click();
  await expect(panel.getByRole('status').filter({ hasText: 'barrad' })).toBeVisible();
  await panel.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByText('seg.–sex. 08:00–18:00; sáb. 08:00–13:00')).toBeVisible();

  const { data } = await (await callAs(admin)).call(list, {});
  expect(data.map(({ name, members }) => [name, members.map((member) => member.name)])).toEqual([['Comercial', [reader.name]]]);
});
