/** Deciding about a request: the same steps as wherever access is given. */
import { request } from '@vitrine/contract/access/catalogue.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import { grant, openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world, service } = await openPublishingWorld();
const openScreen = screensOf(world);

async function asked(values: Parameters<Awaited<ReturnType<typeof publishingScene>>['publish']>[0]) {
  const scene = await publishingScene(world);
  const report = await scene.publish({ show_in_catalogue: true, title: 'Vendas da rede', ...values });
  await scene.reader.call(request, { body: { report_id: report.id, reason: 'Preciso acompanhar as metas.' } });
  const decide = async () => {
    const { screen } = await openScreen('/catalogs?tab=queue', scene.administrator);
    await screen.click('cell', 'Vendas da rede');
    const panel = await screen.dialog(/ pede Vendas da rede$/);
    // The panel takes the focus once it is open.
    await expect.poll(() => panel.element.contains(document.activeElement)).toBe(true);
    return { screen, panel };
  };
  const grants = async () => (await scene.admin.call(reportAccess.list, { params: { id: report.id } })).data;
  return { ...scene, report, decide, grants };
}

test('a request is granted with a role of the model, and its result is told before, also to whom was taken off', async () => {
  const { admin, ana, report, decide, grants } = await asked({ sample: 'sales' });
  await admin.call(reportAccess.removePerson, { params: { id: report.id, membership_id: ana.membership_id ?? '' } });
  await expect
    .poll(async () => (await admin.call(reportAccess.model, { params: { id: report.id } })).roles_from, { timeout: 20_000 })
    .toBe('model');
  const { screen, panel } = await decide();
  await panel.click('button', 'Conceder');
  await panel.findByText('Escolha pelo menos uma função.');
  await panel.click('checkbox', /^Região Norte/);
  await panel.findByText(/: 1 usuário, só as linhas da função Região Norte$/);
  await panel.findByText('Conferido no Power BI: 1 usuário abre o relatório.');
  await panel.click('button', 'Conceder');
  await screen.findByText(/ recebeu acesso a Vendas da rede\.$/);
  expect(await grants()).toMatchObject([{ to: 'membership', rls_roles: ['Região Norte'] }]);
});

test('where the service tells no roles one is typed, and a mistyped one is told with what was meant', async () => {
  service.faults.start({ name: 'throttled', path: '/admin/workspaces' });
  const { admin, report, decide, grants } = await asked({ sample: 'sales' });
  await grant(admin, report, { to: 'unit', rls_roles: ['Região Sul'] });
  const { panel } = await decide();
  await panel.findByText(/^O Power BI não informou todas as funções/);
  await panel.fill('Outra função', 'Regiao Sul');
  await panel.click('button', 'Adicionar');
  await panel.click('button', 'Conceder');
  await panel.findByText(/cita a função “Regiao Sul”.* Você quis dizer “Região Sul”\?/);
  expect((await grants()).map(({ to }) => to)).toEqual(['unit']);
});
