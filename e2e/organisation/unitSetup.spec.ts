/** A partner rolls the set-up of one unit out to two others, and sees the difference vanish. */
import { demoPeople } from '@vitrine/api/demo/people.ts';
import * as faq from '@vitrine/contract/support/faq.ts';
import * as groups from '@vitrine/contract/people/userGroups.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';
import { makeUnit } from '../harness/unit.ts';

test('from the page of a unit to two others: downloaded, compared, applied, and equal', async ({ page, database, callAs }) => {
  const [source, one, two] = [await makeUnit(database), await makeUnit(database), await makeUnit(database)];
  const { call } = await callAs(await source.person('Ana Prado', 'admin'));
  await call(groups.add, { body: { name: 'Lojas', description: 'Quem vende' } });
  await call(faq.add, { body: { topic: 'access', question: { 'pt-BR': 'Como entro?' }, answer: { 'pt-BR': 'Com a senha.' } } });
  const old = await callAs(await one.person('Bia Lopes', 'admin'));
  await old.call(groups.add, { body: { name: 'Lojas', description: 'Vendas' } });

  await signIn(page, demoPeople.parceiro, { at: `/companies/${source.id}` });
  await page.getByRole('article').getByRole('button', { name: 'Ações', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Estrutura da unidade' }).click();
  await expect(page.getByRole('heading', { name: 'Estrutura da unidade', level: 1 })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar arquivo' }).click();
  expect((await download).suggestedFilename()).toBe(`${source.name}.json`);

  for (const { name } of [one, two]) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Comparar' }).click();
  const result = page.getByRole('region', { name: 'O que mudaria' });
  await expect(result.locator('del', { hasText: 'Vendas' })).toBeVisible();
  await expect(result.getByText('Como entro?')).toHaveCount(2);
  await result.getByRole('button', { name: 'Aplicar em 2 unidades' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aplicar', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Aplicação' }).getByText('Aplicada')).toHaveCount(2);

  await page.getByRole('button', { name: 'Comparar' }).click();
  await expect(result.locator('summary').getByText('Nada a alterar')).toHaveCount(2);
  await expect(result.getByRole('button', { name: 'Aplicar' })).toBeDisabled();
});
