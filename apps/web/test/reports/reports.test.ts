/** The page of a report: its settings stand where they stand from the first moment. */
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { query } from '@vitrine/api/platform/database/query.ts';
import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import { addLink, certify, get, list } from '@vitrine/contract/reports/reports.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);

test('a form that has a picture is drawn whole: nothing moves from under the mouse when the picture comes', async () => {
  const { administrator, publish } = await publishingScene(world);
  const report = await publish({ title: 'Clima' });
  const { screen } = await openScreen(`/management/report/${report.id}?tab=settings`, administrator);
  await screen.findByRole('radio', { name: /^Todos veem os mesmos dados/ });
  expect(screen.queryByText('Escolher imagem')).not.toBeNull();
});

test('many reports are moved, hidden and deleted at once; what one refuses stops no other', async () => {
  const { administrator, publish, unit } = await publishingScene(world);
  const asAdmin = await world.signIn(administrator);
  const reports = [await publish({ title: 'Clima' }), await publish({ title: 'Vendas' })] as const;
  const elsewhere = await asAdmin.call(reportGroups.add, { body: { name: 'Arquivo' } });
  const { screen, user } = await openScreen('/management/report', administrator);
  const chooseAll = async () => {
    await screen.row('Clima');
    await screen.click('checkbox', 'Selecionar esta página');
  };
  const read = (id: string) => asAdmin.call(get, { params: { id } });

  await chooseAll();
  expect((await screen.findByRole('toolbar', { name: 'Ações em massa' })).querySelectorAll('button')).toHaveLength(6);
  await screen.click('button', 'Mover');
  const moving = await screen.dialog('Mover 2 relatórios');
  await moving.choose(/^Grupo/, 'Arquivo');
  await moving.click('button', 'Mover');
  await screen.findByText('2 relatórios movidos.');
  for (const { id } of reports) expect((await read(id)).group_id).toBe(elsewhere.id);

  await chooseAll();
  await screen.click('button', 'Ocultar');
  await (await screen.dialog('Ocultar 2 relatórios?')).click('button', 'Ocultar');
  await screen.findByText('2 relatórios ocultados.');
  for (const { id } of reports) expect(await read(id)).toMatchObject({ active: false, allow_export: false });

  await chooseAll();
  await screen.click('button', 'Mais ações');
  await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const confirm = await screen.dialog('Excluir “2 relatórios”?');
  await confirm.fill(/^Para confirmar/, '2_RELATÓRIOS');
  // Somebody else is faster.
  await world.owner.run(
    query
      .deleteFrom('report')
      .where('tenant_id', '=', unit.id)
      .where('id', '=', reports[0]?.id ?? ''),
  );
  await confirm.click('button', 'Excluir');
  const told = await screen.dialog('Excluir');
  await told.findByText('1 relatório excluído.');
  await told.findByText('1 recusado:');
  await told.findByText(reports[0]?.title ?? '');
  await told.click('button', 'Voltar à lista');
  expect(screen.queryByRole('toolbar', { name: 'Ações em massa' })).toBeNull();
  expect((await asAdmin.call(list, {})).data).toEqual([]);
});

test('what is done one after the other is counted and may be stopped; what is refused or left stays selected', async () => {
  const { administrator, admin, publish } = await publishingScene(world);
  const titles = ['Clima', 'Metas', 'Vendas'];
  const reports = [];
  for (const title of titles) reports.push(await publish({ title }));
  const { screen, holdUp } = await openScreen('/management/report', administrator);
  await screen.row('Clima');
  await screen.click('checkbox', 'Selecionar esta página');
  await screen.click('button', 'Ocultar');
  // The second one does not get through before it is stopped.
  const second = reports[1]?.id ?? '';
  await world.owner.run(query.deleteFrom('report').where('id', '=', reports[0]?.id ?? ''));
  const letThrough = holdUp(`/api/reports/${second}`);
  await (await screen.dialog('Ocultar 3 relatórios?')).click('button', 'Ocultar');
  const work = await screen.dialog('Ocultar');
  await work.findByText('1 de 3');
  await work.click('button', 'Parar');
  await work.findByRole('button', { name: 'Parando…' });
  letThrough();
  await work.findByText('1 relatório ocultado. 1 não foi tentado.');
  await work.findByText('1 recusado:');
  await work.findByText('Clima');
  await work.findByText('O que ficou por fazer continua selecionado na lista.');
  await work.click('button', 'Voltar à lista');
  const { data } = await admin.call(list, { query: { sort: 'title' } });
  expect(data.map(({ title, active }) => [title, active])).toEqual([
    ['Metas', false],
    ['Vendas', true],
  ]);
  const selected = async (title: string) => {
    const box = await (await screen.row(title)).findByRole('checkbox');
    return box instanceof HTMLInputElement && box.checked;
  };
  expect([await selected('Metas'), await selected('Vendas')]).toEqual([false, true]);
});

test('a report is shared from the list of reports and from its page; its mark stands beside the title there as well', async () => {
  const { administrator, admin, publish, ana } = await publishingScene(world);
  const report = await publish({ title: 'Clima' });
  await admin.call(certify, { params: { id: report.id }, body: { certified: true } });
  const { screen, user, reload } = await openScreen('/management/report', administrator);
  await screen.chooseAction(/^Clima/, 'Compartilhar');
  const dialog = await screen.dialog('Compartilhar Clima');
  await user.type(await dialog.findByRole('combobox', { name: 'Com quem' }), ana.name);
  await user.click(await dialog.findByRole('option', { name: new RegExp(ana.email) }));
  await dialog.click('button', 'Compartilhar');
  await screen.findByText(`${ana.name} já pode ver Clima e recebeu o link.`);

  await reload(`/management/report/${report.id}`);
  const page = await screen.object('Clima');
  await page.findByRole('img', { name: 'Certificado' });
  await page.click('button', 'Ações');
  await user.click(await screen.findByRole('menuitem', { name: 'Compartilhar' }));
  await screen.dialog('Compartilhar Clima');
});

test('the facts say once when a report was made, and by whom', async () => {
  const { administrator, publish } = await publishingScene(world);
  const report = await publish({ title: 'Clima' });
  const { screen } = await openScreen(`/management/report/${report.id}`, administrator);
  await screen.findByText('Criado por');
  expect(screen.queryByText('Criado em')).toBeNull();
  expect(screen.queryByText('Registrado')).toBeNull();
});

test('a report of the operator has a history as well', async () => {
  const staff = await world.operator();
  const operator = await world.signIn(staff);
  const body = { title: 'Consumo das unidades', group_id: null, link_url: 'https://example.com/' };
  const { id } = await operator.call(addLink, { body });
  await operator.call(certify, { params: { id }, body: { certified: true } });
  const { screen } = await openScreen(`/report/a2m/${id}?tab=history`, staff);
  const page = await screen.object('Consumo das unidades');
  await page.findByRole('img', { name: 'Certificado' });
  await page.findByRole('tab', { name: 'Histórico' });
  expect(await page.findAllByText(staff.name)).not.toHaveLength(0);
  expect(page.queryByRole('tab', { name: 'Acesso' })).toBeNull();
});

test('a message of a former version leads to the page of the report', async () => {
  const { administrator, publish } = await publishingScene(world);
  const report = await publish({ title: 'Clima' });
  const { screen, address } = await openScreen(`/management/report?report=${report.id}&tab=settings`, administrator);
  await screen.object('Clima');
  expect(address()).toBe(`/management/report/${report.id}?tab=settings`);
});
