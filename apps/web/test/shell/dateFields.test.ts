/** Days and hours as they are typed: what is understood, what is refused, and that nothing of it is lost. */
import { list } from '@vitrine/contract/settings/accessHours.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

test('a day is typed as people write it, stays when it is none, and can be picked', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  const { screen, user } = await openScreen('/user?user=new', admin);
  const form = await screen.dialog('Novo usuário');
  const email = `dia-${Date.now()}@unidade.example`;
  await form.fill('Nome', 'Dália Prestes');
  await form.fill('E-mail', email);
  const day = await form.field('Data de bloqueio');
  await user.type(day, '31/02/2030');
  await user.tab();
  await form.findByText('Escreva a data assim: 25/12/2026.');
  await form.click('button', 'Adicionar');
  expect(day.value, 'what was typed').toBe('31/02/2030');
  await user.clear(day);
  await user.type(day, '3/4/30');
  await user.tab();
  expect(day.value).toBe('03/04/2030');
  await user.click(day);
  await user.keyboard('{ArrowDown}');
  const calendar = await screen.dialog('Calendário');
  calendar.getByText('abril 2030');
  await calendar.click('button', '15/04/2030');
  expect(day.value).toBe('15/04/2030');
  expect(document.activeElement, 'the focus returns').toBe(day);
  await form.click('button', 'Adicionar');
  const added = async () => (await asAdmin.call(users.list, { query: { q: email } })).data[0]?.id;
  await expect.poll(added).toBeDefined();
  expect((await asAdmin.call(users.get, { params: { id: (await added()) ?? '' } })).block_on).toBe('2030-04-15');
});

test('an hour is typed in several ways or taken from the list, and is one of 24', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  const { screen, user } = await openScreen('/setting?section=hours', admin);
  await screen.click('button', 'Novo horário');
  const form = await screen.dialog('Novo horário');
  await form.fill('Nome', 'Comercial');
  const start = await form.field('segunda-feira, faixa 1: início');
  await user.clear(start);
  await user.type(start, '25');
  await user.tab();
  await form.findByText('Escreva a hora assim: 18:30.');
  expect(start.value).toBe('25');
  await user.clear(start);
  await user.type(start, '7h30');
  await user.tab();
  expect(start.value).toBe('07:30');
  const end = await form.field('segunda-feira, faixa 1: fim');
  await user.clear(end);
  await user.type(end, '1630');
  await form.click('button', 'Salvar alterações');
  await expect
    .poll(async () => (await asAdmin.call(list, {})).data[0]?.ranges.find(({ day }) => day === 1))
    .toEqual({ day: 1, start: '07:30', end: '16:30' });
});
