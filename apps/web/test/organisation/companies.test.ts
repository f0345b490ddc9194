/** The units of a partner: making one, what it may do, its trial, closing and reopening it. */
import { query } from '@vitrine/api/platform/database/query.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

async function partnerWithUnit(values: Parameters<typeof world.partner>[0] = {}) {
  const partner = await world.partner(values);
  const unit = await partner.unit({ tenant: { name: 'Loja Matriz' } });
  return { partner, unit, staff: await partner.person({ unit }) };
}

const tenant = async (name: string) =>
  (await world.owner.run(query.selectFrom('tenant').selectAll().where('name', '=', name).orderBy('created_at', 'desc')))[0];

test('a partner makes a unit: it sees which address is free, what is refused, and that the invitation went out', async () => {
  const { staff } = await partnerWithUnit({ host: 'lojas.example', partner: { unit_limit: 5, user_limit: 150 } });
  const { screen } = await openScreen('/companies', staff);
  await screen.click('button', 'Nova unidade');
  const panel = await screen.dialog('Nova unidade');
  await panel.findByText('1 de 5 unidades do contrato em uso.');
  await panel.findByText('O seu contrato ainda tem 50 usuários para distribuir.');
  await panel.fill('Nome', 'Loja do Centro');
  await panel.fill('Endereço', 'www');
  await panel.findByText('Este endereço é reservado para o portal. Escolha outro.');
  await panel.fill('Endereço', 'centro');
  await panel.findByText('centro.lojas.example está livre.');
  await panel.click('switch', /^Com um relatório de demonstração/);
  await panel.fill('Nome do primeiro administrador', 'Rita Alves');
  await panel.fill('E-mail do primeiro administrador', 'rita@centro.example');
  await panel.click('button', 'Nova unidade');
  await screen.findByText('Loja do Centro está pronta. O convite foi para rita@centro.example.');
  await screen.findByRole('link', { name: 'Loja do Centro' });
  await world.runJobs();
  const made = await tenant('Loja do Centro');
  const reports = await world.owner.run(
    query
      .selectFrom('report')
      .select('title')
      .where('tenant_id', '=', made?.id ?? ''),
  );
  expect(reports).toEqual([{ title: 'Vendas do ano (exemplo)' }]);
  expect(await tenant('Loja do Centro')).toMatchObject({ subdomain: 'centro', state: 'trial', user_limit: 10 });
});

test('the page of a unit saves its name, address and limit within the contract', async () => {
  const { unit, staff } = await partnerWithUnit({ host: 'redes.example', partner: { user_limit: 120 } });
  const { screen } = await openScreen(`/companies/${unit.id}`, staff);
  await screen.fill('Endereço', 'matriz');
  await screen.findByText('matriz.redes.example está livre.');
  await screen.fill('Limite de usuários', '121');
  await screen.click('button', 'Salvar alterações');
  await screen.findByText('O contrato do parceiro permite 120 usuários em todas as unidades juntas; seriam 121.');
  await screen.fill('Limite de usuários', '120');
  await screen.click('button', 'Salvar alterações');
  await screen.findByText('Loja Matriz foi salva.');
  expect(await tenant('Loja Matriz')).toMatchObject({ subdomain: 'matriz', user_limit: 120 });
});

test('another unit becomes the default of both kinds, told whose it was, and the list marks it', async () => {
  const { partner, unit, staff } = await partnerWithUnit();
  await partner.unit({ tenant: { name: 'Loja da Serra', default_for_cloud: true } });
  const { screen } = await openScreen(`/companies/${unit.id}`, staff);
  await screen.findByText(/Hoje é Loja da Serra; ao salvar, passa a ser esta\./);
  await screen.click('switch', /^Unidade padrão do login/);
  await screen.click('switch', /^Unidade padrão do autocadastro/);
  await screen.click('button', 'Salvar alterações');
  await screen.findByText('Loja Matriz foi salva.');
  expect(await tenant('Loja Matriz')).toMatchObject({ default_for_cloud: true, default_for_registration: true });
  expect(await tenant('Loja da Serra')).toMatchObject({ default_for_cloud: false });
  const { screen: list } = await openScreen('/companies', staff);
  const row = await list.row('Loja Matriz');
  await row.findByText('Login corporativo');
  await row.findByText('Autocadastro');
});

test('a unit is closed by its typed name, and reopened', async () => {
  const { partner, staff } = await partnerWithUnit();
  const second = await partner.unit({ tenant: { name: 'Loja da Praia' } });
  const { screen } = await openScreen(`/companies/${second.id}`, staff);
  await screen.click('button', 'Ações');
  await screen.click('menuitem', 'Encerrar a unidade');
  const panel = await screen.dialog('Encerrar Loja da Praia');
  await panel.fill('Digite o nome da unidade para confirmar', 'Outra loja');
  await panel.click('button', 'Encerrar a unidade');
  await panel.findByText(/não é o/);
  await panel.fill('Digite o nome da unidade para confirmar', 'Loja da Praia');
  await panel.click('button', 'Encerrar a unidade');
  await screen.findByText('Loja da Praia foi encerrada.');
  await screen.findByText('Encerrada');
  await screen.click('button', 'Ações');
  await screen.click('menuitem', 'Reabrir a unidade');
  await (await screen.dialog('Reabrir Loja da Praia?')).click('button', 'Reabrir a unidade');
  await screen.findByText('Loja da Praia foi reaberta.');
  expect(await tenant('Loja da Praia')).toMatchObject({ state: 'active', closed_at: null });
});

test('everything of a unit is asked for, prepared and offered for download; closing offers it', async () => {
  const { unit, staff } = await partnerWithUnit();
  const { screen } = await openScreen(`/companies/${unit.id}`, staff);
  await screen.click('button', 'Ações');
  await screen.click('menuitem', 'Exportar tudo');
  const dialog = await screen.dialog('Exportar tudo de Loja Matriz');
  await dialog.click('button', 'Preparar o arquivo');
  await dialog.findByText(/está sendo preparado/);
  await world.runJobs();
  await dialog.findByText(/^O arquivo de .* está pronto/, {}, { timeout: 10_000 });
  await dialog.findByRole('button', { name: 'Baixar o arquivo' });
  const { screen: again } = await openScreen(`/companies/${unit.id}`, staff);
  await again.click('button', 'Ações');
  await again.click('menuitem', 'Encerrar a unidade');
  await (await again.dialog('Encerrar Loja Matriz')).click('button', 'Exportar tudo');
  await (await again.dialog('Exportar tudo de Loja Matriz')).findByRole('button', { name: 'Preparar de novo' });
});
