/** The words of mails and notifications, as whoever looks after the unit writes them. */
import * as wordings from '@vitrine/contract/notifications/wordings.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();
const granted = { kind: 'notice_report_granted', language: 'pt-BR' };

test('a message is found, worded with what can stand in it, looked at, and given back to the portal', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  const { screen } = await openScreen('/notifications/texts', admin);
  const kinds = screen.within(await screen.findByRole('navigation', { name: 'Mensagens do portal' }));
  await kinds.fill('Buscar mensagem', 'ver um relatorio');
  await kinds.click('button', /^Novo relatório para você/);
  await screen.fill(/^Assunto/, 'Chegou: {{report}}');
  await screen.click('button', /^\{\{report\}\}/);
  await screen.click('button', 'Ver como fica');
  const frame = await screen.findByTitle<HTMLIFrameElement>('Prévia da mensagem');
  expect(frame.getAttribute('sandbox')).toBe('');
  await screen.findByText(/^Assunto: Chegou: /);
  await screen.click('button', 'Salvar alterações');
  await screen.findByText('Texto guardado. Vale a partir da próxima mensagem.');
  const { words } = await asAdmin.call(wordings.get, { params: granted });
  expect([words?.subject, words?.text.endsWith('{{report}}')]).toEqual(['Chegou: {{report}}', true]);
  await screen.click('button', 'Voltar ao texto do portal');
  await (await screen.dialog(/^Voltar ao texto do portal\?/)).click('button', 'Sim');
  await screen.findByText('Agora vale o texto do portal.');
  expect((await asAdmin.call(wordings.get, { params: granted })).words).toBeNull();
});

test('a name that the message does not know is told at its field, and nothing is lost', async () => {
  const { admin } = await sceneIn(world);
  const { screen } = await openScreen('/notifications/texts?kind=notice_report_granted&language=pt-BR', admin);
  await screen.fill(/^Assunto/, 'Para {{senha}}');
  await screen.click('button', 'Salvar alterações');
  await screen.findByText(/usa \{\{senha\}\}, que não existe/);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Assunto/ }).value).toBe('Para {{senha}}');
});
