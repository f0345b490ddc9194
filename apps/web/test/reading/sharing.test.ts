/** Sharing a report: with whom, what that does, and what is said. */
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { requests } from '@vitrine/contract/access/catalogue.ts';
import { list as notifications } from '@vitrine/contract/notifications/notifications.ts';
import { mine } from '@vitrine/contract/reading/reportReading.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import { updateConfig } from '@vitrine/contract/settings/settings.ts';
import { expect, test } from 'vitest';
import type { Opened } from '../harness/openScreen.ts';
import { screensOf } from '../harness/openScreen.ts';
import type { Part } from '../harness/part.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);

/** Ana reads a report that Bruno does not see. */
async function scene() {
  const made = await publishingScene(world);
  const report = await made.publish({ title: 'Balanço' });
  await made.toAna(report);
  const bruno = await made.unit.person('user');
  return { ...made, report, bruno, other: await world.signIn(bruno) };
}

/** Whether readers share is known once the configuration is there. */
async function begin({ screen, quiet }: Pick<Opened, 'screen' | 'quiet'>): Promise<Part> {
  await screen.row('Balanço');
  await quiet();
  await screen.chooseAction('Balanço', 'Compartilhar');
  return screen.dialog('Compartilhar Balanço');
}

const send = (dialog: Part) => dialog.click('button', 'Compartilhar');

test('a reader asks for somebody by e-mail: the message is needed, and the administrators read it', async () => {
  const { ana, admin, administrator, bruno, other } = await scene();
  const { screen, user, quiet } = await openScreen('/all/reports', ana);
  const dialog = await begin({ screen, quiet });
  await user.type(await dialog.findByRole('combobox', { name: 'Com quem' }), bruno.email);
  await user.click(await dialog.findByRole('option', { name: new RegExp(bruno.email) }));
  await dialog.findByText(/seu pedido vai para os administradores/);
  await send(dialog);
  await dialog.findByText(/pelo menos 10 caracteres/);
  await dialog.fill('Mensagem', 'Vamos fechar o mês juntos.');
  await send(dialog);
  await screen.findByText('Pedido enviado aos administradores. Você será avisado da decisão.');
  expect((await admin.call(requests, { query: { scope: 'unit' } })).data).toMatchObject([
    { name: bruno.name, asked_by: ana.name, reason: 'Vamos fechar o mês juntos.' },
  ]);
  expect((await other.call(mine, {})).data).toEqual([]);
  const [asked] = (await admin.call(requests, { query: { scope: 'unit' } })).data;
  await openScreen(`/catalogs?tab=queue&request=${asked?.id}`, administrator);
  await screen.dialog(`${ana.name} pede Balanço para ${bruno.name}`);
});

test('an administrator finds a user by name and gives the report with it', async () => {
  const { administrator, report, bruno, other } = await scene();
  const { screen, user, quiet } = await openScreen('/all/reports', administrator);
  const dialog = await begin({ screen, quiet });
  await user.type(await dialog.findByRole('combobox', { name: 'Com quem' }), bruno.name);
  await user.click(await dialog.findByRole('option', { name: new RegExp(bruno.email) }));
  await dialog.findByText('Passa a ver este relatório e recebe um aviso com o link.');
  await send(dialog);
  await screen.findByText(`${bruno.name} já pode ver Balanço e recebeu o link.`);
  expect((await other.call(mine, {})).data.map(({ id }) => id)).toEqual([report.id]);
  expect((await other.call(notifications, {})).data).toMatchObject([{ kind: 'report_shared' }]);
});

test('where the unit does not let readers share, there is nothing to press', async () => {
  const { ana, admin } = await scene();
  await admin.call(updateConfig, { body: { readers_share: false, version: 1 } });
  const { screen } = await openScreen('/all/reports', ana);
  await (await screen.row('Balanço')).click('button', 'Ações');
  await screen.findByRole('menuitem', { name: 'Abrir em página própria' });
  expect(screen.queryByRole('menuitem', { name: 'Compartilhar' })).toBeNull();
});

test('a reader asks for the own group; the administrators decide for the group and not for one of it', async () => {
  const { ana, admin, administrator, bruno, other, report } = await scene();
  const group = await admin.call(userGroups.add, { body: { name: 'Compras' } });
  const membership_ids = [ana, bruno].map(({ membership_id }) => membership_id ?? '');
  await admin.call(userGroups.addMembers, { params: { id: group.id }, body: { membership_ids } });
  const { screen, user, quiet } = await openScreen('/all/reports', ana);
  const dialog = await begin({ screen, quiet });
  await user.type(await dialog.findByRole('combobox', { name: 'Com quem' }), 'Compras');
  await user.click(await dialog.findByRole('option', { name: /Compras/ }));
  await dialog.findByText(/^Quem do grupo já vê este relatório recebe o link\. Para os demais, seu pedido vai/);
  await dialog.fill('Mensagem', 'Vamos fechar o mês juntos.');
  await send(dialog);
  await screen.findByText(/^Pedido enviado aos administradores\./);
  const [asked] = (await admin.call(requests, { query: { scope: 'unit' } })).data;
  const queue = await openScreen(`/catalogs?tab=queue&request=${asked?.id}`, administrator);
  const panel = await queue.screen.dialog(`${ana.name} pede Balanço para Compras`);
  await panel.findByText('Para 2 usuários do grupo');
  expect(panel.queryByText('Por um grupo')).toBeNull();
  await panel.click('button', 'Conceder');
  await queue.screen.findByText('Compras recebeu acesso a Balanço.');
  expect((await other.call(mine, {})).data.map(({ id }) => id)).toEqual([report.id]);
});
