/** Notices on this device: what the panel says of a browser that cannot, may not, or has not been asked, and the devices that are there. */
import { getChoice } from '@vitrine/contract/notifications/notifications.ts';
import * as contract from '@vitrine/contract/notifications/pushDevices.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();
afterEach(() => vi.unstubAllGlobals());

/** A browser of which the permission is what somebody said earlier. */
function canPush(permission: 'default' | 'denied'): void {
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', { permission, requestPermission: async () => 'denied' });
  const serviceWorker = { register: async () => undefined, getRegistration: async () => undefined };
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, {
      get: (of, name) => (name === 'serviceWorker' ? serviceWorker : Reflect.get(of, name)),
      has: (of, name) => name === 'serviceWorker' || name in of,
    }),
  );
}

const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
const panelOf = async (person: Parameters<typeof openScreen>[1]) => {
  const { screen } = await openScreen('/notifications?choice=open', person);
  return screen.dialog('Como quero ser avisado');
};

test('a browser that cannot show notices is told so, and nothing is offered', async () => {
  const { reader } = await sceneIn(world);
  const panel = await panelOf(reader);
  await panel.findByText('Este navegador não mostra avisos de sites.');
  expect(panel.queryByRole('button', { name: 'Receber avisos neste aparelho' })).toBeNull();
});

test('a browser that blocks them says where to allow them', async () => {
  const { reader } = await sceneIn(world);
  canPush('denied');
  const panel = await panelOf(reader);
  await panel.findByText(/O navegador está bloqueando os avisos/);
  expect(panel.queryByRole('button', { name: 'Receber avisos neste aparelho' })).toBeNull();
});

test('nobody is asked before the click, and whoever says no is told nothing of a device', async () => {
  const { reader } = await sceneIn(world);
  canPush('default');
  const panel = await panelOf(reader);
  await panel.click('button', 'Receber avisos neste aparelho');
  const browser = await world.signIn(reader);
  expect((await browser.call(contract.list, {})).devices).toEqual([]);
  expect(panel.queryByText('Este aparelho passa a receber avisos.')).toBeNull();
});

test('devices are listed in the panel and in the account, and switched off from there', async () => {
  const { reader } = await sceneIn(world);
  const browser = await world.signIn(reader);
  await browser.call(contract.add, { body: { endpoint: 'http://127.0.0.1:9/one', keys } });
  const panel = await panelOf(reader);
  await panel.findByText(/^Ligado /);
  const { screen } = await openScreen('/account?section=security', reader);
  await screen.click('button', /^Desligar os avisos/);
  await screen.findByText('Esse aparelho não recebe mais avisos.');
  expect((await browser.call(contract.list, {})).devices).toEqual([]);
});

test('topics are kept from devices one by one; what is not in the portal comes to none', async () => {
  const { reader } = await sceneIn(world);
  const panel = await panelOf(reader);
  await panel.click('checkbox', 'Relatórios novos para mim: nos aparelhos');
  await panel.click('checkbox', 'Telas que pararam: no portal');
  expect(panel.getByRole<HTMLInputElement>('checkbox', { name: 'Telas que pararam: nos aparelhos' }).disabled).toBe(true);
  expect(panel.getByRole<HTMLInputElement>('checkbox', { name: 'Respostas sobre meus dados: nos aparelhos' }).checked).toBe(true);
  await panel.click('button', 'Salvar alterações');
  const browser = await world.signIn(reader);
  await expect.poll(async () => (await browser.call(getChoice, {})).not_by_push).toEqual(['reports']);
});
