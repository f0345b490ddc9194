/** Who vouches for a report and who answers for it: the administrator says so, readers see it and ask. */
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { list as notifications } from '@vitrine/contract/notifications/notifications.ts';
import { get, setOwner } from '@vitrine/contract/reports/reports.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);

async function scene() {
  const made = await publishingScene(world);
  const report = await made.publish({ title: 'Balanço' });
  await made.toAna(report);
  return { ...made, report, elisa: await made.unit.person('user') };
}

test('an administrator certifies a report and names who answers for it, and takes both back', async () => {
  const { administrator, admin, ana, report, elisa } = await scene();
  const read = () => admin.call(get, { params: { id: report.id } });
  const { screen, user, reload } = await openScreen(`/management/report/${report.id}?tab=settings`, administrator);
  await screen.fill(/^Por que é confiável/, 'Conferido no fechamento.');
  await screen.click('button', 'Certificar');
  await screen.findByText('Balanço está certificado.');
  await user.type(await screen.findByRole('combobox', { name: 'Escolher o responsável' }), elisa.name);
  await user.click(await screen.findByRole('option', { name: new RegExp(elisa.email) }));
  await screen.findByText(`${elisa.name} responde agora por Balanço.`);
  expect(await read()).toMatchObject({ certified: { note: 'Conferido no fechamento.' }, owner: { name: elisa.name } });
  await reload('/management/report');
  await (await screen.row(/^Balanço/)).findByRole('img', { name: 'Certificado' });
  const reader = await openScreen('/all/reports', ana);
  await (await reader.screen.row(/^Balanço/)).findByRole('img', { name: 'Certificado' });

  const { screen: again } = await openScreen(`/management/report/${report.id}?tab=settings`, administrator);
  await again.click('button', 'Retirar a certificação');
  await again.findByText('Balanço não está mais certificado.');
  await again.click('button', 'Retirar o responsável');
  await again.findByText('Balanço está sem responsável.');
  expect(await read()).toMatchObject({ certified: null, owner: null });
});

test('a reader asks who answers for a report, without learning the address', async () => {
  const { admin, ana, report, elisa } = await scene();
  await admin.call(setOwner, { params: { id: report.id }, body: { membership_id: elisa.membership_id ?? null } });
  const { screen } = await openScreen(`/${report.id}/reports/view`, ana);
  await screen.click('button', 'Mais ações');
  await screen.click('menuitem', 'Sobre este relatório');
  const about = await screen.dialog('Balanço');
  await about.findByText('Ninguém certificou este relatório.');
  await about.findByText(elisa.name);
  expect(about.queryByText(elisa.email)).toBeNull();
  await about.click('button', 'Perguntar ao responsável');
  await about.fill('Sua pergunta', 'De quando são os números?');
  await about.click('button', 'Enviar');
  await screen.findByText(`Pergunta enviada a ${elisa.name}.`);
  const [notice] = (await (await world.signIn(elisa)).call(notifications, {})).data;
  expect(notice).toMatchObject({ kind: 'report_question', values: { question: 'De quando são os números?' } });
});
