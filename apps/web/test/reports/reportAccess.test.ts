/** Giving access: who, which rows, until when, and what comes of it before it is saved. */
import * as contract from '@vitrine/contract/access/reportAccess.ts';
import { grant, openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world, service } = await openPublishingWorld();
const openScreen = screensOf(world);

const who = 'Usuários, grupos ou toda a unidade';
const params = ({ id }: { id: string }) => ({ params: { id } });

async function open(values: Parameters<Awaited<ReturnType<typeof publishingScene>>['publish']>[0]) {
  const scene = await publishingScene(world);
  const report = await scene.publish(values);
  const { screen } = await openScreen(`/management/report?report=${report.id}&tab=access`, scene.administrator);
  const pick = async (name: RegExp | string) => {
    await screen.click('combobox', who);
    await screen.click('option', name);
  };
  return { ...scene, report, screen, pick, grants: async () => (await scene.admin.call(contract.list, params(report))).data };
}

test('an assignment is changed with the same steps, and a role that is not chosen is asked for', async () => {
  const { administrator, admin, publish } = await publishingScene(world);
  const report = await publish({ sample: 'sales' });
  await grant(admin, report, { to: 'unit', rls_roles: ['Região Sul'], rls_username: '{{email}}' });
  const { screen } = await openScreen(`/management/report?report=${report.id}&tab=access`, administrator);
  // What follows the user stands there in words.
  await screen.findByText('como e-mail do usuário');
  await screen.click('button', 'Editar o acesso de Toda a unidade');
  await screen.findByRole('radio', { name: /^Tudo/ });
  await screen.click('checkbox', /^Região Sul/);
  await screen.click('button', 'Salvar');
  await screen.findByText('Escolha pelo menos uma função.');
  await screen.click('radio', /^Tudo/);
  await screen.findByText(/^Conferido no Power BI/);
  await screen.click('button', 'Salvar');
  await expect.poll(async () => (await admin.call(contract.list, params(report))).data[0]?.rls_roles).toEqual(['Tudo']);
});

test('a service that does not answer leaves everything to be typed', async () => {
  service.faults.start({ name: 'server_error', status: 503, path: '/executeQueries' });
  const { screen, pick, grants } = await open({ data_rule: 'filter' });
  await pick(/Toda a unidade/);
  await screen.findByText(/^O Power BI não respondeu agora\. Escreva a tabela/);
  await screen.fill('Tabela', 'Clima');
  await screen.fill('Coluna', 'Tempo');
  await screen.fill('Valores', '2026');
  await screen.click('option', /Usar este número/);
  await screen.findByText('Não foi possível contar as linhas agora.');
  await screen.click('button', 'Dar acesso');
  await screen.findByRole('button', { name: 'Editar o acesso de Toda a unidade' });
  expect(await grants()).toMatchObject([{ filters: [{ table: 'Clima', column: 'Tempo', values: [2026] }] }]);
});
