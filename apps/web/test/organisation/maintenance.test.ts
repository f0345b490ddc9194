/** Maintenance: who switches it, and what the people see who are inside. */
import { query } from '@vitrine/api/platform/database/query.ts';
import type { World } from '@vitrine/api/test/harness/world.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

const maintain = (values: object, partner: Awaited<ReturnType<World['partner']>>) =>
  world.owner.run(query.updateTable('partner').set(values).where('id', '=', partner.id));
const gate = { name: 'O portal está em manutenção' };

async function partnerWithReader() {
  const partner = await world.partner();
  const unit = await partner.unit();
  return { partner, staff: await partner.person({ unit }), reader: await unit.person('user', { person: { name: 'Célia Prates' } }) };
}

test('a partner begins its maintenance with a message and ends it on the same screen', async () => {
  const { partner, staff } = await partnerWithReader();
  const { screen } = await openScreen('/maintenance', staff);
  await screen.click('button', `Iniciar manutenção: ${partner.name}`);
  const panel = await screen.dialog(`Iniciar manutenção: ${partner.name}`);
  await panel.fill('Mensagem', 'Trocamos o banco de dados');
  await panel.choose('Duração', 'Até alguém encerrar');
  await panel.click('button', 'Iniciar manutenção');
  await screen.findByText('A manutenção começou.');
  await screen.findByText('Em manutenção até alguém encerrar');
  await screen.findByText('Trocamos o banco de dados');
  await screen.click('button', `Encerrar manutenção: ${partner.name}`);
  await screen.findByText('A manutenção foi encerrada.');
  await screen.findByText('Aberto');
});

test('the operator finds the platform and every partner, and begins for an hour', async () => {
  const { partner } = await partnerWithReader();
  const { screen } = await openScreen('/maintenance', await world.operator());
  await screen.findByRole('button', { name: 'Iniciar manutenção: Toda a plataforma' });
  await screen.click('button', `Iniciar manutenção: ${partner.name}`);
  const panel = await screen.dialog(`Iniciar manutenção: ${partner.name}`);
  await panel.click('button', 'Iniciar manutenção');
  await screen.findByText(/^Em manutenção até \d/);
  await screen.findByRole('button', { name: `Encerrar manutenção: ${partner.name}` });
});

test('who is inside is covered with the message at the next call, and goes on by themselves with what they typed', async () => {
  const { partner, reader } = await partnerWithReader();
  const { screen, user, quiet } = await openScreen('/all/reports', reader);
  const search = await screen.findByRole<HTMLInputElement>('searchbox');
  await quiet();
  await maintain({ maintenance_until: new Date(Date.now() + 2000), maintenance_message: 'Voltamos já' }, partner);
  await user.type(search, 'vendas');
  await screen.findByRole('heading', gate);
  await screen.findByText('Voltamos já');
  await screen.findByText(/^A previsão é voltar em/);
  await expect.poll(() => screen.queryByRole('heading', gate), { timeout: 30_000 }).toBeNull();
  expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('vendas');
});

test('who comes during it waits at the door, and may leave', async () => {
  const { partner, reader } = await partnerWithReader();
  const { screen, reload, address } = await openScreen('/', reader);
  await screen.findByRole('heading', { name: /Célia/ });
  await maintain({ maintenance_until: new Date(Date.now() + 3_600_000), maintenance_message: 'Voltamos já' }, partner);
  await reload();
  await screen.findByRole('heading', gate);
  await screen.click('button', 'Sair');
  await screen.fill('E-mail', reader.email);
  await screen.fill('Senha', reader.password);
  expect(address()).toMatch(/^\/signin/);
  await screen.click('button', 'Entrar');
  await screen.findByRole('heading', { name: /em manutenção/ });
  await screen.findByText('Voltamos já');
});
