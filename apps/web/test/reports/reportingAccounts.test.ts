/** Accounts of Power BI: what a wrong one is told, and which one stays. */
import { openPublishingWorld, publish } from '@vitrine/api/test/harness/publishing.ts';
import { demoAccount } from '@vitrine/api/test/harness/reportingService.ts';
import * as reportingAccounts from '@vitrine/contract/reports/reportingAccounts.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);

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
  await screen.findByText(/O serviço de relatórios recusou a conta configurada\./);
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
