/** Notices at sign-in: written by whoever looks after the unit, read by everybody who comes to its page, in the language of the page. */
import * as signInNotices from '@vitrine/contract/notifications/signInNotices.ts';
import { expect, test } from 'vitest';
import type { Part } from '../harness/part.ts';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

/** From the past far into the future. */
async function fillTimes(form: Part): Promise<void> {
  await form.fill('Aparece a partir de', '01/11/2026');
  await form.fill('Hora (Aparece a partir de)', '08:00');
  await form.fill('Desaparece em', '01/11/2036');
  await form.fill('Hora (Desaparece em)', '08:00');
}

test('a notice is written, read before signing in, and deleted', async () => {
  const { admin, asAdmin } = await sceneIn(world, { host: 'notices.example' });
  const { screen } = await openScreen('/notifications/sign_in?edit=new', admin);
  await screen.findByText('Nenhum aviso na entrada');
  const form = await screen.dialog('Novo aviso na entrada');
  await form.fill('Texto · Português (Brasil)', 'Manutenção no sábado, das 8h às 10h.');
  await form.fill('Texto · English', 'Maintenance on Saturday, from 8 to 10.');
  await form.fill('Endereço de “Saiba mais”', 'http://example.com');
  await fillTimes(form);
  await form.click('button', 'Adicionar');
  await form.findByText('O campo Endereço de “Saiba mais” é inválido!');
  await form.fill('Endereço de “Saiba mais”', 'https://example.com/agenda');
  await form.click('button', 'Adicionar');
  await screen.findByText('Aviso guardado. Ele aparece e desaparece sozinho.');
  await screen.findByRole('cell', { name: 'Aparece agora' });
  await screen.findByRole('cell', { name: 'Español, Português (Portugal)' });

  const { screen: page } = await openScreen('/signin', null, { host: 'notices.example' });
  await page.findByText(/Manutenção no sábado, das 8h às 10h/);
  expect((await page.findByRole<HTMLAnchorElement>('link', { name: 'Saiba mais' })).href).toBe('https://example.com/agenda');
  const { screen: english } = await openScreen('/signin', null, { host: 'notices.example', locale: 'en-US' });
  await english.findByText(/Maintenance on Saturday/);
  const { screen: spanish } = await openScreen('/signin', null, { host: 'notices.example', locale: 'es' });
  await spanish.findByText(/Manutenção no sábado/);

  const { screen: again } = await openScreen('/notifications/sign_in', admin);
  await again.chooseAction(/Manutenção no sábado/, 'Excluir');
  const sure = await again.dialog(/Excluir/);
  await sure.fill(/^Para confirmar/, 'MANUTENÇÃO_NO_SÁBADO,');
  await sure.click('button', 'Excluir');
  await again.findByText('Aviso excluído.');
  expect((await asAdmin.call(signInNotices.list, {})).data).toEqual([]);
});

test('the operator writes those of the platform’s own page', async () => {
  const operator = await world.operator();
  const { screen } = await openScreen('/notifications/sign_in?edit=new', operator);
  const form = await screen.dialog('Novo aviso na entrada');
  await form.fill('Texto · Português (Brasil)', 'Bem-vindo.');
  await fillTimes(form);
  await form.click('button', 'Adicionar');
  await screen.findByText('Aviso guardado. Ele aparece e desaparece sozinho.');
  const { screen: page } = await openScreen('/signin', null);
  await page.findByText(/Bem-vindo\./);
});
