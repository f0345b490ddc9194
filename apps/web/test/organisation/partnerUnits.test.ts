/** What the operator does to the units of a partner: suspending with a reason, taking it back, erasing by the typed name. */
import { query } from '@vitrine/api/platform/database/query.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

async function unitOf(name: string, tenant: object = {}) {
  const partner = await world.partner();
  const unit = await partner.unit({ tenant: { name, ...tenant } });
  const stored = async () => (await world.owner.run(query.selectFrom('tenant').selectAll().where('id', '=', unit.id)))[0];
  return { partner, unit, stored, path: `/partners/${partner.id}` };
}

test('a unit is suspended with a reason, and let in again', async () => {
  const { stored, path } = await unitOf('Loja Norte');
  const { screen } = await openScreen(path, await world.operator());
  await screen.click('button', 'Ações de Loja Norte');
  await screen.click('menuitem', /^Suspender a unidade/);
  const panel = await screen.dialog('Suspender Loja Norte');
  await panel.click('button', 'Suspender a unidade');
  await panel.findByText('O campo Motivo é obrigatório!');
  await panel.fill('Motivo', 'Fatura de março em aberto');
  await panel.click('button', 'Suspender a unidade');
  await screen.findByText('Loja Norte foi suspensa.');
  await screen.findByText('Motivo: Fatura de março em aberto');
  await screen.click('button', 'Ações de Loja Norte');
  await screen.click('menuitem', /^Retirar a suspensão/);
  await (await screen.dialog('Retirar a suspensão de Loja Norte?')).click('button', 'Retirar a suspensão');
  await screen.findByText('Loja Norte está aberta de novo.');
  expect(await stored()).toMatchObject({ state: 'active', suspended_for: '' });
});

test('the partner reads why a unit was suspended', async () => {
  const { partner, unit } = await unitOf('Loja Leste', { state: 'suspended', suspended_for: 'Fatura de março em aberto' });
  const { screen } = await openScreen(`/companies/${unit.id}`, await partner.person());
  await screen.findByText('Fatura de março em aberto');
});

test('a unit is erased by its typed name, says so until it is gone, and nothing can be done to it meanwhile', async () => {
  const { stored, path } = await unitOf('Loja Sul');
  const { screen } = await openScreen(path, await world.operator());
  await screen.click('button', 'Ações de Loja Sul');
  await screen.click('menuitem', /^Excluir a unidade/);
  const dialog = await screen.dialog(/Loja Sul/);
  await dialog.findByText(/As faturas do cliente/);
  expect((await dialog.findByRole('button', { name: 'Excluir' })).hasAttribute('disabled')).toBe(true);
  await dialog.fill(/digite o nome/, 'LOJA_SUL');
  await dialog.click('button', 'Excluir');
  await screen.findByText('Loja Sul está sendo excluída.');
  await screen.findByText('Sendo excluída');
  expect(screen.queryByRole('button', { name: 'Ações de Loja Sul' })).toBeNull();
  await world.runJobs();
  expect(await stored()).toBeUndefined();
});

test('erasing a unit offers everything of it first', async () => {
  const { unit, path } = await unitOf('Loja Oeste');
  const { screen } = await openScreen(path, await world.operator());
  await screen.click('button', 'Ações de Loja Oeste');
  await screen.click('menuitem', /^Excluir a unidade/);
  await (await screen.dialog(/Excluir “Loja Oeste”/)).click('button', 'Exportar tudo');
  const dialog = await screen.dialog('Exportar tudo de Loja Oeste');
  await dialog.click('button', 'Preparar o arquivo');
  await dialog.findByText(/está sendo preparado/);
  const asked = await world.owner.run(query.selectFrom('unit_export').select('state').where('tenant_id', '=', unit.id));
  expect(asked).toEqual([{ state: 'waiting' }]);
});
