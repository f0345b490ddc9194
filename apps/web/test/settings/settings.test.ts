/** Settings of a unit and of a partner: found, inherited, refused, on trial, and whom they belong to. */
import { query } from '@vitrine/api/platform/database/query.ts';
import { uuidv7 } from '@vitrine/api/platform/database/uuid.ts';
import * as configuration from '@vitrine/contract/settings/settings.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import type { Part } from '../harness/part.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();
const done = /^Configurações salvas: /;
const forbidden = 'Você não tem permissão para acessar esta página.';

const save = (screen: Part) => screen.click('button', 'Salvar alterações');
/** Finds a setting by its name, and goes to where it stands. */
async function find(screen: Part, words: string, label: RegExp): Promise<void> {
  await screen.fill('Buscar configuração', words);
  await screen.click('link', label);
}

const stored = async ({ id }: { id: string }) => {
  const [row] = await world.owner.run(
    query.selectFrom('tenant_setting').select(['value', 'ip_probation_until', 'version']).where('tenant_id', '=', id),
  );
  return { value: row?.value as Record<string, unknown>, trial: row?.ip_probation_until !== null, version: row?.version ?? 0 };
};

test('settings are found by their names', async () => {
  const { admin } = await sceneIn(world);
  const { screen, address } = await openScreen('/setting', admin);
  await screen.fill('Buscar configuração', 'xyzw');
  await screen.findByText('Nenhuma configuração com “xyzw”.');
  await find(screen, 'marca-d’agua', /^Marca-d’água nos relatórios/);
  await expect.poll(address).toBe('/setting?section=reports&setting=enable_watermark');
  const field = await screen.field(/^Marca-d’água nos relatórios/);
  await expect.poll(() => document.activeElement).toBe(field);
  expect(screen.queryByLabelText('Fuso horário'), 'one section at a time').toBeNull();
});

test('a list of addresses that excludes its author warns, is on trial, and goes back by itself', async () => {
  const { unit, admin } = await sceneIn(world);
  const { screen, user } = await openScreen('/setting?section=access', admin);
  await user.click(await screen.field(/^Só destes endereços/));
  await screen.click('button', 'Acrescentar endereço');
  await screen.fill('Endereço 1', '203.0.113.0/24');
  await save(screen);
  await screen.findByText(/Seu IP atual \(198\.51\.100\.7\) está fora das faixas configuradas/);
  await screen.click('button', 'Não');
  expect(await stored(unit), 'nothing is saved without a yes').toMatchObject({ trial: false });
  expect((await stored(unit)).value).not.toHaveProperty('ip');

  await save(screen);
  await screen.click('button', 'Sim');
  await expect.poll(async () => stored(unit)).toMatchObject({ trial: true, value: { ip: true } });
  await screen.findByRole('heading', { name: 'IP não permitido!' });

  await world.owner.run(
    query
      .updateTable('tenant_setting')
      .set({ ip_probation_until: new Date(Date.now() - 1000) })
      .where('tenant_id', '=', unit.id),
  );
  await screen.click('link', 'Voltar para a entrada');
  await screen.fill('E-mail', admin.email);
  await screen.fill('Senha', admin.password);
  await screen.click('button', 'Entrar');
  await screen.findByRole('navigation', { name: 'Menu principal' });
});

test('what somebody else saved meanwhile is told, and the own changes can be kept', async () => {
  const { unit, admin, asAdmin } = await sceneIn(world);
  const { screen } = await openScreen('/setting', admin);
  await screen.fill('Duração da sessão', '12');
  const { version } = await asAdmin.call(configuration.getConfig, {});
  await asAdmin.call(configuration.updateConfig, { body: { show_name_report: false, version } });
  await save(screen);
  await screen.findByText('Outra pessoa salvou a configuração enquanto você editava.');
  await screen.click('button', 'Manter minhas alterações');
  await expect.poll(() => screen.queryByRole('button', { name: 'Manter minhas alterações' })).toBeNull();
  expect((await screen.field('Duração da sessão')).value).toMatch(/^12/);
  await save(screen);
  await expect.poll(async () => (await stored(unit)).value).toMatchObject({ login_timeout: 12, show_name_report: false });
});

test('the mail password goes in and never comes out', async () => {
  const { admin } = await sceneIn(world);
  const { screen, user, reload, answers } = await openScreen('/setting?section=mail', admin);
  await user.click(await screen.field(/^Usar servidor de e-mail próprio/));
  await screen.fill('Nome do remetente', 'Relatórios');
  await screen.fill('E-mail do remetente', 'relatorios@unidade.example');
  await screen.fill('Servidor', 'mail.unidade.example');
  await screen.fill('Senha do servidor', 'segredo-do-correio-7');
  await save(screen);
  await screen.findByText(done);
  await reload();
  const field = await screen.field('Senha do servidor');
  expect(field.placeholder).toBe('Guardado. Deixe em branco para manter.');
  expect(field.value).toBe('');
  expect(answers.some((text) => text.includes('mail.unidade.example'))).toBe(true);
  expect(answers.filter((text) => text.includes('segredo-do-correio-7'))).toEqual([]);
});

