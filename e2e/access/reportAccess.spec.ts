import type { Locator } from '@playwright/test';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import { bulkAdd } from '@vitrine/contract/access/bulkAccess.ts';
import { readFile } from 'node:fs/promises';
import { objectPage, panel, row } from '../harness/grid.ts';
import { excessWidth, violations } from '../harness/inspection.ts';
import { expect, test } from '../harness/journey.ts';
import { reportPath, signinTo } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const sales = 'Vendas da rede';
const who = 'Usuários, grupos ou toda a unidade';
const at = { at: '/management/report' };

test('the access screen says why somebody sees a report, shows it as they see it, and takes them off', async ({
  page,
  browser,
  admin,
  reader,
  shelf,
  database,
}) => {
  const report = await shelf.publish({ name: sales, data_rule: 'rls', grants: [{ to: 'unit', rls_roles: ['Região Norte'] }] });
  await signIn(page, admin, at);
  await row(page, sales).click();
  const access = objectPage(page, sales);
  await access.getByRole('combobox', { name: 'Buscar um usuário' }).fill('celia');
  await expect(access.getByRole('option', { name: /Célia Prates/ })).toBeVisible();
  await page.keyboard.press('Enter');
  const why = access.getByRole('region', { name: /^Acesso de/ });
  await expect(why.getByText('Vê este relatório agora')).toBeVisible();
  await expect(why.getByText('As linhas vêm do acesso da unidade.')).toBeVisible();
  await expect(why).toContainText(`Região Norte como ${reader.email}`);

  await why.getByRole('button', { name: 'Abrir como este usuário' }).click();
  const simulation = page.getByRole('dialog', { name: /Você vê este relatório como Célia Prates/ });
  await expect(simulation.getByRole('status')).toContainText('registrado com os dois nomes');
  const heads = simulation
    .frameLocator('iframe')
    .getByRole('group', { name: /Faturamento por região/ })
    .locator('tbody tr > :first-child');
  await expect(heads.or(simulation.frameLocator('iframe').locator('tbody tr > :first-child')).first()).toBeAttached();
  const lines = await database.rows<{ person_id: string; actor_id: string }>(
    `select person_id, actor_id from audit_log where action = 'report.open_as' and object_id = $1`,
    [report.id],
  );
  expect(lines).toEqual([{ person_id: reader.id, actor_id: admin.id }]);
  await page.keyboard.press('Escape');
  await expect(simulation).toBeHidden();

  await why.getByRole('button', { name: 'Retirar do relatório' }).click();
  await page
    .getByRole('dialog', { name: /Retirar Célia Prates/ })
    .getByRole('button', { name: 'Retirar do relatório' })
    .click();
  await expect(why.getByText('Não vê este relatório')).toBeVisible();
  await expect(why.getByText(/foi retirado deste relatório/)).toBeVisible();
  await expect(access.getByRole('heading', { name: 'Retiradas do relatório' })).toBeVisible();
  const second = await browser.newPage();
  await signIn(second, reader, signinTo(report));
  await expect(second.getByRole('heading', { name: 'Este relatório não está disponível para você', level: 2 })).toBeVisible();

  await access.getByRole('button', { name: 'Devolver o acesso Célia Prates' }).click();
  await expect(access.getByRole('heading', { name: 'Retiradas do relatório' })).toBeHidden();
  await second.goto(reportPath(report));
  await expect(second.getByRole('toolbar', { name: 'Ações do relatório' })).toBeVisible();
  await second.close();
});

