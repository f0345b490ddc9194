import * as configuration from '@vitrine/contract/settings/settings.ts';
import { objectPage } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { reportFrame, signinTo } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const health = 'Saúde e renda no mundo';
const sales = 'Vendas da rede';
const hidden = 'Detalhe das vendas';

const settingsOf = ({ id }: { id: string }): string => `/management/report/${id}?tab=settings`;

test('what is switched in the form of a report is what its reader gets', async ({ page, browser, admin, reader, shelf }) => {
  const report = await shelf.publish({ name: sales, data_rule: 'rls', grants: [{ to: 'unit', rls_roles: ['Tudo'] }] });
  const second = await browser.newPage();
  await signIn(second, reader, signinTo(report));
  const pages = second.getByRole('tablist', { name: 'Páginas do relatório' });
  await expect(pages.getByText('Metas')).toBeVisible();
  await expect(pages.getByText(hidden)).toHaveCount(0);
  await expect(reportFrame(second).getByText('Filtros', { exact: true })).toBeHidden();
  await expect(second.getByRole('button', { name: 'Editar' })).toHaveCount(0);

  await signIn(page, admin, { at: settingsOf(report) });
  const form = objectPage(page, sales);
  for (const name of [/^Listar páginas ocultas/, /^Painel de filtros/, /^Permitir exportar/]) await form.getByLabel(name).press('Space');
  await form.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Alterações do relatório .* salvas/ })).toBeVisible();
  await second.reload();
  await pages.getByText(hidden).click();
  await expect(reportFrame(second).getByText(/Para conferência/)).toBeVisible();
  await expect(reportFrame(second).getByText('Filtros', { exact: true })).toBeVisible();
  await second.getByRole('toolbar').getByRole('button', { name: 'Exportar', exact: true }).click();
  await expect(second.getByRole('menuitem', { name: 'Exportar relatório' })).toBeVisible();
  await second.close();
});

test('without the portal’s list of pages a report shows its own, unless the form says that it has none', async ({
  page,
  browser,
  admin,
  reader,
  shelf,
  callAs,
}) => {
  const report = await shelf.publish({ name: sales, data_rule: 'rls', grants: [{ to: 'unit', rls_roles: ['Tudo'] }] });
  const { call } = await callAs(admin);
  const { version } = await call(configuration.getConfig, {});
  await call(configuration.updateConfig, { body: { show_menu_report: false, version } });
  const second = await browser.newPage();
  await signIn(second, reader, signinTo(report));
  await expect(reportFrame(second).getByRole('tab', { name: 'Metas' })).toBeVisible();
  await expect(second.getByRole('tablist', { name: 'Páginas do relatório' })).toHaveCount(0);

  await signIn(page, admin, { at: settingsOf(report) });
  const form = objectPage(page, sales);
  await form.getByLabel(/^Painel de páginas/).press('Space');
  await form.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Alterações do relatório .* salvas/ })).toBeVisible();
  await second.reload();
  await expect(reportFrame(second).getByText('Faturamento no último mês').first()).toBeVisible();
  await expect(reportFrame(second).getByRole('tab', { name: 'Metas' })).toHaveCount(0);
  await second.close();
});

test('who administers may be let through a filter, and is not until the report says so', async ({ page, admin, shelf }) => {
  const report = await shelf.publish({ name: health, data_rule: 'filter', grants: [] });
  await signIn(page, admin, signinTo(report));
  await expect(page.getByRole('heading', { name: 'Falta definir quais dados você vê', level: 2 })).toBeVisible();
  await page.goto(`/management/report/${report.id}?tab=settings`);
  const form = objectPage(page, health);
  const ignored = form.getByLabel(/^Administradores veem tudo/);
  await expect(ignored).not.toBeChecked();
  // Without a rule there is nothing that could be ignored.
  await form.getByRole('radio', { name: /^Todos veem os mesmos dados/ }).check();
  await expect(ignored).toHaveCount(0);
  await form.getByRole('radio', { name: /^Filtro por atribuição/ }).check();
  await ignored.press('Space');
  await form.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Alterações do relatório .* salvas/ })).toBeVisible();
  await page.goto(`/${report.id}/reports/view`);
  await expect(reportFrame(page).getByText('Expectativa de vida').first()).toBeVisible();
});
