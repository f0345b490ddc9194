/** Setting a second factor up where a sign-in demands it, also on a phone that forgets the page meanwhile. */
import { secondStepsIn } from '@vitrine/api/test/harness/secondSteps.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();
const { codeOf, strictUnit } = secondStepsIn(world);

test('a page that was loaded anew still asks for the code of the key that was scanned', async () => {
  const person = await (await strictUnit()).person('user', { person: { name: 'Célia Prates' } });
  const { screen, address, reload } = await openScreen('/signin?redirect=%2Fall%2Freports', null);
  await screen.fill('E-mail', person.email);
  await screen.fill('Senha', person.password);
  await screen.click('button', 'Entrar');
  await screen.click('button', /^Aplicativo autenticador/);
  const key = () => (screen.element.querySelector('details code')?.textContent ?? '').replaceAll(' ', '');
  await expect.poll(key).toMatch(/^\w{16,}$/);
  const scanned = key();

  await reload();
  await screen.field('Código que o aplicativo mostra');
  expect(address()).toBe('/config/2fa?redirect=%2Fall%2Freports');
  expect(key()).toBe(scanned);
  await screen.fill('Código que o aplicativo mostra', codeOf(scanned));
  await screen.click('button', 'Confirmar');
  await screen.click('button', /continuar/i);
  await screen.findByRole('heading', { name: 'Relatórios' });
  expect(address()).toBe('/all/reports');
});
