/** What the operator says after signing in: written, looked at as it will be, and read by somebody of a unit. */
import * as platformWelcome from '@vitrine/contract/settings/platformWelcome.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

test('a text is written, looked at and saved; nothing is lost when somebody else was faster', async () => {
  const operator = await world.operator();
  const { screen } = await openScreen('/platform/welcome', operator);
  await screen.fill('Português (Brasil)', 'Bem-vindo ao portal.');
  await screen.click('button', 'Ver em Português (Brasil)');
  const dialog = await screen.dialog('Bem-vindo');
  await dialog.findByText('Bem-vindo ao portal.');
  await dialog.click('button', 'Continuar');
  await screen.click('button', 'Salvar alterações');
  await screen.findByText('Texto guardado. Todos o leem na próxima vez que entrarem.');
  const browser = await world.signIn(operator);
  const saved = await browser.call(platformWelcome.get, {});
  expect([saved.message_ptbr, saved.message_en]).toEqual(['Bem-vindo ao portal.', null]);

  await browser.call(platformWelcome.save, { body: { ...saved, message_es: 'Bienvenido.' } });
  await screen.fill('English', 'Welcome.');
  await screen.click('button', 'Salvar alterações');
  await screen.findByText(/Outra pessoa/);
  expect((await screen.field('English')).value).toBe('Welcome.');
});
