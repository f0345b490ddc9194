/** Asking to act for somebody: a partner from its list of units, and what the one who was asked by mail sees. */
import { query } from '@vitrine/api/platform/database/query.ts';
import * as contract from '@vitrine/contract/signIn/remoteAccess.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

async function scene(settings: Record<string, unknown> = { allow_access_remote: true }) {
  const partner = await world.partner();
  const unit = await partner.unit({ tenant: { name: 'Loja Matriz' }, settings });
  const boss = await unit.person('admin', { person: { name: 'Rita Alves' } });
  return { unit, boss, staff: await partner.person({ unit }) };
}

test('a partner asks somebody of a unit from its list, and waits', async () => {
  const { boss, staff } = await scene();
  const { screen } = await openScreen('/companies', staff);
  await screen.chooseAction('Loja Matriz', 'Agir como administrador ou usuário');
  const panel = await screen.dialog('Agir no lugar de alguém de Loja Matriz');
  await panel.choose('No lugar de', 'Rita Alves (administrador)');
  await panel.findByText('Rita Alves recebe o pedido e tem cinco minutos para responder.');
  await panel.fill('Motivo', 'Conferir os filtros da loja');
  await panel.click('button', 'Continuar');
  await screen.findByText(/^Aguardando a resposta de Rita Alves/);
  await screen.findByText(/^Faltam [45]:\d\d para responder$/);
  await screen.click('button', 'Cancelar pedido');
  await screen.findByText('O pedido foi cancelado.');
  const stored = await world.owner.run(query.selectFrom('remote_access').select(['state', 'back_path']).where('person_id', '=', boss.id));
  expect(stored).toEqual([{ state: 'cancelled', back_path: '/companies' }]);
});

test('whoever does not stand among the first fifty is found by name', async () => {
  const { unit, staff } = await scene();
  for (let n = 0; n < 55; n++) await unit.person('admin', { person: { name: `Aline ${n}` } });
  const { screen, user } = await openScreen('/companies', staff);
  await screen.chooseAction('Loja Matriz', 'Agir como administrador ou usuário');
  const panel = await screen.dialog('Agir no lugar de alguém de Loja Matriz');
  await user.type(await panel.findByRole('combobox', { name: 'No lugar de' }), 'rita');
  // Without a layout the list counts as hidden once it was placed anew.
  await user.click(await screen.findByRole('option', { name: 'Rita Alves (administrador)', hidden: true }));
  await panel.findByText('Rita Alves recebe o pedido e tem cinco minutos para responder.');
});

test('a unit that does not allow it says so instead of a form', async () => {
  const { staff } = await scene({});
  const { screen } = await openScreen('/companies', staff);
  await screen.chooseAction('Loja Matriz', 'Agir como administrador ou usuário');
  const panel = await screen.dialog('Agir no lugar de alguém de Loja Matriz');
  await panel.findByText(/^Loja Matriz não permite acesso remoto\./);
});

test('a partner’s person who was asked by mail answers on the page that the mail leads to', async () => {
  const { staff } = await scene();
  const operator = await world.signIn(await world.operator());
  const { id } = await operator.call(contract.askStaff, {
    body: { person_id: staff.id, reason: 'Conferir a lista de unidades', minutes: 30, mode: 'full', from: '/partners' },
  });
  const { screen } = await openScreen(`/authorization/${id}`, staff);
  await screen.findByText('Conferir a lista de unidades');
  await screen.click('button', 'Permitir só ver');
  await screen.findByText('Este pedido já foi respondido ou não vale mais.');
  expect(await operator.call(contract.get, { params: { id } })).toMatchObject({ state: 'allowed', mode: 'read' });
});

test('when it is over the same page is the receipt of a partner’s person', async () => {
  const { staff } = await scene();
  const [own, operator] = [await world.signIn(staff), await world.signIn(await world.operator())];
  const { id } = await operator.call(contract.askStaff, {
    body: { person_id: staff.id, reason: 'Conferir a lista de unidades', minutes: 30, mode: 'read', from: '/partners' },
  });
  await own.call(contract.answer, { params: { id }, body: { mode: 'read', word: '' } });
  operator.token = (await operator.call(contract.enter, { params: { id } })).token;
  await operator.call(contract.seen, { body: { screen: 'companies' } });
  await operator.call(contract.leave, {});
  const { screen } = await openScreen(`/authorization/${id}`, staff);
  await screen.findByText(/^Acesso remoto de /);
  await screen.findByText(/Abriu a tela Unidades de negócio/);
  await screen.findByText(/encerrado por quem entrou/);
});
