/** What is kept for how long, and legal holds on the screen: put, refused, lifted. */
import { get, hold } from '@vitrine/contract/privacy/retention.ts';
import { erase } from '@vitrine/contract/people/users.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

test('each kind is told in plain words, with its period, what becomes of it and whether a hold keeps it', async () => {
  const { admin } = await sceneIn(world);
  const { screen } = await openScreen('/privacy/retention', admin);
  const views = await screen.row(/^Aberturas de relatórios/);
  views.getByText('12 meses');
  views.getByText('Fica sem nomes nem endereços');
  views.getByText('Nada saiu ainda');
  (await screen.row(/^Notificações/)).getByText(/Os que já foram lidos saem depois de 90 dias/);
  await screen.findByText('Nenhuma preservação. O que passa do prazo sai.');
});

test('a hold on one user is put, tells who put it, keeps the user from being erased, and is lifted once that is confirmed', async () => {
  const { admin, reader, asAdmin } = await sceneIn(world);
  const { screen } = await openScreen('/privacy/retention?hold=new', admin);
  const form = await screen.dialog('Nova preservação legal');
  await form.click('button', 'Adicionar');
  await form.findByText(/Motivo.*obrigatório/i);
  await form.choose('Usuário', `${reader.name} (${reader.email})`);
  await form.fill('Motivo', 'Processo 12');
  await form.click('button', 'Adicionar');
  await screen.findByText('A preservação vale a partir de agora.');
  const row = await screen.row(/^Célia Prates/);
  row.getByText('Processo 12');
  row.getByText('Até ser encerrada');
  row.getByText('por Alice Prado');
  await screen.findByText(/^1 preservação vale agora/);
  const erasure = { params: { id: reader.membership_id ?? '' }, query: { confirm: 'CÉLIA_PRATES' } };
  expect((await asAdmin.refusal(erase, erasure)).body.message).toMatch(/^Uma preservação legal cobre este usuário/);
  await screen.click('button', 'Encerrar a preservação de: Célia Prates');
  await (await screen.dialog('Encerrar a preservação de: Célia Prates')).click('button', 'Encerrar');
  await screen.findByText('A preservação foi encerrada.');
  expect((await asAdmin.call(get, {})).holds).toMatchObject([{ state: 'lifted', lifted_by: 'Alice Prado' }]);
  await expect.poll(() => screen.queryByRole('button', { name: /^Encerrar a preservação/ })).toBeNull();
});

test('a partner reads what is held and changes nothing; a reader has no such page', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const admin = await world.signIn(await unit.person('admin'));
  await admin.call(hold, { body: { membership_id: null, reason: 'Processo 12', ends_on: '2031-01-31' } });
  const { screen } = await openScreen('/privacy/retention', await partner.person({ unit }));
  (await screen.row(/^Toda a unidade/)).getByText('31/01/2031');
  expect(screen.queryByRole('button', { name: 'Preservar' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Encerrar/ })).toBeNull();
  const { screen: readers } = await openScreen('/privacy/retention', await unit.person('user'));
  await readers.findByRole('heading', { level: 1 });
  expect(readers.queryByText('O que é guardado por um tempo')).toBeNull();
});
