/** Screens that a unit hides from everybody, from a role, and from a person. */
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const forbidden = 'Você não tem permissão para acessar esta página.';
const { world, openScreen } = await openScreens();

test('what a unit hides from all, from a role and from a person is in no menu and does not open', async () => {
  const { unit, admin } = await sceneIn(world);
  const { screen, reload } = await openScreen('/setting', admin);
  await screen.fill('Buscar configuração', 'telas ocultas');
  await screen.choose(/^Telas ocultas para todos/, 'Playlists');
  await screen.choose(/^Telas ocultas para leitores/, 'Catálogo');
  await screen.click('button', 'Salvar alterações');
  await screen.findByText('Realizado com sucesso!');
  await reload('/');
  const menu = () => screen.findByRole('navigation', { name: 'Menu principal' });
  const entries = async () => (await menu()).textContent;
  expect(await entries()).toContain('Catálogo');
  await expect.poll(entries).not.toContain('Playlists');

  const person = await unit.person('user', { membership: { hidden_menu: ['all_reports'] } });
  const reader = await openScreen('/catalogs', person);
  await reader.screen.findByRole('heading', { name: forbidden });
  const ofReader = (await reader.screen.findByRole('navigation', { name: 'Menu principal' })).textContent;
  for (const hidden of ['Catálogo', 'Playlists', 'Relatórios']) expect(ofReader).not.toContain(hidden);
  for (const path of ['/playlists', '/all/reports']) {
    await reader.reload(path);
    await reader.screen.findByRole('heading', { name: forbidden });
  }
  await reader.reload('/setting');
  await reader.screen.findByRole('heading', { name: 'Configurações' });
});
