/** The second step in several browsers of one person: changes in one end or inform the others. */
import { expect, test } from '../harness/journey.ts';
import { code, codeOf, enter, inside, require2fa, setUpApp } from '../harness/secondFactor.ts';
import { fields } from '../harness/signIn.ts';

test('a set-up that was left open in another browser ends once the person has a second step', async ({
  page,
  browser,
  database,
  unit,
  reader,
}) => {
  await require2fa(database, unit.id);
  const other = await browser.newPage();
  await enter(other, reader.email);
  await other.getByRole('button', { name: /Aplicativo autenticador/ }).click();
  await expect(code(other)).toBeVisible();

  await enter(page, reader.email);
  await setUpApp(page);
  await page.getByRole('button', { name: 'Já guardei, continuar' }).click();
  await inside(page);

  await code(other).fill('123456');
  await other.getByRole('button', { name: 'Confirmar' }).click();
  await expect(other.getByText('O tempo para confirmar acabou').first()).toBeVisible();
  await enter(other, reader.email);
  await expect(other.getByRole('heading', { name: 'Confirme que é você' }), 'what was set up is asked for').toBeVisible();
  await other.close();
});

test('a browser that is trusted is spared the second step, until that is taken back in the account', async ({
  page,
  database,
  unit,
  reader,
}) => {
  await require2fa(database, unit.id);
  await database.rows('update tenant_setting set trusted_devices = true where tenant_id = $1', [unit.id]);
  await enter(page, reader.email);
  const { secret } = await setUpApp(page);
  await page.getByRole('button', { name: 'Já guardei, continuar' }).click();
  await inside(page);
  const leave = async () => {
    await page.getByRole('button', { name: /^Sua conta/ }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await expect(fields(page).email).toBeVisible();
  };
  await leave();
  await enter(page, reader.email);
  await page.getByRole('checkbox', { name: 'Não pedir de novo neste navegador por 30 dias' }).check();
  await code(page).fill(codeOf(secret, 1));
  await inside(page);
  await leave();
  await enter(page, reader.email);
  await inside(page);
  await page.goto('/account?section=security');
  const device = page.getByRole('listitem').filter({ hasText: 'sem segunda etapa até' });
  await device.getByRole('button', { name: 'Esquecer' }).click();
  await expect(device).toHaveCount(0);
  await leave();
  await enter(page, reader.email);
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible();
});
