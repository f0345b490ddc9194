/** The link of a screen on a wall: whose rows it shows. */
import { links } from '@vitrine/contract/playlists/playlists.ts';
import { addPlaylist, playlistScene } from '@vitrine/api/test/harness/playlists.ts';
import { openPublishingWorld } from '@vitrine/api/test/harness/publishing.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);

async function newLink(sample: 'sales' | 'weather') {
  const scene = await playlistScene(world);
  const report = await scene.publish({ sample }, [{ to: 'unit', ...(sample === 'sales' ? { rls_roles: ['Região Sul'] } : {}) }]);
  const playlist = await addPlaylist(scene.admin, [report], { shared: true });
  if (sample === 'sales')
    await expect
      .poll(async () => (await scene.admin.call(reportAccess.model, { params: { id: report.id } })).roles_from, { timeout: 20_000 })
      .toBe('model');
  const { screen } = await openScreen(`/playlists?screens=${playlist.id}`, scene.administrator);
  const panel = await screen.dialog('Parede · Telas');
  // The panel takes the focus once it is open.
  await expect.poll(() => panel.element.contains(document.activeElement)).toBe(true);
  await screen.click('button', 'Novo link de tela');
  await screen.fill('Nome do lugar', 'Recepção');
  await screen.fill('Com o acesso de', scene.ana.email);
  await screen.click('option', new RegExp(scene.ana.email));
  const saved = async () => (await scene.admin.call(links, { params: { id: playlist.id } })).data;
  return { ...scene, screen, saved };
}

test('a screen shows the rows of roles that are picked from the model of its reports', async () => {
  const { screen, ana, saved } = await newLink('sales');
  await screen.click('radio', /^Por função/);
  await screen.click('button', 'Adicionar');
  await screen.findByText('Escolha pelo menos uma função.');
  await screen.click('checkbox', /^Região Norte/);
  await screen.click('button', 'Adicionar');
  await screen.findByText('Copie o endereço agora: ele não será mostrado de novo.');
  expect(await saved()).toMatchObject([{ identity: { username: ana.email, roles: ['Região Norte'] } }]);
});

test('without roles in its reports a screen shows what its owner sees, and asks for nothing else', async () => {
  const { screen, saved } = await newLink('weather');
  await screen.click('button', 'Adicionar');
  await screen.findByText('Copie o endereço agora: ele não será mostrado de novo.');
  expect(screen.queryByRole('radio', { name: /^Por função/ })).toBeNull();
  expect(await saved()).toMatchObject([{ identity: null }]);
});
