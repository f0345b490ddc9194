/** The page of a report: its settings stand where they stand from the first moment. */
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { query } from '@vitrine/api/platform/database/query.ts';
import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import { get, list } from '@vitrine/contract/reports/reports.ts';
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
  const reports = [await publish({ title: 'Clima' }), await publish({ title: 'Vendas' })];
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
  await screen.findByText(/^1 relatório excluído\. 1 foi recusado: /);
  expect((await asAdmin.call(list, {})).data).toEqual([]);
});

test('a message of a former version leads to the page of the report', async () => {
  const { administrator, publish } = await publishingScene(world);
  const report = await publish({ title: 'Clima' });
  const { screen, address } = await openScreen(`/management/report?report=${report.id}&tab=settings`, administrator);
  await screen.object('Clima');
  expect(address()).toBe(`/management/report/${report.id}?tab=settings`);
});
