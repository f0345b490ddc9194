/** The analysis of the demo: a partner looks at its units, takes numbers away, and goes into one of them with the keyboard. */
import { demoPeople, demoUnits } from '@vitrine/api/demo/people.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test('a partner reads charts and tables of its units, saves one as a file, and opens a unit without a mouse', async ({ page }) => {
  await signIn(page, demoPeople.parceiro, { at: '/analyze' });
  const main = page.getByRole('main');
  const { aurora, litoral } = demoUnits;
  const hours = main.getByRole('img', { name: 'Aberturas por dia da semana e hora' });
  await hours.scrollIntoViewIfNeeded();
  await expect(hours.locator('svg')).toBeVisible();
  const units = main.getByRole('region', { name: 'Unidades' });
  await expect(units.getByRole('link', { name: aurora.name })).toBeVisible();
  await expect(units.getByText(litoral.name)).toHaveCount(0);

  const download = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Salvar CSV: Unidades' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file).toContain(aurora.name);
  expect(file).not.toContain(litoral.name);

  const card = main.locator('section', { has: page.getByRole('heading', { name: 'Usuários ativos por dia, semana e mês' }) });
  await card.getByRole('button', { name: 'Ver como tabela' }).press('Enter');
  await expect(card.getByRole('columnheader', { name: 'Em 30 dias' })).toBeVisible();

  await units.getByRole('link', { name: aurora.name }).press('Enter');
  await expect(main.getByRole('heading', { level: 1, name: aurora.name })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`unit=${aurora.id}`));
  await expect(main.getByRole('region', { name: 'Relatórios mais abertos' }).getByRole('row').nth(1)).toBeVisible();
  await main.getByRole('link', { name: 'Todas as unidades' }).press('Enter');
  await expect(units).toBeVisible();
});
