import { chooseAction, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signinTo } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

test('what nobody opens is advised, archived with the keyboard, gone for its readers, and brought back', async ({
  page,
  browser,
  admin,
  reader,
  shelf,
  database,
}) => {
  const report = await shelf.publish({ name: 'Cinema' });
  await database.rows(`update report set created_at = now() - interval '200 days' where id = $1`, [report.id]);
  await signIn(page, admin, { at: `/management/report/${report.id}?tab=health` });
  await expect(page.getByText('Ninguém o abriu nos últimos 90 dias.')).toBeVisible();
  await page.getByRole('button', { name: 'Ver o que arquivar' }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Arquivar relatórios sem uso' });
  await expect(panel.getByRole('checkbox', { name: 'Cinema' })).toBeChecked();
  await panel.getByRole('button', { name: 'Arquivar 1 relatório' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 relatório arquivado.')).toBeVisible();
  await expect(row(page, 'Cinema')).toHaveCount(0);

  const second = await browser.newPage();
  await signIn(second, reader, signinTo(report));
  await expect(second.getByRole('heading', { name: 'Este relatório não está disponível para você', level: 2 })).toBeVisible();
  // Found by its state, after whatever time.
  await page.goto('/management/report?state=archived');
  await chooseAction(page, 'Cinema', 'Tirar do arquivo');
  await expect(page.getByText('Cinema voltou do arquivo.')).toBeVisible();
  await second.goto(`/${report.id}/reports/view`);
  await expect(second.getByRole('toolbar', { name: 'Ações do relatório' })).toBeVisible();
  await second.close();
});
