/** Workspaces of Power BI: the list over the accounts, the page of one, and what is told before it is deleted. */
import { addAccount, openPublishingWorld, publish } from '@vitrine/api/test/harness/publishing.ts';
import { demoAccount, samples } from '@vitrine/api/test/harness/reportingService.ts';
import * as contract from '@vitrine/contract/reports/workspaces.ts';
import * as reportingAccounts from '@vitrine/contract/reports/reportingAccounts.ts';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);
const newName = () => `Metas ${randomBytes(4).toString('hex')}`;

test('an account that is refused is told above the list and hides nothing', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  await asAdmin.call(reportingAccounts.add, { body: { ...demoAccount, name: 'Conta errada', secret_value: 'outro' } });
  await addAccount(asAdmin);
  const { screen } = await openScreen('/powerbi/workspace', admin);
  await screen.findByText(/O Power BI recusou a conta “Conta errada”/);
  await screen.findByText('Varejo Horizonte');
});

test('the page shows what is inside, who is, and keeps the access of the portal itself', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  const account = await addAccount(asAdmin);
  const report = await publish(asAdmin, { account_id: account.id, sample: 'sales' });
  const place = { account_id: account.id, workspace_id: samples.sales.workspace_id };
  const { name } = await asAdmin.call(contract.get, { params: place });
  const { screen } = await openScreen(`/powerbi/workspace/${place.account_id}_${place.workspace_id}`, admin);
  await screen.object(name);
  const link = await screen.findByRole('link', { name: `No portal: ${report.title}` });
  expect(link.getAttribute('href')).toContain(report.id);
  await screen.findByText('Relatórios paginados não podem mudar de workspace: o Power BI não os copia.');
  await screen.click('tab', 'Membros');
  await screen.findByText('O acesso do próprio portal: não pode ser mudado daqui');
  await screen.click('tab', 'Capacidade');
  await screen.findByText(/A capacidade é o que dá ao workspace a força/);
});

test('somebody becomes a member, and a wrong address is told at the field', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  const made = await asAdmin.call(contract.add, { body: { account_id: (await addAccount(asAdmin)).id, name: newName() } });
  const { screen } = await openScreen(`/powerbi/workspace/${made.id}?tab=members`, admin);
  await screen.fill('E-mail', 'ana');
  await screen.click('button', 'Adicionar membro');
  await screen.findByText(/inválido/);
  await screen.fill('E-mail', 'ana@example.com');
  await screen.click('button', 'Adicionar membro');
  await screen.findByText('ana@example.com agora é membro.');
  await screen.findByRole('button', { name: 'Retirar ana@example.com' });
});

test('it is deleted by its typed name, after what would break has been told', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  const made = await asAdmin.call(contract.add, { body: { account_id: (await addAccount(asAdmin)).id, name: newName() } });
  const { screen } = await openScreen(`/powerbi/workspace/${made.id}`, admin);
  await screen.object(made.name);
  await screen.click('button', 'Ações');
  await screen.click('menuitem', 'Excluir');
  const confirm = await screen.dialog(`Excluir “${made.name}”?`);
  await confirm.findByText('Nada no portal depende deste workspace.');
  await confirm.fill('Para confirmar, digite o nome abaixo:', made.name.toUpperCase().replaceAll(' ', '_'));
  await confirm.click('button', 'Excluir');
  await screen.findByText(`Workspace ${made.name} excluído.`);
  expect((await asAdmin.call(contract.list, { query: { q: made.name } })).data).toEqual([]);
});
