/** A query is written with the names of the model by the keyboard alone, and answers with its first rows; without the editor it is typed. */
import type { Page } from '@playwright/test';
import { panel } from '../harness/grid.ts';
import { violations } from '../harness/inspection.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

/** The list takes a key once it has stood for a moment, so that nobody chooses what was not seen. */
async function take(page: Page): Promise<void> {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((shown) => performance.now() - shown > 200, since);
  await page.keyboard.press('Enter');
}

test('an administrator writes a query with suggestions of the model and sees ten rows of it', async ({ page, admin, shelf }) => {
  await shelf.publish({ name: 'Automóveis de 1970 a 1982', title: 'Frota antiga' });
  await signIn(page, admin, { at: '/auto_actions?task=new' });
  const form = panel(page, 'Nova tarefa');
  await form.getByRole('textbox', { name: 'Nome' }).fill('Modelos por ano');
  await form.getByRole('combobox', { name: 'Relatório' }).pressSequentially('Frota');
  await expect(form.getByRole('option', { name: /Frota antiga/ })).toBeVisible();
  const model = page.waitForResponse((answer) => answer.url().includes('/api/task_questions/model'));
  await page.keyboard.press('Enter');
  const { measures, columns } = (await (await model).json()) as Record<'measures' | 'columns', { table: string; name: string }[]>;
  const [measure, column] = [measures[0]?.name ?? '', columns.find(({ name }) => /ano|origem|nome/i.test(name)) ?? columns[0]];

  const editor = form.getByRole('textbox', { name: 'Consulta DAX' });
  await editor.focus();
  await page.keyboard.type(`EVALUATE ADDCOLUMNS(TOPN(12, '${column?.table.slice(0, 3)}`);
  const list = form.getByRole('listbox', { name: 'Sugestões' });
  await expect(list.getByRole('option', { name: `'${column?.table}' tabela` })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Space');
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  // Arrows move the list while the editor keeps the focus, which the rule about what scrolls knows of comboboxes alone.
  expect((await violations(page, 'all')).filter((one) => !one.startsWith('scrollable-region-focusable: #cm-ac-'))).toEqual([]);
  await take(page);
  await expect(editor).toHaveText(`EVALUATE ADDCOLUMNS(TOPN(12, '${column?.table}'`);
  await page.keyboard.type(`), "total", [${measure.slice(0, 4)}`);
  await expect(list.getByRole('option', { name: `[${measure}] medida` })).toBeVisible();
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await take(page);
  await page.keyboard.type(')');
  await expect(editor).toContainText(`"total", [${measure}])`);
  // Tab is not a letter here: the next field has the focus.
  await page.keyboard.press('Tab');
  await expect(editor).not.toBeFocused();
  await form.getByRole('button', { name: 'Testar a consulta' }).press('Enter');
  await expect(form.getByText(/12 linhas\.$/)).toBeVisible();
  await expect(form.getByRole('region', { name: 'Primeiras linhas da resposta' }).locator('tbody tr')).toHaveCount(10);

  await editor.fill('EVALUATE\nROW("x", FROBNICATE(1))');
  await form.getByRole('button', { name: 'Testar a consulta' }).click();
  await expect(form.getByText(/O Power BI recusou a consulta/)).toBeVisible();
  await expect(form.locator('.dax-fault')).toHaveText('FROBNICATE');
});

test('where the editor does not come, the query is typed into a plain field', async ({ page, admin, shelf }) => {
  await page.route('**/assets/queryEditor-*.js', (route) => route.abort());
  await shelf.publish({ name: 'Automóveis de 1970 a 1982', title: 'Frota antiga' });
  await signIn(page, admin, { at: '/auto_actions?task=new' });
  const form = panel(page, 'Nova tarefa');
  await form.getByRole('combobox', { name: 'Relatório' }).pressSequentially('Frota');
  await expect(form.getByRole('option', { name: /Frota antiga/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await form.locator('textarea[data-path="query"]').fill('EVALUATE ROW("total", 41)');
  await form.getByRole('button', { name: 'Testar a consulta' }).click();
  await expect(form.getByText('Valor comparado: 41. Uma linha.')).toBeVisible();
});
