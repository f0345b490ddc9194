/** A paginated report for a reader: found in the list, pages turned, exported, only the reader's own rows. */
import { expect, test } from '../harness/journey.ts';
import { reportFrame, signinTo } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const closing = 'Fechamento mensal por loja';

test('a reader opens it, turns its pages and takes a list away', async ({ page, reader, shelf }) => {
  const report = await shelf.publish({
    name: closing,
    data_rule: 'rls',
    allow_export: true,
    grants: [{ to: 'unit', rls_roles: ['Região Sul'] }],
  });
  await signIn(page, reader, signinTo(report));
  const frame = reportFrame(page);
  await expect(frame.getByRole('heading', { name: closing })).toBeVisible();
  await expect(frame.getByText('Região: Sul', { exact: true })).toBeVisible();
  await frame.getByRole('button', { name: 'Próximo' }).click();
  await expect(frame.getByRole('textbox', { name: 'Número da página' })).toHaveValue('2');

  await page.getByRole('button', { name: 'Mais ações' }).click();
  await expect(page.getByRole('menuitem', { name: 'Relatar um problema' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Imprimir' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('toolbar').getByRole('button', { name: 'Exportar', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Exportar relatório' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar relatório' });
  await expect(dialog.getByRole('radio')).toHaveCount(4);
  await expect(dialog.getByText(/com os parâmetros com que o relatório abre/)).toBeVisible();
  await dialog.getByRole('radio', { name: 'Só as linhas (CSV)' }).check();
  await dialog.getByRole('button', { name: 'Exportar', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByText(/^Baixar/).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test('on a phone it has one layout, and its parameters wait', async ({ page, reader, shelf }) => {
  const report = await shelf.publish({ name: closing, data_rule: 'rls', grants: [{ to: 'unit', rls_roles: ['Tudo'] }] });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, reader, signinTo(report));
  const frame = reportFrame(page);
  await expect(frame.getByRole('heading', { name: closing })).toBeVisible();
  await expect(frame.getByLabel('Ano')).toBeHidden();
  await frame.getByRole('button', { name: 'Mostrar parâmetros' }).click();
  await expect(frame.getByLabel('Ano')).toBeVisible();
});
