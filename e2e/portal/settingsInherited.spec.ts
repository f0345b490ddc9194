import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { signIn } from './support/signIn.ts';

const at = { at: '/signin?redirect=/setting' };
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Realizado com sucesso!' })).toBeVisible();
};

test('a setting of the unit goes back to what its partner says', async ({ page, admin, unit, database }) => {
  await signIn(page, admin, at);
  await page.getByRole('searchbox', { name: 'Buscar configuração' }).fill('nome do relatorio');
  const shown = page.getByRole('switch', { name: 'Mostrar o nome do relatório' });
  await expect(shown).toBeChecked();
  await expect(page.getByText('Valor próprio. O parceiro usa: desligado.')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar ao herdado' }).click();
  await expect(shown).not.toBeChecked();
  await save(page);
  const stored = await database.rows(`select value ? 'show_name_report' as own from tenant_setting where tenant_id = $1`, [unit.id]);
  expect(stored).toEqual([{ own: false }]);
});

test('a mail server is tried before it is saved, and what is wrong stands at its field', async ({ page, admin }) => {
  await signIn(page, admin, at);
  await page.getByLabel('Usar servidor de e-mail próprio').press('Space');
  const attempt = page.getByRole('button', { name: `Enviar e-mail de teste para ${admin.email}` });
  await attempt.click();
  await expect(page.getByText('Servidor é obrigatório!')).toBeVisible();
  await page.getByLabel('E-mail do remetente').fill('relatorios@unidade.example');
  await page.getByRole('textbox', { name: 'Servidor', exact: true }).fill('127.0.0.1');
  await page.getByRole('textbox', { name: 'Porta', exact: true }).fill('1');
  await attempt.click();
  await expect(page.getByText('O servidor recusou a conexão nesta porta.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Servidor', exact: true })).toHaveValue('127.0.0.1');
});

test('the welcome of a unit is looked at beforehand, and greets everybody once', async ({ page, browser, admin, reader }) => {
  const text = 'Os números do mês já estão no portal.';
  await signIn(page, admin, at);
  await page.getByLabel('Português (Brasil)').fill(text);
  await page.getByRole('button', { name: 'Ver em Português (Brasil)' }).click();
  const welcome = page.getByRole('dialog', { name: 'Bem-vindo' });
  await expect(welcome.getByText(text)).toBeVisible();
  await welcome.getByRole('button', { name: 'Continuar' }).click();
  await save(page);

  const second = await browser.newPage();
  await signIn(second, reader);
  const greeting = second.getByRole('dialog', { name: 'Bem-vindo' });
  await expect(greeting.getByText(text)).toBeVisible();
  await greeting.getByRole('button', { name: 'Continuar' }).click();
  await expect(greeting).toHaveCount(0);
  await second.close();
});

test('a partner says what its units inherit, and goes back to what the platform says', async ({ page }) => {
  await signIn(page, demoPeople.parceiro, { at: '/signin?redirect=/partner/setting' });
  await page.getByRole('searchbox', { name: 'Buscar configuração' }).fill('boas-vindas a quem');
  const invites = page.getByRole('switch', { name: 'E-mail de boas-vindas a quem é acrescentado' });
  await invites.press('Space');
  await save(page);
  await page.getByRole('searchbox', { name: 'Buscar configuração' }).fill('boas-vindas a quem');
  await expect(page.getByText('Valor próprio. A plataforma usa: desligado.')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar ao padrão' }).click();
  await expect(invites).not.toBeChecked();
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByRole('button', { name: 'Voltar ao padrão' })).toHaveCount(0);
});
