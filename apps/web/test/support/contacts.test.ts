/** Whom to ask is somebody: with name and address where somebody does not get on. */
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

test.each([
  ['on a refused screen', '/management/report', 'Você não tem permissão para acessar esta página.'],
  ['where there is no report', '/', 'Nenhum relatório para você ainda'],
])('a reader is told who administers the unit, %s', async (_where, path, heading) => {
  const unit = await world.unit();
  const [admin, reader] = [await unit.person('admin'), await unit.person('user')];
  const { screen } = await openScreen(path, reader);
  await screen.findByRole('heading', { name: heading });
  const address = await screen.findByRole('link', { name: admin.email });
  expect(address.getAttribute('href')).toBe(`mailto:${admin.email}`);
  await screen.findByText(admin.name);
});

test('the help tells a reader the administrators, an administrator the partner', async () => {
  const partner = await world.partner({ partner: { name: 'Horizonte Dados' } });
  const unit = await partner.unit();
  const [admin, reader] = [await unit.person('admin'), await unit.person('user')];
  const { screen } = await openScreen('/account', reader);
  await screen.click('button', 'Ajuda');
  await screen.click('menuitem', 'Ajuda desta tela');
  await screen.findByRole('link', { name: admin.email });
  const { screen: hers } = await openScreen('/account', admin);
  await hers.click('button', 'Ajuda');
  await hers.click('menuitem', 'Ajuda desta tela');
  await hers.findByText('Parceiro: Horizonte Dados');
});
