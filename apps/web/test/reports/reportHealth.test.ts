/** How reports are doing, as who registers them reads it, and the archive of what nobody opens. */
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { query } from '@vitrine/api/platform/database/query.ts';
import { list, setOwner } from '@vitrine/contract/reports/reports.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);
const days = (count: number) => new Date(Date.now() - count * 86_400_000);

async function scene() {
  const made = await publishingScene(world);
  const registered = async (title: string, ago: number) => {
    const report = await made.publish({ title });
    await world.owner.run(
      query
        .updateTable('report')
        .set({ created_at: days(ago) })
        .where('id', '=', report.id),
    );
    return report;
  };
  const archived = async () => (await made.admin.call(list, { query: { state: 'archived' } })).data.map(({ title }) => title);
  return { ...made, registered, archived };
}

test('the list says how each report is doing, and its page what for and where that is done', async () => {
  const { administrator, admin, publish, unit, ana } = await scene();
  const report = await publish({ title: 'Sem dono' });
  const view = { tenant_id: unit.id, id: report.id, report_id: report.id, person_id: ana.id, actor_id: ana.id };
  await world.owner.run(query.insertInto('report_view').values(view));
  await admin.call(setOwner, { params: { id: report.id }, body: { membership_id: null } });
  const { screen } = await openScreen('/management/report?health=attention', administrator);
  await (await screen.row(/^Sem dono/)).findByText('Sem responsável');
  const page = await openScreen(`/management/report/${report.id}?tab=health`, administrator);
  await page.screen.findByText('Escolha quem responde pelo relatório.');
  await page.screen.findByText('Ninguém responde pelo relatório.');
  await page.screen.findByText('Foi aberto nos últimos 30 dias.');
  await page.screen.click('button', 'Escolher o responsável');
  await page.screen.findByRole('combobox', { name: 'Escolher o responsável' });
  expect(page.address()).toContain('tab=settings');
});

test('what nobody opened is looked through, archived at once, and taken back', async () => {
  const { administrator, registered, toAna, archived } = await scene();
  await toAna(await registered('Antigo', 200));
  await registered('Fica', 120);
  await registered('Novo', 20);
  const { screen } = await openScreen('/management/report', administrator);
  await screen.click('button', 'Arquivar sem uso');
  const panel = await screen.dialog('Arquivar relatórios sem uso');
  await panel.findByText('1 acesso');
  expect(panel.queryByText('Novo')).toBeNull();
  await panel.click('checkbox', 'Fica');
  await panel.click('button', 'Arquivar 1 relatório');
  await screen.findByText('1 relatório arquivado.');
  expect(await archived()).toEqual(['Antigo']);
  await expect.poll(() => screen.queryByRole('row', { name: /^Antigo/ })).toBeNull();
  await screen.click('button', 'Desfazer');
  await screen.row(/^Antigo/);
  await expect.poll(archived).toEqual([]);
});

test('an archived report is found by its state and brought back', async () => {
  const { administrator, registered, archived } = await scene();
  await registered('Guardado', 200);
  const { screen } = await openScreen('/management/report?unused=1', administrator);
  await (await screen.dialog('Arquivar relatórios sem uso')).click('button', 'Arquivar 1 relatório');
  await screen.findByText('1 relatório arquivado.');
  const again = await openScreen('/management/report?state=archived', administrator);
  await (await again.screen.row(/^Guardado/)).findByText('Arquivado');
  await again.screen.chooseAction(/^Guardado/, 'Tirar do arquivo');
  await again.screen.findByText('Guardado voltou do arquivo.');
  expect(await archived()).toEqual([]);
});

test('without anything to archive that is said', async () => {
  const { administrator, registered } = await scene();
  await registered('Novo', 10);
  const { screen } = await openScreen('/management/report?unused=1', administrator);
  await (await screen.dialog('Arquivar relatórios sem uso')).findByText('Nada a arquivar');
});
