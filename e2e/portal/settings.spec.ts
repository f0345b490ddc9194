import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { Page } from '@playwright/test';
import { origin } from './support/addresses.ts';
import { panel } from './support/grid.ts';
import { expect, test } from './support/journey.ts';
import { fields, signIn } from './support/signIn.ts';
import { password } from './support/unit.ts';

const at = { at: '/signin?redirect=/setting' };
const save = (page: Page) => page.getByRole('button', { name: 'Salvar alterações' });
const done = (page: Page) => page.getByRole('status').filter({ hasText: 'Realizado com sucesso!' });

test('an administrator sets where people begin, and they begin there', async ({ page, browser, admin, reader }) => {
  await signIn(page, admin, at);
  await expect(page.getByRole('heading', { name: 'Configuração da unidade' })).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.getByRole('combobox', { name: 'Página inicial' }).click();
  await page.getByRole('option', { name: 'Todos os relatórios' }).click();
  await expect(page.getByText('Há alterações não salvas')).toBeVisible();
  await save(page).click();
  await expect(done(page)).toBeVisible();

  const second = await browser.newPage();
  await signIn(second, reader);
  await expect(second).toHaveURL(`${origin}/all/reports`);
  await second.close();
});

test('settings are found by their names', async ({ page, admin }) => {
  await signIn(page, admin, at);
  const search = page.getByRole('searchbox', { name: 'Buscar configuração' });
  await search.fill('duracao');
  await expect(page.getByLabel('Duração da sessão')).toBeVisible();
  await expect(page.getByLabel('Nome do remetente')).toHaveCount(0);
  await search.fill('xyzw');
  await expect(page.getByText('Nenhuma configuração com “xyzw”.')).toBeVisible();
});

test('a list of addresses that excludes its author warns, is on trial, and goes back by itself', async ({
  page,
  admin,
  unit,
  database,
}) => {
  await signIn(page, admin, at);
  await page.getByLabel('Só destes endereços').press('Space');
  await page.getByRole('button', { name: 'Acrescentar endereço' }).click();
  await page.getByRole('textbox', { name: 'Endereço 1' }).fill('203.0.113.0/24');
  await save(page).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Seu IP atual (127.0.0.1) está fora das faixas configuradas' });
  await question.getByRole('button', { name: 'Não' }).click();
  const stored = () =>
    database.rows(`select value->'ip' as ip, ip_probation_until is not null as trial from tenant_setting where tenant_id = $1`, [unit.id]);
  expect(await stored(), 'nothing is saved without a yes').toEqual([{ ip: null, trial: false }]);

  await save(page).click();
  await question.getByRole('button', { name: 'Sim' }).click();
  await expect.poll(stored).toEqual([{ ip: true, trial: true }]);
  await expect(page.getByRole('heading', { name: 'IP não permitido!' })).toBeVisible();

  await database.rows(`update tenant_setting set ip_probation_until = now() - interval '1 second' where tenant_id = $1`, [unit.id]);
  await page.getByRole('link', { name: 'Voltar para a entrada' }).click();
  await fields(page).email.fill(admin.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
});

test('what somebody else saved meanwhile is told, and the own changes can be kept', async ({ page, admin, unit, database }) => {
  await signIn(page, admin, at);
  await page.getByLabel('Duração da sessão').fill('12');
  await database.rows(
    `update tenant_setting set value = value || '{"show_name_report": false}', version = version + 1 where tenant_id = $1`,
    [unit.id],
  );
  await save(page).click();
  await expect(page.getByText('Outra pessoa salvou a configuração enquanto você editava.')).toBeVisible();
  await page.getByRole('button', { name: 'Manter minhas alterações' }).click();
  await expect(page.getByLabel('Mostrar o nome do relatório')).not.toBeChecked();
  await expect(page.getByLabel('Duração da sessão')).toHaveValue(/^12/);
  await save(page).click();
  const stored = () =>
    database.rows(`select value->'login_timeout' as hours, value->'show_name_report' as name from tenant_setting where tenant_id = $1`, [
      unit.id,
    ]);
  await expect.poll(stored).toEqual([{ hours: 12, name: false }]);
});

test('the mail password goes in and never comes out', async ({ page, admin }) => {
  const answers: string[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    void response.text().then(
      (text) => answers.push(text),
      () => undefined,
    );
  });
  await signIn(page, admin, at);
  await page.getByLabel('Usar servidor de e-mail próprio').press('Space');
  await page.getByLabel('Nome do remetente').fill('Relatórios');
  await page.getByLabel('E-mail do remetente').fill('relatorios@unidade.example');
  await page.getByRole('textbox', { name: 'Servidor', exact: true }).fill('mail.unidade.example');
  await page.getByLabel('Senha do servidor').fill('segredo-do-correio-7');
  await save(page).click();
  await expect(done(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Senha do servidor')).toHaveAttribute('placeholder', 'Guardado. Deixe em branco para manter.');
  await expect(page.getByLabel('Senha do servidor')).toHaveValue('');
  expect(answers.some((text) => text.includes('mail.unidade.example'))).toBe(true);
  expect(answers.filter((text) => text.includes('segredo-do-correio-7'))).toEqual([]);
});

test('a reader finds the own profile there, and nothing of the unit', async ({ page, reader }) => {
  await signIn(page, reader, at);
  const profile = page.getByRole('region', { name: 'Seu perfil' });
  await expect(profile.getByText(reader.email)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Configuração da unidade' })).toHaveCount(0);
  await profile.getByRole('combobox', { name: 'Idioma' }).click();
  await page.getByRole('option', { name: 'Português (Portugal)' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-PT');
});

test('the operator sees partners and counts, and no unit’s people', async ({ page }) => {
  await signIn(page, demoPeople.operador);
  await expect(page).toHaveURL(`${origin}/partners`);
  await page.getByRole('button', { name: 'Horizonte Analytics' }).click();
  const units = panel(page, 'Horizonte Analytics');
  await expect(units.getByText('Aurora Varejo')).toBeVisible();
  await expect(units.getByText('Serra Logística')).toBeVisible();
  await expect(units.getByText('Litoral Saúde')).toHaveCount(0);
  await page.keyboard.press('Escape');
  for (const path of ['/reports', '/management/report', '/all/reports', '/setting']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Página não encontrada' }), path).toBeVisible();
  }
});

test('a partner works in the units that are theirs', async ({ page }) => {
  await signIn(page, demoPeople.parceiro);
  await page.goto('/management/report');
  await expect(page.getByRole('heading', { name: 'Gestão de relatórios' })).toBeVisible();
  await page.goto('/partners');
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible();
});