test('many reports are assigned at once, and the audit tells what came of it', async ({ page, admin, unit, shelf }) => {
  await unit.person('Norberto Dias', 'user');
  for (const name of ['Cinema', 'Clima de Seattle']) await shelf.publish({ name, grants: [] });
  await signIn(page, admin, at);
  await page.getByRole('checkbox', { name: 'Selecionar esta página' }).check();
  await page.getByRole('button', { name: 'Dar acesso em massa' }).click();
  const bulk = panel(page, 'Dar acesso em massa');
  await expect(bulk.getByText('2 relatórios')).toBeVisible();
  await bulk.getByRole('button', { name: 'Dar acesso em massa' }).click();
  await expect(bulk.getByText('Escolha pelo menos um usuário')).toBeVisible();
  await bulk.getByRole('combobox', { name: 'Para quem' }).fill('norb');
  await expect(bulk.getByRole('option', { name: /Norberto Dias/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(bulk.getByText('1 usuário, 2 relatórios', { exact: true })).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await bulk.getByRole('button', { name: 'Dar acesso em massa' }).click();
  await expect(page.getByText('2 acessos dados.')).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Auditoria de permissões' }).click();
  await page.getByRole('searchbox').or(page.getByLabel('Buscar nesta lista')).first().fill('norberto');
  // The whole list shows him twice as well, and makes way for the one that was searched.
  await expect(page.getByRole('row').filter({ hasText: 'Alice Prado' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Norberto Dias' })).toHaveCount(2);
  await page.getByRole('row').filter({ hasText: 'Norberto Dias' }).filter({ hasText: 'Cinema' }).click();
  await expect(panel(page, 'Cinema').getByText('O próprio usuário tem acesso.')).toBeVisible();

  // One report alone, from its row; what is taken away is what is seen.
  await page.keyboard.press('Escape');
  await page.getByLabel('Buscar nesta lista').fill('');
  // A row is asked only when the list that was searched has made way for the whole one.
  await expect(page.getByRole('row').filter({ hasText: 'Alice Prado' })).not.toHaveCount(0);
  await page
    .getByRole('row')
    .filter({ hasText: 'Norberto Dias' })
    .filter({ hasText: 'Cinema' })
    .getByRole('button', { name: 'Ações' })
    .click();
  await page.getByRole('menuitem', { name: 'Só este relatório' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Clima de Seattle' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Alice Prado' })).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('Norberto Dias;Cinema;Usuário;Vê;Todas as linhas');
  expect(file).not.toContain('Clima de Seattle');
});

test('a report is given to a group with a role in eight clicks, with nothing typed but a search, and its result is told before', async ({
  page,
  admin,
  reader,
  shelf,
  callAs,
}) => {
  const { call } = await callAs(admin);
  const group = await call(userGroups.add, { body: { name: 'Compradores' } });
  await call(userGroups.addMembers, { params: { id: group.id }, body: { membership_ids: [reader.membership_id] } });
  await shelf.publish({ name: sales, data_rule: 'rls', grants: [] });
  await signIn(page, admin, at);
  let clicks = 0;
  const click = async (what: Locator) => {
    await what.click();
    clicks += 1;
  };
  await click(row(page, sales));
  const access = objectPage(page, sales);
  const search = access.getByRole('combobox', { name: who });
  await click(search);
  await search.fill('compra');
  await click(access.getByRole('option', { name: /Compradores/ }));
  await click(access.getByRole('checkbox', { name: /^Região Sul/ }));
  const result = access.getByRole('region', { name: 'Resultado' });
  await expect(result.getByText('Compradores: 1 usuário')).toBeVisible();
  await expect(result.getByText('Conferido no Power BI: 1 usuário abre o relatório.')).toBeVisible();
  await expect(result.getByText(/^Não foi possível contar/)).toBeVisible();
  await click(access.getByRole('button', { name: 'Dar acesso' }));
  await expect(
    access.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Editar o acesso de Compradores' }) }),
  ).toContainText('Região Sul');
  expect(clicks).toBeLessThanOrEqual(8);
});

test('access is given and opened as somebody by keyboard alone, and a value that follows the user is a chip', async ({
  page,
  admin,
  reader,
  shelf,
}) => {
  await shelf.publish({ name: 'Clima de Seattle', data_rule: 'filter', grants: [] });
  await signIn(page, admin, at);
  await row(page, 'Clima de Seattle').click();
  const access = objectPage(page, 'Clima de Seattle');
  const { keyboard } = page;
  await access.getByRole('combobox', { name: who }).focus();
  await keyboard.type('celia');
  await expect(access.getByRole('option', { name: /Célia Prates/ })).toBeVisible();
  await keyboard.press('Enter');
  await access.getByRole('radio', { name: /^Por filtro/ }).focus();
  await keyboard.press('Tab');
  await expect(access.getByRole('combobox', { name: 'Coluna' })).toBeFocused();
  await keyboard.type('tempo');
  await expect(page.getByRole('option', { name: 'Tempo', exact: true })).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await access.getByRole('combobox', { name: 'Valores' }).focus();
  await keyboard.type('chu');
  await expect(access.getByRole('option', { name: /^chuva/i })).toBeVisible();
  await keyboard.press('Enter');
  const result = access.getByRole('region', { name: 'Resultado' });
  await expect(result.getByText('Célia Prates: 1 usuário, Tempo: 1 de 5')).toBeVisible();

  await result.getByRole('button', { name: 'Abrir como…' }).focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /Célia Prates/ })).toBeFocused();
  await keyboard.press('Enter');
  const simulation = page.getByRole('dialog', { name: /Você vê este relatório como Célia Prates/ });
  await expect(simulation.frameLocator('iframe').locator('main, [role=main], figure, table').first()).toBeAttached();
  await keyboard.press('Escape');
  await expect(simulation).toBeHidden();

  const follow = access.getByRole('group', { name: 'Conforme o usuário:' }).getByRole('button', { name: 'departamento do usuário' });
  await follow.focus();
  await keyboard.press('Enter');
  await expect(result.getByText('1 usuário ainda não abre o relatório: faltam as linhas dele.')).toBeVisible();
  await access.getByRole('button', { name: 'Tirar departamento do usuário da escolha' }).focus();
  await keyboard.press('Enter');
  await access.getByRole('button', { name: 'Dar acesso' }).focus();
  await keyboard.press('Enter');
  await expect(
    access.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Editar o acesso de ${reader.name}` }) }),
  ).toContainText(/Tempo: chuva/i);
});

test('a group gets a report from its own page by keyboard alone, and gives it back', async ({ page, admin, reader, shelf, callAs }) => {
  const { call } = await callAs(admin);
  const group = await call(userGroups.add, { body: { name: 'Compradores' } });
  await call(userGroups.addMembers, { params: { id: group.id }, body: { membership_ids: [reader.membership_id] } });
  await shelf.publish({ name: sales, data_rule: 'rls', grants: [] });
  await signIn(page, admin, { at: `/group_users/${group.id}?tab=access` });
  const access = objectPage(page, 'Compradores');
  const { keyboard } = page;
  await access.getByRole('combobox', { name: 'Qual relatório' }).focus();
  await keyboard.type('vendas');
  await expect(access.getByRole('option', { name: new RegExp(sales) })).toBeVisible();
  await keyboard.press('Enter');
  const role = access.getByRole('checkbox', { name: /^Região Sul/ });
  await expect(role).toBeVisible();
  await access.getByRole('radio', { name: /^Por função/ }).focus();
  await keyboard.press('Tab');
  while (!(await role.evaluate((box) => box === document.activeElement))) await keyboard.press('Tab');
  await keyboard.press('Space');
  const result = access.getByRole('region', { name: 'Resultado' });
  await expect(result.getByText('Compradores: 1 usuário, só as linhas da função Região Sul')).toBeVisible();
  await expect(result.getByText('Conferido no Power BI: 1 usuário abre o relatório.')).toBeVisible();
  await access.getByRole('radio', { name: /^Sem data final/ }).focus();
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await expect(access.getByRole('radio', { name: /^Fim do ano/ })).toBeChecked();
  await access.getByRole('button', { name: 'Dar acesso' }).focus();
  await keyboard.press('Enter');
  const given = access.getByRole('listitem').filter({ has: page.getByRole('link', { name: sales }) });
  await expect(given).toContainText('até 31/12/');
  await given.getByRole('button', { name: `Retirar ${sales}` }).focus();
  await keyboard.press('Enter');
  await expect(given).toHaveCount(0);
  await page.getByRole('button', { name: 'Desfazer' }).last().focus();
  await keyboard.press('Enter');
  await expect(given).toContainText('até 31/12/');
});

test('nothing stands in the way of anybody in the builder: open in light and dark, on the desk and in the hand', async ({
  page,
  admin,
  shelf,
}) => {
  const report = await shelf.publish({ name: sales, data_rule: 'rls', grants: [] });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (page.url() === 'about:blank') await signIn(page, admin, { at: `/management/report/${report.id}?tab=access` });
      else await page.goto(`/management/report/${report.id}?tab=access`);
      const access = objectPage(page, sales);
      await access.getByRole('combobox', { name: who }).fill('toda');
      await access.getByRole('option', { name: /Toda a unidade/ }).click();
      await access.getByRole('checkbox', { name: /^Região Sul/ }).check();
      await access.getByRole('radio', { name: /^Até uma data/ }).check();
      await expect(access.getByRole('region', { name: 'Resultado' }).getByText(/^Conferido no Power BI/)).toBeVisible();
      expect(await violations(page, 'all'), `${colorScheme}, ${viewport.width}`).toEqual([]);
      expect(await excessWidth(page)).toBe(0);
    }
  }
});

test('a reader asks for no assignments', async ({ reader, callAs, shelf }) => {
  const report = await shelf.publish({ name: 'Cinema' });
  const { call } = await callAs(reader);
  await expect(call(bulkAdd, { body: { report_ids: [report.id], receivers: [{ to: 'unit', to_id: null }] } })).rejects.toThrow(/403/);
});
