import { demoPeople } from '@vitrine/api/demo/people.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test('an administrator finds a domain in each state, copies a record, and looks again', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, demoPeople.admin);
  await page.goto('/domain');
  for (const state of ['Aguarda os registros', 'Aguarda o parceiro', 'Aguarda o certificado', 'No ar', 'Não comprovado', 'Removido'])
    await expect(page.getByRole('cell', { name: state, exact: true }).first()).toBeVisible();

  await page.getByRole('link', { name: 'bi.aurora.example' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'bi.aurora.example' })).toBeVisible();
  await page.getByRole('button', { name: /^Copiar Nome: _portal-verify/ }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('_portal-verify.bi.aurora.example');
  await page.getByRole('button', { name: 'Procurar agora' }).click();
  await expect(page.getByRole('region', { name: 'Registro TXT' }).getByText('Encontrado')).toBeVisible();
  const missing = page.getByRole('region', { name: 'Registro CNAME' });
  await expect(missing.getByText('Nenhum registro encontrado com este nome.')).toBeVisible();
  await page.getByRole('tab', { name: 'Histórico' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/domain$/);
});
