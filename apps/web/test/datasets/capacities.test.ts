/** Capacities: how one comes in, what is told before it is started, its hours, and where readers are led. */
import { openPublishingWorld } from '@vitrine/api/test/harness/publishing.ts';
import { demoAccount } from '@vitrine/api/test/harness/reportingService.ts';
import * as contract from '@vitrine/contract/datasets/capacities.ts';
import * as reportingAccounts from '@vitrine/contract/reports/reportingAccounts.ts';
import * as accessHours from '@vitrine/contract/settings/accessHours.ts';
import { demoSubscription } from '@vitrine/emulator/definitions/demo.ts';
import { createArm } from '@vitrine/powerbi/arm.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';
import type { Scene } from '../harness/scene.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, service } = await openPublishingWorld();
const openScreen = screensOf(world);
const { application_id: client_id, directory_id: tenant_id, secret_value: client_secret } = demoAccount;
const { capacities } = createArm({ addresses: service.addresses, credentials: { tenant_id, client_id, client_secret } });
const { subscription_id, resource_group } = demoSubscription;
const name = 'vitrinefabric1';

const account = ({ asAdmin }: Pick<Scene, 'asAdmin'>) =>
  asAdmin.call(reportingAccounts.add, { body: { name: 'Conta', ...demoAccount, subscription_id } });

async function withCapacity() {
  const scene = await sceneIn(world);
  const { id: account_id } = await account(scene);
  const { id } = await scene.asAdmin.call(contract.add, {
    body: { account_id, name, resource_group, subscription_id, sku: 'F2', current: false },
  });
  return { ...scene, id };
}

test('one that the account sees in Azure is taken into the form and added', async () => {
  const scene = await sceneIn(world);
  await account(scene);
  const { screen } = await openScreen('/powerbi/resources?capacity=new', scene.admin);
  const add = await screen.dialog('Nova capacidade');
  await add.click('button', `Usar ${name}`);
  await add.click('button', 'Adicionar');
  await screen.findByText(`Capacidade ${name} adicionada.`);
  const { data } = await scene.asAdmin.call(contract.list, {});
  expect(data.map((row) => [row.name, row.resource_group])).toEqual([[name, resource_group]]);
});

test('a name that Azure would not take is told at its field', async () => {
  const scene = await sceneIn(world);
  await account(scene);
  const { screen } = await openScreen('/powerbi/resources?capacity=new', scene.admin);
  const add = await screen.dialog('Nova capacidade');
  await add.fill('Nome da capacidade', '9 com espaço');
  await add.click('button', 'Adicionar');
  await add.findByText(/Nome da capacidade.*inválido/);
  expect((await scene.asAdmin.call(contract.list, {})).data).toEqual([]);
});

test('before it is started, its price is told; a dialog that is left starts nothing', async () => {
  const { admin, asAdmin, id } = await withCapacity();
  await capacities.suspend({ provider: 'Microsoft.Fabric', subscription_id, resource_group, name });
  service.clock.advance(60_000);
  await asAdmin.call(contract.look, { params: { id } });
  const { screen } = await openScreen(`/powerbi/resources/${id}`, admin);
  await screen.object(name);
  await screen.click('button', 'Ligar');
  const first = await screen.dialog(`Ligar “${name}”?`);
  await first.findByText(/custa cerca de US\$.* por hora/);
  await first.click('button', 'Cancelar');
  expect((await asAdmin.call(contract.history, { params: { id } })).acts).toEqual([]);
  await screen.click('button', 'Ligar');
  await (await screen.dialog(`Ligar “${name}”?`)).click('button', 'Ligar');
  await screen.findByText(`${name} está sendo ligada.`);
  const { acts } = await asAdmin.call(contract.history, { params: { id } });
  expect(acts.map(({ kind, source, by }) => [kind, source, by])).toEqual([['resume', 'person', admin.name]]);
});

test('the calendars of the unit become its hours; a time without use below 15 minutes is refused at its field', async () => {
  const { admin, asAdmin, id } = await withCapacity();
  const hours = { ranges: [{ day: 1, start: '08:00', end: '18:00' }], holidays: [], active: true, user_group_ids: [], membership_ids: [] };
  const shift = await asAdmin.call(accessHours.add, { body: { name: 'Comercial', ...hours } });
  const { screen } = await openScreen(`/powerbi/resources/${id}?tab=hours`, admin);
  await screen.click('switch', /^Seguir os calendários/);
  await screen.choose('Calendários', 'Comercial');
  await screen.click('switch', /^Pausar sozinha/);
  await screen.fill('Tempo sem uso até a pausa', '5');
  await screen.click('button', 'Salvar alterações');
  await screen.findByText(/Tempo sem uso até a pausa.*15/);
  await screen.fill('Tempo sem uso até a pausa', '30');
  await screen.click('button', 'Salvar alterações');
  await screen.findByText('Horários da capacidade alterados.');
  const { rule } = await asAdmin.call(contract.get, { params: { id } });
  expect(rule).toMatchObject({ use_schedule: true, auto_pause: true, inactive_minutes: 30 });
  expect(rule.shifts.map((one) => one.id)).toEqual([shift.id]);
});

test('taken out of the portal by its typed name, it stays in Azure', async () => {
  const { admin, asAdmin, id } = await withCapacity();
  const { screen } = await openScreen(`/powerbi/resources/${id}`, admin);
  await screen.object(name);
  await screen.click('button', 'Ações');
  await screen.click('menuitem', 'Excluir');
  const confirm = await screen.dialog(`Excluir “${name}”?`);
  await confirm.fill('Para confirmar, digite o nome abaixo:', name.toUpperCase());
  await confirm.click('button', 'Excluir');
  await screen.findByText(`Capacidade ${name} retirada do portal.`);
  expect((await asAdmin.call(contract.list, {})).data).toEqual([]);
  expect((await capacities.get({ provider: 'Microsoft.Fabric', subscription_id, resource_group, name })).name).toBe(name);
});

test('a reader who may start capacities is led to those of their reports; another one is refused', async () => {
  const { unit, reader } = await withCapacity();
  const waker = await unit.person('user', { membership: { wake_capacities: true } });
  const { address } = await openScreen('/powerbi/resources', waker);
  await expect.poll(address).toBe('/powerbi');
  const without = await openScreen('/powerbi/resources', reader);
  await without.screen.findByRole('heading', { name: 'Você não tem permissão para acessar esta página.' });
});
