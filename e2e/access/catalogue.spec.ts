import { panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { rowHeads } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const sales = 'Vendas da rede';
const at = { at: '/catalogs' };

test('a report is asked for with a reason, granted with a role, and opened', async ({ page, browser, admin, reader, shelf }) => {
  await shelf.publish({ name: sales, data_rule: 'rls', grants: [], show_in_catalogue: true, catalogue_description: 'Metas da rede' });
  await signIn(page, reader, at);
  const card = page.getByRole('article').filter({ hasText: sales });
  await expect(card).toContainText('Metas da rede');
  await expect(card).toContainText('Responsável: Alice Prado');
  await card.getByRole('button').click();
  const asking = panel(page, `Solicitar acesso a ${sales}`);
  await asking.getByLabel('Motivo').fill('curto');
  await asking.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(asking.getByText(/Motivo precisa de pelo menos 10/)).toBeVisible();
  await asking.getByLabel('Motivo').fill('Acompanho as metas da região Norte.');
  await page.keyboard.press('Control+Enter');
  await asking.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(card).toContainText('Pedido aberto');

  const second = await browser.newPage();
  await signIn(second, admin, at);
  await second.getByRole('tab', { name: 'A decidir (1)' }).click();
  await row(second, 'Célia Prates').click();
  const decision = panel(second, `Célia Prates pede ${sales}`);
  await expect(decision).toContainText('Acompanho as metas da região Norte.');
  await decision.getByRole('checkbox', { name: /^Região Norte/ }).check();
  await expect(decision.getByText('Conferido no Power BI: 1 usuário abre o relatório.')).toBeVisible();
  await decision.getByLabel('Recado (opcional)').fill('Só a sua região, por enquanto.');
  await decision.getByRole('button', { name: 'Conceder', exact: true }).click();
  await expect(second.getByRole('heading', { name: 'Nenhum pedido a decidir' })).toBeVisible();
  await second.close();

  await page.reload();
  await page.getByRole('button', { name: /^Notificações/ }).click();
  await expect(page.getByText(`Seu pedido de acesso ao relatório ${sales} foi aceito: Só a sua região, por enquanto.`)).toBeVisible();
  await page.keyboard.press('Escape');
  await card.getByRole('link', { name: 'Abrir' }).click();
  await expect(rowHeads(page, 'Faturamento por região')).toHaveText(['Norte']);
});

test('a denial needs a reason, and the reader reads it; a request is taken back', async ({ page, browser, admin, reader, shelf }) => {
  await shelf.publish({ name: 'Cinema', grants: [], show_in_catalogue: true });
  await shelf.publish({ name: 'Clima de Seattle', grants: [], show_in_catalogue: true });
  await signIn(page, reader, at);
  for (const name of ['Cinema', 'Clima de Seattle']) {
    await page.getByRole('button', { name: `Solicitar acesso a ${name}` }).click();
    const asking = panel(page, `Solicitar acesso a ${name}`);
    await asking.getByLabel('Motivo').fill('Quero comparar com o ano passado.');
    await asking.getByRole('button', { name: 'Enviar pedido' }).click();
    await expect(asking).toBeHidden();
  }
  const second = await browser.newPage();
  await signIn(second, admin, { at: '/catalogs?tab=queue' });
  await row(second, 'Cinema').click();
  const decision = panel(second, 'Célia Prates pede Cinema');
  await decision.getByText('Negar', { exact: true }).click();
  await decision.getByRole('button', { name: 'Negar' }).click();
  await expect(decision.getByLabel(/Motivo da recusa/)).toHaveAttribute('aria-invalid', 'true');
  await decision.getByLabel(/Motivo da recusa/).fill('Só para a diretoria.');
  await decision.getByRole('button', { name: 'Negar' }).click();
  await expect(decision).toBeHidden();
  await second.close();

  await page.reload();
  await expect(page.getByRole('article').filter({ hasText: 'Cinema' })).toContainText('Só para a diretoria.');
  const other = page.getByRole('article').filter({ hasText: 'Clima de Seattle' });
  await other.getByRole('button', { name: 'Cancelar pedido' }).click();
  await expect(other).toContainText('Disponível para pedir');
  await page.getByRole('tab', { name: 'Meus pedidos' }).click();
  await expect(row(page, 'Cinema')).toContainText('Negado');
  await expect(row(page, 'Clima de Seattle')).toContainText('Cancelado');
});
