/** Announcements: who may write them, whom they reach, and how they are read. */
import * as broadcasts from '@vitrine/contract/notifications/broadcasts.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

const body = {
  type: 'doc' as const,
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Às 7h, {{first_name}}.' }] }],
};
const texts = { 'pt-BR': { subject: 'Inventário', body } };

test('a draft is made with a subject and those who are to read it', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  const { screen } = await openScreen('/notifications/announcements?announcement=new', admin);
  const form = await screen.dialog('Novo comunicado');
  await form.click('button', 'Novo comunicado');
  await form.findByText('O campo Assunto é obrigatório!');
  await form.fill(/^Assunto/, 'Inventário');
  await form.click('radio', 'Todos da unidade');
  await form.click('button', 'Novo comunicado');
  await screen.object('Inventário');
  const { data } = await asAdmin.call(broadcasts.list, {});
  expect(data.map(({ state, audience }) => [state, audience])).toEqual([['draft', 'all']]);
});

test('it is sent, read whole by a reader, and its reach is told', async () => {
  const { admin, reader, asAdmin } = await sceneIn(world);
  const { id } = await asAdmin.call(broadcasts.add, { body: { texts, audience: 'all', link: '/all/reports' } });
  const { screen } = await openScreen(`/notifications/announcements/${id}`, admin);
  const page = await screen.object('Inventário');
  await page.click('button', 'Enviar');
  const sending = await screen.dialog('Enviar comunicado');
  await sending.findByText(/Chega a 2 usuários agora\./);
  await sending.click('button', 'Enviar agora');
  await screen.findByText('O comunicado está a caminho.');
  await world.runJobs();

  const { screen: readers } = await openScreen('/notifications', reader);
  await readers.click('button', /Inventário/);
  const opened = await readers.dialog('Inventário');
  await opened.findByText('Às 7h, Célia.');
  await opened.findByRole('button', { name: 'Abrir' });
  const seen = async () => (await asAdmin.call(broadcasts.reach, { params: { id } })).seen_portal;
  await expect.poll(seen).toBe(1);

  const { screen: reached } = await openScreen(`/notifications/announcements/${id}?tab=reach`, admin);
  await reached.row('Célia Prates');
});

test('who has not the right finds no announcements', async () => {
  const { reader } = await sceneIn(world);
  const { screen } = await openScreen('/notifications', reader);
  await screen.findByText('Nenhuma notificação');
  await expect.poll(() => screen.queryByRole('link', { name: 'Comunicados' })).toBeNull();
});
