/** Capacities: one comes in, is started, gets hours and a pause of its own; the planner proposes better ones; readers have no such screen. */
import * as reportingAccounts from '@vitrine/contract/reports/reportingAccounts.ts';
import * as accessHours from '@vitrine/contract/settings/accessHours.ts';
import { demoSubscription } from '@vitrine/emulator/definitions/demo.ts';
import { makeCapacity } from '../harness/capacity.ts';
import { objectPage, panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { localAccount } from '../harness/publishing.ts';
import { signIn } from '../harness/signIn.ts';

test('an administrator adds a capacity, starts it, binds a calendar to it and reads what happened', async ({ page, admin, callAs }) => {
  test.slow();
  const { name, pause } = await makeCapacity();
  await pause();
  const { call } = await callAs(admin);
  const { subscription_id } = demoSubscription;
  await call(reportingAccounts.add, { body: { name: 'Conta principal', ...localAccount, subscription_id } });
  const hours = { ranges: [1, 2, 3, 4, 5].map((day) => ({ day, start: '08:00', end: '18:00' })), holidays: [], active: true };
  await call(accessHours.add, { body: { name: 'Comercial', ...hours, user_group_ids: [], membership_ids: [] } });

  await signIn(page, admin, { at: '/powerbi/resources' });
  await page.getByRole('main').getByRole('button', { name: 'Nova capacidade' }).first().click();
  const add = panel(page, 'Nova capacidade');
  // The only account is chosen already, and tells what it sees.
  await add.getByRole('button', { name: `Usar ${name}` }).click();
  await expect(add.getByLabel('Nome da capacidade')).toHaveValue(name);
  await add.getByRole('button', { name: 'Adicionar' }).click();
  await row(page, name).getByRole('link', { name }).click();

  const opened = objectPage(page, name);
  await expect(opened.getByText('Pausada').first()).toBeVisible();
  await opened.getByRole('button', { name: 'Ligar', exact: true }).click();
  // The dialog begins at what is asked: the keyboard is enough.
  await expect(panel(page, `Ligar “${name}”?`).getByText(/por hora/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(opened.getByText('Ligada', { exact: true }).first()).toBeVisible({ timeout: 60_000 });

  await opened.getByRole('tab', { name: 'Horários' }).click();
  await opened.getByRole('switch', { name: /^Seguir os calendários/ }).click();
  await opened.getByRole('combobox', { name: 'Calendários' }).click();
  await page.getByRole('option', { name: 'Comercial' }).click();
  await page.keyboard.press('Escape');
  await opened.getByRole('switch', { name: /^Pausar sozinha/ }).click();
  await opened.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Horários da capacidade alterados.')).toBeVisible();
  await expect(opened.getByRole('list', { name: 'Próximas mudanças' }).getByRole('listitem').first()).toBeVisible();

  await opened.getByRole('tab', { name: 'Histórico' }).click();
  const acts = opened.getByRole('list', { name: 'O que aconteceu' });
  await expect(acts.getByRole('listitem').filter({ hasText: admin.name })).toContainText('Feito');
});

test('a reader without the right has neither the entry nor the address', async ({ page, reader }) => {
  await signIn(page, reader, { at: '/powerbi/resources' });
  await expect(page.locator('[data-page="forbidden"]')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Capacidades' })).toHaveCount(0);
});
