/** Accounts of Power BI: what a wrong one is told, and which one stays; and what readers find in their place. */
import { grant, openPublishingWorld, publish } from '@vitrine/api/test/harness/publishing.ts';
import { demoAccount } from '@vitrine/api/test/harness/reportingService.ts';
import * as capacitiesOfUnit from '@vitrine/contract/datasets/capacities.ts';
import * as accessHours from '@vitrine/contract/settings/accessHours.ts';
import * as reportingAccounts from '@vitrine/contract/reports/reportingAccounts.ts';
import { createArm } from '@vitrine/powerbi/arm.ts';
import { demoSubscription } from '@vitrine/emulator/definitions/demo.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, service } = await openPublishingWorld();
const openScreen = screensOf(world);
const { application_id: client_id, directory_id: tenant_id, secret_value: client_secret } = demoAccount;
const { capacities } = createArm({ addresses: service.addresses, credentials: { tenant_id, client_id, client_secret } });
const { subscription_id, resource_group } = demoSubscription;

test('a wrong secret is found out by the test of the account', async () => {
  const { admin } = await sceneIn(world);
  const { screen, user } = await openScreen('/powerbi', admin);
  await screen.findByRole('heading', { name: 'Contas do Power BI' });
  await user.click((await screen.findAllByRole('button', { name: 'Nova conta' }))[0] ?? screen.element);
  const add = await screen.dialog('Nova conta');
  await add.fill('Nome', 'Conta errada');
  await add.fill('ID do aplicativo', demoAccount.application_id);
  await add.fill('ID do diretório', demoAccount.directory_id);
  await add.fill('Valor do segredo', 'outro-segredo');
  await user.keyboard('{Enter}');
  await screen.chooseAction('Conta errada', 'Testar conexão');
  await screen.findByText(/O Power BI recusou a conta da unidade\./);
  await screen.findByRole('button', { name: 'Copiar detalhes' });
});

test('an account that reports use stays', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  const { id: account_id } = await asAdmin.call(reportingAccounts.add, { body: { name: 'Conta de Mercado', ...demoAccount } });
  await publish(asAdmin, { account_id });
  const { screen } = await openScreen('/powerbi', admin);
  await screen.chooseAction('Conta de Mercado', 'Excluir');
  const confirm = await screen.dialog('Excluir “Conta de Mercado”?');
  await confirm.fill('Para confirmar, digite o nome abaixo:', 'CONTA_DE_MERCADO');
  await confirm.click('button', 'Excluir');
  await screen.findByText(/Este item ainda está em uso\./);
  expect((await asAdmin.call(reportingAccounts.list, {})).data.map(({ name }) => name)).toEqual(['Conta de Mercado']);
});

test('who may start capacities finds the place in the menu and starts one; who has no such right has neither', async () => {
  const { unit, asAdmin, reader } = await sceneIn(world);
  const account = await asAdmin.call(reportingAccounts.add, { body: { name: 'Conta', ...demoAccount, subscription_id } });
  const report = await publish(asAdmin, { account_id: account.id, title: 'Clima' });
  await grant(asAdmin, report, { to: 'unit' });
  await capacities.suspend({ provider: 'Microsoft.Fabric', subscription_id, resource_group, name: 'vitrinefabric1' });
  service.clock.advance(60_000);
  const place = { name: 'vitrinefabric1', resource_group, subscription_id };
  const { id } = await asAdmin.call(capacitiesOfUnit.add, { body: { account_id: account.id, ...place, sku: 'F2' } });
  // Days away, whatever the zone.
  const ranges = [{ day: (new Date().getUTCDay() + 3) % 7, start: '08:00', end: '18:00' }];
  const hours = { name: 'Noutro dia', ranges, holidays: [], active: true, user_group_ids: [], membership_ids: [] };
  const shift = await asAdmin.call(accessHours.add, { body: hours });
  const byItself = { auto_activate: true, auto_pause: false, inactive_minutes: 60, force_stop: false };
  const rule = { ...byItself, use_schedule: true, activate_outside: true, shift_ids: [shift.id], version: 1 };
  await asAdmin.call(capacitiesOfUnit.setRule, { params: { id }, body: rule });
  const person = await unit.person('user', { membership: { wake_capacities: true } });
  const { screen } = await openScreen('/', person);
  const menu = await screen.findByRole('navigation', { name: 'Menu principal' });
  expect(menu.textContent).not.toContain('Contas do Power BI');
  await screen.click('link', 'Power BI');
  await screen.findByText('Pausada');
  await screen.findByText(/^Pelo calendário, ela liga sozinha em \d\d\/\d\d\/\d{4} 08:00\.$/);
  await screen.click('button', 'Ligar a capacidade de Clima');
  await screen.findByText('A capacidade está sendo ligada.');
  await screen.findByText('Mudando de estado…');

  const without = await openScreen('/powerbi', reader);
  await without.screen.findByRole('heading', { name: 'Você não tem permissão para acessar esta página.' });
  expect(without.screen.queryByRole('link', { name: 'Power BI' })).toBeNull();
});

test('who may have data refreshed is led from there to the list of their reports', async () => {
  const { unit } = await sceneIn(world);
  const person = await unit.person('user', { membership: { refresh_datasets: true } });
  const { screen, address } = await openScreen('/powerbi', person);
  await screen.click('link', 'Atualizar dados');
  await expect.poll(address).toContain('/management/report');
});
