import type { Page } from '@playwright/test';
import { origin } from '../harness/addresses.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn, signInByForm } from '../harness/signIn.ts';

const at = { at: '/setting' };
const save = (page: Page) => page.getByRole('button', { name: 'Salvar alterações' });
const done = (page: Page) => page.getByRole('status').filter({ hasText: 'Configurações salvas' });

test('an administrator sets where people begin, and they begin there', async ({ page, browser, admin, reader }) => {
  await signIn(page, admin, at);
  await expect(page.getByRole('heading', { name: 'Geral' })).toBeVisible();
  await expect(save(page), 'there is nothing to save').toBeHidden();
  await page.getByRole('combobox', { name: 'Página inicial' }).click();
  await page.getByRole('option', { name: 'Todos os relatórios' }).click();
  await expect(page.getByText('Há alterações não salvas')).toBeVisible();
  await save(page).click();
  await expect(done(page)).toBeVisible();

  const second = await browser.newPage();
  await signInByForm(second, reader);
  await expect(second).toHaveURL(`${origin}/all/reports`);
  await second.close();
});

test('a setting is found and changed by keyboard, on a phone as well, and unsaved changes are asked about', async ({ page, admin }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, admin, at);
  await expect(page.getByRole('heading', { name: 'Geral' }), 'the index comes first').toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Buscar configuração' })).toBeFocused();
  await page.keyboard.type('AGUA nos relatorios');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const watermark = page.getByRole('switch', { name: /^Marca-d’água/ });
  await expect(watermark).toBeFocused();
  await page.keyboard.press('Space');
  await expect(save(page)).toBeVisible();
  await page.getByRole('link', { name: 'Configurações', exact: true }).filter({ visible: true }).first().press('Enter');
  await page.getByRole('button', { name: 'Não', exact: true }).click();
  await expect(watermark, 'nothing is lost').toBeChecked();
  await save(page).click();
  await expect(done(page)).toBeVisible();
  await page.reload();
  await expect(watermark).toBeChecked();
});

test('nothing moves while a section comes', async ({ page, admin }) => {
  await signIn(page, admin, { at: '/setting?section=reports' });
  await page.evaluate(() => {
    const seen = { shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await expect(page.getByLabel('Mostrar o nome do relatório')).toBeVisible();
  await page.getByRole('navigation', { name: 'Configurações' }).getByRole('link', { name: 'Senhas' }).click();
  await expect(page.getByRole('switch', { name: /^Regras próprias de senha/ })).toBeVisible();
  // The script that was put into the page keeps it there, which no type of the page says.
  expect(await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)).toBeLessThanOrEqual(0.01);
});

test('the palette finds a setting by its name and opens it; a reader finds the own ones only', async ({ page, browser, admin, reader }) => {
  const found = async (at: Page, words: string) => {
    await at.keyboard.press('Control+k');
    await at.keyboard.type(words);
    return at.getByRole('group', { name: 'Configurações' }).getByRole('option');
  };
  await signIn(page, admin);
  await expect((await found(page, 'duracao da sessao')).first()).toContainText('Configurações › Geral');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Duração da sessão', { exact: true })).toBeFocused();

  const second = await browser.newPage();
  await signIn(second, reader);
  await expect(await found(second, 'sess')).toHaveText([/Sessões abertas/]);
  await second.getByRole('option', { name: /Sessões abertas/ }).click();
  await expect(second.getByRole('heading', { name: 'Sessões abertas' })).toBeInViewport();
  await second.close();
});
