import { add } from '@vitrine/contract/people/users.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

// The browser speaks American English, the portal Brazilian Portuguese.
test.use({ locale: 'en-US' });

test('a date is DD/MM/YYYY with weeks from Sunday in any browser, typed or picked by keyboard', async ({ page, admin }) => {
  await signIn(page, admin, { at: '/user?user=new' });
  const panel = page.getByRole('dialog', { name: 'Novo usuário' });
  await panel.getByRole('textbox', { name: /^Nome/ }).fill('Dália Prestes');
  await panel.getByRole('textbox', { name: /^E-mail/ }).fill(`dalia-${Date.now()}@unidade.example`);
  const day = panel.getByLabel('Data de bloqueio');
  await day.fill('3/4/2031');
  await day.press('Tab');
  await expect(day).toHaveValue('03/04/2031');
  await day.press('ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Calendário' });
  await expect(calendar.getByRole('button', { name: '03/04/2031' })).toBeFocused();
  await expect(calendar.getByRole('columnheader').first()).toHaveText('dom');
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(day, 'Escape closes the calendar alone').toBeFocused();
  await day.press('ArrowDown');
  await expect(calendar.getByRole('button', { name: '03/04/2031' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(day).toHaveValue('04/04/2031');
  const sent = page.waitForRequest((request) => request.method() === add.method && new URL(request.url()).pathname === add.path);
  await panel.getByRole('button', { name: 'Adicionar' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ block_on: '2031-04-04' });
});