test('a reader comes from there to the own preferences, and finds nothing of the unit', async () => {
  const { reader } = await sceneIn(world);
  const { screen, address } = await openScreen('/setting', reader);
  await screen.findByRole('heading', { name: 'Preferências' });
  expect(address()).toBe('/account?section=preferences');
  const menu = await screen.findByRole('navigation', { name: 'Menu principal' });
  expect(menu.textContent).toContain('Minha conta');
  expect(menu.textContent).not.toContain('Configurações');
  await screen.choose('Idioma', 'Português (Portugal)');
  await expect.poll(() => document.documentElement.lang).toBe('pt-PT');
});

test('the operator sees partners and their units, and no screen of a unit', async () => {
  const partner = await world.partner();
  const [unit, foreign] = [await partner.unit(), await world.unit()];
  const operator = await world.operator();
  const { screen, reload } = await openScreen(`/partners?q=${partner.marker}`, operator);
  await screen.click('link', partner.name);
  await screen.findByRole('heading', { name: partner.name });
  await screen.findByText(unit.name);
  expect(screen.queryByText(foreign.name)).toBeNull();
  for (const path of ['/reports', '/management/report', '/all/reports', '/setting']) {
    await reload(path);
    await screen.findByRole('heading', { name: 'Página não encontrada' });
  }
});

test('a partner works in the units that are theirs, and keeps no partners', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const { screen, reload } = await openScreen('/management/report', await partner.person({ unit }));
  await screen.findByRole('heading', { name: 'Gestão de relatórios' });
  await reload('/partners');
  await screen.findByRole('heading', { name: 'Página não encontrada' });
});

test('a setting of the unit goes back to what its partner says', async () => {
  const { unit, admin } = await sceneIn(world);
  const { screen } = await openScreen('/setting', admin);
  await find(screen, 'nome do relatorio', /^Mostrar o nome do relatório/);
  const shown = async () => (await screen.field('Mostrar o nome do relatório')).checked;
  expect(await shown()).toBe(true);
  await screen.findByText('Definido aqui (padrão do parceiro: desligado)');
  await screen.click('button', 'Usar o padrão');
  await expect.poll(shown).toBe(false);
  await save(screen);
  await screen.findByText(done);
  expect((await stored(unit)).value).not.toHaveProperty('show_name_report');
});

test('a mail server is tried before it is saved, and what is wrong stands at its field', async () => {
  const { admin } = await sceneIn(world);
  const { screen, user } = await openScreen('/setting?section=mail', admin);
  await user.click(await screen.field(/^Usar servidor de e-mail próprio/));
  const attempt = `Enviar e-mail de teste para ${admin.email}`;
  await screen.click('button', attempt);
  await screen.findByText('O campo Servidor é obrigatório!');
  await screen.fill('E-mail do remetente', 'relatorios@unidade.example');
  await screen.fill('Servidor', '127.0.0.1');
  await screen.fill('Porta', '1');
  await screen.click('button', attempt);
  await screen.findByText('O servidor recusou a conexão nesta porta.');
  expect((await screen.field('Servidor')).value).toBe('127.0.0.1');
});

test('a partner says what its units inherit, and goes back to what the platform says', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const { screen, user } = await openScreen('/partner/setting', await partner.person({ unit }));
  await find(screen, 'boas-vindas a quem', /^E-mail de boas-vindas a quem/);
  const invites = () => screen.field(/^E-mail de boas-vindas a quem é acrescentado/);
  await user.click(await invites());
  await save(screen);
  await screen.findByText(done);
  await screen.findByText('Definido aqui (padrão da plataforma: desligado)');
  await screen.click('button', 'Usar o padrão');
  await expect.poll(async () => (await invites()).checked).toBe(false);
  await save(screen);
  await expect.poll(() => screen.queryByRole('button', { name: 'Usar o padrão' })).toBeNull();
});

test('the logo leads where the unit says, and home again', async () => {
  const { unit, reader, asAdmin } = await sceneIn(world);
  const set = async (change: object) => {
    const { version } = await asAdmin.call(configuration.getConfig, {});
    await asAdmin.call(configuration.updateConfig, { body: { ...change, version } });
  };
  await set({ logo_page: '/all/reports', logo_page_default: 0 });
  const { screen, reload, address } = await openScreen('/', reader);
  const leadsTo = async () => (await screen.findByRole('link', { name: unit.name })).getAttribute('href');
  // The logo stands before the settings of the unit have come.
  await expect.poll(leadsTo).toBe('/all/reports');
  await screen.click('link', unit.name);
  await expect.poll(address).toBe('/all/reports');
  await set({ logo_page: 'https://intranet.example/inicio' });
  await reload();
  await expect.poll(leadsTo).toBe('https://intranet.example/inicio');
  await set({ logo_page_default: 1 });
  await reload();
  await expect.poll(leadsTo).toBe('/');
  await screen.click('link', unit.name);
  await expect.poll(address).toBe('/');
});

