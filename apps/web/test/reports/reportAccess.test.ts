/** Giving access: who, which rows, until when, and what comes of it before it is saved. */
import * as contract from '@vitrine/contract/access/reportAccess.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { grant, groupOf, openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world, service } = await openPublishingWorld();
const openScreen = screensOf(world);

const who = 'Usuários, grupos ou toda a unidade';
const params = ({ id }: { id: string }) => ({ params: { id } });

type Scene = Awaited<ReturnType<typeof publishingScene>>;

async function open(values: Parameters<Scene['publish']>[0], before?: (scene: Scene, report: Report) => Promise<unknown>) {
  const scene = await publishingScene(world);
  const report = await scene.publish(values);
  await before?.(scene, report);
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

test('several receivers get access at once, and the message that says so takes it back', async () => {
  const { screen, pick, grants, ana } = await open({ sample: 'sales' });
  await pick(/Toda a unidade/);
  await pick(new RegExp(ana.email));
  await screen.click('checkbox', /^Região Sul/);
  await screen.findByText(/^Toda a unidade, .+: 2 usuários, só as linhas da função Região Sul$/);
  await screen.click('button', 'Dar acesso');
  await screen.findByRole('button', { name: 'Editar o acesso de Toda a unidade' });
  expect((await grants()).map(({ to, rls_roles }) => [to, rls_roles])).toEqual([
    ['unit', ['Região Sul']],
    ['membership', ['Região Sul']],
  ]);
  await screen.click('button', 'Desfazer');
  await expect.poll(async () => (await grants()).length).toBe(0);
});

test('a mistyped role is told before and while it is saved, with the one that was meant', async () => {
  service.faults.start({ name: 'throttled', path: '/admin/workspaces' });
  const { screen, pick, grants, ana } = await open({ sample: 'sales' }, ({ admin }, report) =>
    grant(admin, report, { to: 'unit', rls_roles: ['Região Sul'] }),
  );
  await pick(new RegExp(ana.email));
  await screen.findByText(/^O Power BI não informou todas as funções/);
  await screen.fill('Outra função', 'Regiao Sul');
  await screen.click('button', 'Adicionar');
  await screen.findByText(/cita a função “Regiao Sul”.* Você quis dizer “Região Sul”\?/);
  await screen.click('button', 'Dar acesso');
  await screen.findByText(/cita a função “Regiao Sul”.* Você quis dizer “Região Sul”\?/);
  expect((await grants()).map(({ to }) => to)).toEqual(['unit']);
  await screen.click('checkbox', 'Regiao Sul');
  await screen.click('checkbox', 'Região Sul');
  await screen.findByText(/^Conferido no Power BI/);
  await screen.click('button', 'Dar acesso');
  await expect.poll(async () => (await grants()).find(({ to }) => to === 'membership')?.rls_roles).toEqual(['Região Sul']);
});

test('an end is picked on the calendar of the unit, whatever day it is at the browser', async () => {
  // The last evening of the year in São Paulo is the first night of the next one in Auckland and in UTC.
  const evening = Date.parse('2026-12-31T23:30:00-03:00');
  world.setTime(new Date(evening));
  const clock = vi.spyOn(Date, 'now').mockReturnValue(evening);
  onTestFinished(() => clock.mockRestore());
  const { screen, pick, grants } = await open({});
  await pick(/Toda a unidade/);
  const until = screen.within(await screen.findByRole('radiogroup', { name: 'Até quando' }));
  await until.findByRole('radio', { name: 'Fim do ano 31/12/2026' });
  await until.findByRole('radio', { name: '30 dias 30/01/2027' });
  await screen.click('radio', 'Até uma data');
  await screen.click('button', 'Abrir calendário');
  const calendar = await screen.dialog('Calendário');
  await calendar.click('button', 'Fim do mês');
  expect((await screen.field('Último dia')).value).toBe('31/12/2026');
  await screen.click('radio', /^Fim do ano/);
  await screen.click('button', 'Dar acesso');
  await expect.poll(async () => (await grants())[0]?.ends_on).toBe('2026-12-31');
});

test('many reports are given with roles of their model, and the result is told before', async () => {
  const { administrator, admin, ana, publish, unit } = await publishingScene(world);
  const [sales, open] = [await publish({ sample: 'sales', title: 'Vendas A' }), await publish({ title: 'Clima B' })];
  await unit.person('user');
  await expect.poll(async () => (await admin.call(contract.model, params(sales))).roles_from, { timeout: 20_000 }).toBe('model');
  const { screen } = await openScreen('/management/report', administrator);
  await screen.row('Clima B');
  await screen.click('checkbox', 'Selecionar esta página');
  await screen.click('button', 'Dar acesso em massa');
  const panel = await screen.dialog('Dar acesso em massa');
  // The panel takes the focus once it is open.
  await expect.poll(() => panel.element.contains(document.activeElement)).toBe(true);
  await panel.fill('Para quem', ana.email);
  await panel.click('option', new RegExp(ana.email));
  await panel.fill('Para quem', 'toda');
  await panel.click('option', /Toda a unidade/);
  await panel.findByRole('region', { name: '1 relatório com funções' });
  await panel.findByText('1 relatório mostra os mesmos dados a todos.');
  await panel.click('checkbox', /^Região Sul/);
  await panel.findByText('3 usuários, 2 relatórios, só as linhas da função Região Sul');
  await panel.findByText('Conferido no Power BI: 3 usuários abrem estes relatórios.');
  await panel.click('radio', /^Fim do ano/);
  await panel.click('button', 'Dar acesso em massa');
  await screen.findByText('4 acessos dados.');
  const saved = async () =>
    (await Promise.all([sales, open].map(async (one) => (await admin.call(contract.list, params(one))).data))).flat();
  expect(new Set((await saved()).map(({ rls_roles }) => rls_roles.join()))).toEqual(new Set(['Região Sul']));
  expect(new Set((await saved()).map(({ ends_on }) => ends_on?.slice(4)))).toEqual(new Set(['-12-31']));
  await screen.click('button', 'Desfazer');
  await expect.poll(async () => (await saved()).length).toBe(0);
});

test('what is taken back from somebody is given again with its rows', async () => {
  const { administrator, admin, publish } = await publishingScene(world);
  const report = await publish({ sample: 'sales' });
  await grant(admin, report, { to: 'unit', rls_roles: ['Região Sul'], ends_on: '2099-12-31' });
  const { screen } = await openScreen(`/management/report?report=${report.id}&tab=access`, administrator);
  await screen.click('button', 'Remover o acesso de Toda a unidade');
  await (await screen.dialog('Remover acesso')).click('button', 'Remover');
  await screen.findByText('Acesso de Toda a unidade removido.');
  await screen.click('button', 'Desfazer');
  await expect
    .poll(async () => (await admin.call(contract.list, params(report))).data)
    .toMatchObject([{ to: 'unit', rls_roles: ['Região Sul'], ends_on: '2099-12-31' }]);
});

test('a person gets a report on the person’s page, with its rows and an end', async () => {
  const { administrator, ana, publish, admin } = await publishingScene(world);
  const report = await publish({ sample: 'sales', title: 'Vendas da rede' });
  const { screen } = await openScreen(`/user/${ana.membership_id}?tab=access`, administrator);
  await screen.click('combobox', 'Qual relatório');
  await screen.click('option', /Vendas da rede/);
  await screen.click('checkbox', /^Região Sul/);
  await screen.findByText(/: 1 usuário, só as linhas da função Região Sul$/);
  await screen.findByText('Conferido no Power BI: 1 usuário abre o relatório.');
  await screen.click('radio', /^Fim do ano/);
  await screen.click('button', 'Dar acesso');
  const saved = async () => (await admin.call(contract.list, params(report))).data;
  await expect.poll(saved).toMatchObject([{ to: 'membership', rls_roles: ['Região Sul'] }]);
  await screen.click('button', 'Retirar Vendas da rede');
  await screen.findByText('Relatório Vendas da rede retirado.');
  expect(await saved()).toEqual([]);
  // The message that offers it is the newest.
  const undo = await screen.findAllByRole('button', { name: 'Desfazer' });
  undo.at(-1)?.click();
  await expect.poll(async () => (await saved())[0]?.ends_on).toMatch(/-12-31$/);
});

test('a report that a group has already is not offered to it again', async () => {
  const { unit, administrator, admin, ana, publish } = await publishingScene(world);
  const report = await publish({ title: 'Clima da rede' });
  const group = { to: 'user_group', to_id: await groupOf(world, unit, ana) } as const;
  await grant(admin, report, group);
  const { screen } = await openScreen(`/group_users/${group.to_id}?tab=access`, administrator);
  await screen.findByRole('link', { name: 'Clima da rede' });
  await screen.click('combobox', 'Qual relatório');
  const option = await screen.findByRole('option', { name: /Clima da rede/ });
  expect(option.getAttribute('aria-disabled')).toBe('true');
});