test('what a unit hides from all, from a role and from a person is in no menu and does not open', async () => {
  const { unit, admin } = await sceneIn(world);
  const { screen, reload } = await openScreen('/setting?section=menu', admin);
  await screen.choose(/^Telas ocultas para todos/, 'Playlists');
  await screen.choose(/^Telas ocultas para leitores/, 'Catálogo');
  await screen.click('button', 'Salvar alterações');
  await screen.findByText(done);
  await reload('/');
  const menu = () => screen.findByRole('navigation', { name: 'Menu principal' });
  const entries = async () => (await menu()).textContent;
  expect(await entries()).toContain('Catálogo');
  await expect.poll(entries).not.toContain('Playlists');

  const person = await unit.person('user', { membership: { hidden_menu: ['all_reports'] } });
  const reader = await openScreen('/catalogs', person);
  await reader.screen.findByRole('heading', { name: forbidden });
  const ofReader = (await reader.screen.findByRole('navigation', { name: 'Menu principal' })).textContent;
  for (const hidden of ['Catálogo', 'Playlists', 'Relatórios']) expect(ofReader).not.toContain(hidden);
  for (const path of ['/playlists', '/all/reports']) {
    await reader.reload(path);
    await reader.screen.findByRole('heading', { name: forbidden });
  }
  await reader.reload('/setting');
  await reader.screen.findByRole('heading', { name: 'Preferências' });
});

test('passwords go off for a domain only when an administrator keeps one', async () => {
  const { unit, admin } = await sceneIn(world);
  const directory = { tenant_id: unit.id, name: 'Matriz', directory_id: unit.id, email_domains: ['matriz.example'] };
  await world.owner.run(query.insertInto('entra_directory').values(directory));
  const { screen, user } = await openScreen('/setting?section=entra', admin);
  const card = screen.within(await screen.findByRole('region', { name: 'Sem senhas' }));
  await card.findByText('Nenhum domínio: todos podem entrar com senha.');
  await card.click('button', 'Escolher domínios');
  const panel = await screen.dialog('Sem senhas');
  await panel.findByText(/Domínios dos seus diretórios: matriz\.example/);
  await user.type(await panel.field('Domínios sem senha'), `${admin.email.split('@')[1]}{Enter}`);
  await panel.click('button', 'Salvar alterações');
  await screen.findByText(/A unidade precisa de um administrador ativo que possa entrar com senha/);
  await user.type(await panel.findByRole('combobox', { name: 'Administradores que mantêm a senha' }), 'Alice');
  await user.keyboard('{ArrowDown}{Enter}');
  await panel.click('button', 'Salvar alterações');
  await screen.findByText('A entrada sem senhas foi salva.');
  await card.findByText('Administradores que mantêm a senha: Alice Prado');
  await card.findByText('1 usuário ainda não tem por onde entrar: convide-o em um diretório acima.');
});

test('a group of the directory is mapped by its number; what is no number is told at its field', async () => {
  const { unit, admin } = await sceneIn(world);
  const directory = { tenant_id: unit.id, id: uuidv7(), name: 'Matriz', directory_id: unit.id, email_domains: ['matriz.example'] };
  await world.owner.run(query.insertInto('entra_directory').values(directory));
  await world.owner.run(query.insertInto('user_group').values({ tenant_id: unit.id, id: uuidv7(), name: 'Compras' }));
  const { screen, user } = await openScreen('/setting?section=entra', admin);
  await screen.click('button', 'Editar: Matriz');
  const panel = await screen.dialog('Matriz');
  await panel.click('button', 'Novo grupo');
  await panel.fill('Nome para reconhecer', 'Compradores');
  await panel.fill('ID do grupo no Microsoft Entra', 'compradores');
  await panel.click('combobox', 'Dá no portal');
  // The list stands beside the panel, and the page without a layout takes it for hidden.
  await user.click(await screen.findByRole('option', { name: 'Compras', hidden: true }));
  await panel.click('button', 'Salvar alterações');
  await panel.findByText(/ID do grupo no Microsoft Entra.*inválid/);
  const value = uuidv7();
  await panel.fill('ID do grupo no Microsoft Entra', value.toUpperCase());
  await panel.click('button', 'Salvar alterações');
  await screen.findByText('Matriz foi salvo.');
  const rows = await world.owner.run(
    query
      .selectFrom('entra_group as e')
      .innerJoin('user_group as g', 'g.id', 'e.group_id')
      .select(['e.value', 'e.name', 'g.name as gives'])
      .where('e.tenant_id', '=', unit.id),
  );
  expect(rows).toEqual([{ value, name: 'Compradores', gives: 'Compras' }]);
});
