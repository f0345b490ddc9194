/** People: the form of one person, many at once, fields of the unit's own, and what an import refuses. */
import { query } from '@vitrine/api/platform/database/query.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import type { Part } from '../harness/part.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

const mark = () => randomBytes(4).toString('hex');
const address = () => `p-${mark()}@unidade.example`;

/** Gives a file to the page's only field for one. */
async function upload(screen: Part, user: { upload: (input: HTMLElement, file: File) => Promise<void> }, text: string): Promise<void> {
  const input = () => screen.element.querySelector<HTMLInputElement>('input[type=file]');
  await expect.poll(input).not.toBeNull();
  const found = input();
  if (found) await user.upload(found, new File([text], 'pessoas.csv', { type: 'text/csv' }));
}

test('an e-mail that looks mistyped is asked about below its field, and taken as it is where that is wished', async () => {
  const { admin } = await sceneIn(world);
  const { screen, user } = await openScreen('/user?user=new', admin);
  const form = await screen.dialog('Novo usuário');
  const someone = `ana.${mark()}`;
  const email = await form.field('E-mail');
  const meant = () => form.queryByRole('button', { name: `Você quis dizer ${someone}@gmail.com?` });
  await user.type(email, `${someone}@gmial.com`);
  expect(meant(), 'nobody is interrupted while typing').toBeNull();
  await user.tab();
  await expect.poll(meant).not.toBeNull();
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(meant());
  await user.keyboard('{Enter}');
  await expect.poll(() => email.value).toBe(`${someone}@gmail.com`);
  await expect.poll(() => document.activeElement).toBe(email);
  expect(meant()).toBeNull();
  await form.fill('E-mail', `${someone}@unidadd.example`);
  await form.fill('Nome', 'Ana Lessa');
  await form.click('button', 'Adicionar');
  await screen.row(`${someone}@unidadd.example`);
});

test('the page of somebody who is on the way is called like its list', async () => {
  const { unit, admin } = await sceneIn(world);
  const one = await unit.person('user', { person: { name: 'Ana Braga' } });
  const { screen, reload, holdUp } = await openScreen('/', admin);
  const answer = holdUp(`/api/users/${one.membership_id}`);
  await reload(`/user/${one.membership_id}`);
  await screen.findByRole('heading', { level: 1, name: 'Usuários' });
  answer();
  await screen.findByRole('heading', { level: 1, name: 'Ana Braga' });
});

test('the page of a person is painted from the list, tells who changed what, and leads back to the list as it was', async () => {
  const { unit, admin, asAdmin } = await sceneIn(world);
  const one = await unit.person('user', { person: { name: 'Ana Braga' } });
  await unit.person('user', { person: { name: 'Bia Braga' } });
  const membership = one.membership_id ?? '';
  await asAdmin.call(users.setState, { params: { id: membership }, body: { state: 'blocked' } });
  const { screen, user, address, holdUp } = await openScreen('/user?q=braga', admin);
  await screen.row('Ana Braga');
  const answer = holdUp(`/api/users/${membership}`);
  await screen.click('link', 'Ana Braga');
  const page = await screen.object('Ana Braga');
  expect(address()).toBe(`/user/${membership}`);
  expect(page.queryByLabelText('E-mail'), 'the form waits for what is stored now').toBeNull();
  answer();
  await page.findByLabelText(/^E-mail/);
  await page.click('tab', 'Histórico');
  await page.findByText('Mudou a situação');
  await page.findByText('Bloqueado', { selector: 'ins' });
  await page.click('button', 'Próximo da lista');
  await screen.object('Bia Braga');
  await user.keyboard('k');
  await screen.object('Ana Braga');
  await screen.within(await screen.findByRole('navigation', { name: 'Onde você está' })).click('link', 'Usuários');
  await screen.row('Bia Braga');
  expect(address()).toBe('/user?q=braga');
});

test('what a menu offers says what it does; the person of another unit is not there', async () => {
  const { unit, admin } = await sceneIn(world);
  const reader = await unit.person('user');
  const { screen, reload } = await openScreen(`/user/${reader.membership_id}`, admin);
  await (await screen.object(reader.name)).click('button', 'Ações');
  const block = await screen.findByRole('menuitem', { name: 'Bloquear' });
  expect(block.textContent).toContain('a licença continua ocupada');
  const elsewhere = (await sceneIn(world)).reader;
  await reload(`/user/${elsewhere.membership_id}`);
  await screen.findByRole('heading', { name: 'Não encontrado' });
  await screen.click('link', 'Ir para Usuários');
  await screen.row(reader.email);
});

test('a wrong e-mail and one that is taken are told at the field', async () => {
  const { admin } = await sceneIn(world);
  const { screen } = await openScreen('/user', admin);
  await screen.click('button', 'Novo usuário');
  const form = await screen.dialog('Novo usuário');
  await form.fill('E-mail', 'sem-arroba');
  await form.click('button', 'Adicionar');
  await form.findByText('O campo Nome é obrigatório!');
  await form.findByText('O campo E-mail é inválido!');
  await form.fill('Nome', 'Outra');
  await form.fill('E-mail', admin.email);
  await form.click('button', 'Adicionar');
  await form.findByText('O campo E-mail repete um valor que já existe.');
});

test('many are chosen and put into a group at once', async () => {
  const { unit, admin, asAdmin } = await sceneIn(world);
  for (const name of ['Ana', 'Caio']) await unit.person('user', { person: { name } });
  await asAdmin.call(userGroups.add, { body: { name: 'Vendas' } });
  const { screen, user, reload } = await openScreen('/user', admin);
  await screen.findByRole('cell', { name: admin.email });
  await screen.click('checkbox', 'Selecionar esta página');
  await screen.click('button', 'Pôr em grupo');
  const dialog = await screen.dialog('Pôr em grupo');
  await dialog.choose(/^Grupo/, 'Vendas');
  await dialog.click('button', 'Pôr em grupo');
  await screen.findByText('4 usuários entraram no grupo.');
  await reload('/group_users');
  await screen.click('link', 'Vendas');
  const page = await screen.object('Vendas');
  const members = page.within(await page.findByRole('tabpanel', { name: 'Membros' }));
  await expect.poll(() => members.queryAllByRole('listitem')).toHaveLength(4);
  await user.click(await members.findByRole('button', { name: 'Retirar Caio do grupo' }));
  await expect.poll(() => members.queryAllByRole('listitem')).toHaveLength(3);
  await screen.findByText('Caio saiu do grupo Vendas.');
  await user.click((await screen.findAllByRole('button', { name: 'Desfazer' })).at(-1) ?? screen.element);
  await expect.poll(() => members.queryAllByRole('listitem')).toHaveLength(4);
});

test('who was made inactive by mistake is brought back from the message, alone and among many', async () => {
  const { unit, admin, asAdmin } = await sceneIn(world);
  for (const name of ['Ana', 'Caio']) await unit.person('user', { person: { name } });
  const { screen } = await openScreen('/user', admin);
  const states = async () => (await asAdmin.call(users.list, { query: { sort: 'name' } })).data.map(({ state }) => state);
  await screen.chooseAction('Ana', 'Inativar');
  await (await screen.dialog('Inativar Ana?')).click('button', 'Inativar');
  await screen.findByText('Ana está inativo.');
  await screen.click('button', 'Desfazer');
  await screen.findByText('Ana está ativo.');
  await screen.click('checkbox', 'Selecionar esta página');
  await screen.click('button', 'Inativar');
  await (await screen.dialog('Inativar')).click('button', 'Inativar');
  await screen.findByText(/^3 usuários inativados\./);
  expect((await states()).filter((state) => state === 'inactive')).toHaveLength(3);
  await screen.click('button', 'Desfazer');
  await screen.findByText('Desfeito: tudo está como antes.');
  expect(new Set(await states())).toEqual(new Set(['active']));
});

test('a field of the unit’s own is in the form at once', async () => {
  const { admin } = await sceneIn(world);
  const { screen, user } = await openScreen('/user?tab=fields', admin);
  await user.click((await screen.findAllByRole('button', { name: 'Novo campo' }))[0] ?? screen.element);
  const form = await screen.dialog('Novo campo');
  await form.fill('Nome', 'Matrícula');
  await form.click('switch', 'Obrigatório');
  await form.click('button', 'Adicionar');
  await screen.row('Matrícula');
  await screen.click('tab', 'Usuários');
  await screen.click('button', 'Novo usuário');
  const person = await screen.dialog('Novo usuário');
  await person.fill('Nome', 'Rui');
  await person.fill('E-mail', address());
  await person.click('button', 'Adicionar');
  await person.findByText('O campo Matrícula é obrigatório!');
});

test('rows whose e-mail looks mistyped are shown first, and imported as they are or as was meant', async () => {
  const { unit, admin } = await sceneIn(world);
  const one = mark();
  const { screen, user } = await openScreen('/user?import=new', admin);
  await upload(screen, user, `Nome;E-mail\nAna;ana.${one}@hotmial.com\nBia;bia.${one}@outlok.com\nCaio;caio.${one}@gmail.com`);
  await screen.click('button', 'Continuar');
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: '2 a conferir' })).checked).toBe(true);
  expect((await screen.findAllByText(/parece ter um erro de digitação/)).length).toBeGreaterThan(0);
  await screen.click('button', `Usar “ana.${one}@hotmail.com”`);
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: '1 a conferir' })).checked).toBe(true);
  await screen.click('button', 'Importar 3 usuários');
  await screen.findByRole('heading', { name: 'Importando…' });
  await world.runJobs();
  await screen.findByRole('button', { name: 'Enviar convites' });
  const emails = await world.owner.run(
    query
      .selectFrom('membership as m')
      .innerJoin('person as p', 'p.id', 'm.person_id')
      .select('p.email')
      .where('m.tenant_id', '=', unit.id)
      .where('p.email', 'like', `%.${one}@%`)
      .orderBy('p.email'),
  );
  expect(emails.map(({ email }) => email)).toEqual([`ana.${one}@hotmail.com`, `bia.${one}@outlok.com`, `caio.${one}@gmail.com`]);
});

test('a wrong character is marked, correcting is the first thing offered, and the steps lead back', async () => {
  const { admin } = await sceneIn(world);
  const one = mark();
  const { screen, user } = await openScreen('/user?import=new', admin);
  await upload(screen, user, `Nome;E-mail\nDalva;dalva.${one}@aurora,example\nBia;bia.${one}@aurora.example`);
  await screen.click('button', 'Continuar');
  await screen.findByText(',', { selector: 'mark' });
  await screen.findByRole('button', { name: 'Corrigir 1 linha' });
  await screen.findByRole('button', { name: /^Ignorar erros e importar/ });
  await screen.click('button', /Colunas$/);
  await screen.findByRole('button', { name: 'Continuar' });
  await screen.click('button', /Arquivo$/);
  await screen.findByRole('button', { name: 'Modelo Excel' });
});

test('a review tells who comes back and how many seats are missing; undoing tells what it leaves', async () => {
  const { unit, admin, asAdmin } = await sceneIn(world);
  const one = mark();
  const gone = await asAdmin.call(users.add, { body: { name: 'Ana', email: `ana.${one}@unidade.example` } });
  await asAdmin.call(users.setState, { params: { id: gone.id }, body: { state: 'deactivated' } });
  const seats = (await asAdmin.call(users.surroundings, {})).seats;
  await world.owner.run(
    query
      .updateTable('tenant')
      .set({ user_limit: seats.used + 1 })
      .where('id', '=', unit.id),
  );
  const { screen, user } = await openScreen('/user?import=new', admin);
  await upload(screen, user, `Nome;E-mail\nAna;ana.${one}@unidade.example\nBia;bia.${one}@unidade.example`);
  await screen.click('button', 'Continuar');
  await screen.findByText('Falta 1 licença na unidade: a última linha ficará de fora.');
  await screen.findByRole('checkbox', { name: 'Reativar 1 usuário desativado' });
  await screen.click('button', 'Importar 2 usuários');
  await screen.findByRole('heading', { name: 'Importando…' });
  await world.runJobs();
  await screen.click('button', 'Desfazer importação');
  const dialog = await screen.dialog('Desfazer importação');
  await dialog.findByText('1 usuário que entrou por esta importação será desativado.');
  await dialog.click('button', 'Desfazer importação');
  await screen.findByText('Esta importação foi desfeita. 1 usuário foi desativado.');
});

test('who was deactivated is offered for return when they are added again', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  const email = address();
  const gone = await asAdmin.call(users.add, { body: { name: 'Ana Lima', email } });
  await asAdmin.call(users.setState, { params: { id: gone.id }, body: { state: 'deactivated' } });
  const { screen } = await openScreen('/user?user=new', admin);
  const form = await screen.dialog('Novo usuário');
  await form.fill('Nome', 'Ana Lima');
  await form.fill('E-mail', email);
  await form.click('button', 'Adicionar');
  await screen.findByText(/Ana Lima já pertence a esta unidade e está com o acesso desativado/);
  await screen.click('button', 'Sim');
  await screen.row(email);
  expect((await asAdmin.call(users.get, { params: { id: gone.id } })).state).toBe('active');
});

test('a file that is none is refused where it was dropped', async () => {
  const { admin } = await sceneIn(world);
  const { screen, user } = await openScreen('/user?import=new', admin);
  await upload(screen, user, 'Nome;E-mail');
  await screen.findByText(/Arquivo de importação inválido ou linhas insuficientes/);
});

test('a screen that is hidden from somebody leaves their menu, and comes back', async () => {
  const { admin, reader } = await sceneIn(world);
  const choose = async () => {
    const { screen } = await openScreen(`/user/${reader.membership_id}`, admin);
    const form = await screen.object(reader.name);
    await form.choose('Telas ocultas', 'Catálogo');
    await form.click('button', 'Salvar alterações');
    await screen.findByText(`Alterações de ${reader.name} salvas.`);
  };
  const menuOfReader = async () => {
    const { screen, quiet } = await openScreen('/', reader);
    await screen.findByRole('link', { name: 'Relatórios' });
    // What is hidden comes with the configuration.
    await quiet();
    return screen.queryByRole('link', { name: 'Catálogo' });
  };
  expect(await menuOfReader()).not.toBeNull();
  await choose();
  expect(await menuOfReader()).toBeNull();
  await choose();
  expect(await menuOfReader()).not.toBeNull();
});

test('licences: what is used, a warning from nine of ten on, and what more users come to', async () => {
  const { unit, admin, asAdmin } = await sceneIn(world);
  const { used } = (await asAdmin.call(users.surroundings, {})).seats;
  const limitTo = (user_limit: number) => world.owner.run(query.updateTable('tenant').set({ user_limit }).where('id', '=', unit.id));
  await limitTo(used + 20);
  const { screen, reload } = await openScreen('/user', admin);
  await screen.findByText(`${used} de ${used + 20} licenças em uso`);
  await screen.findByText('20 livres');
  expect(screen.queryByText(/^90 % ou mais/)).toBeNull();
  await screen.click('button', 'E se entrarem mais usuários?');
  await screen.findByText(`Com mais 1 usuário, ficam em uso ${used + 1} de ${used + 20} licenças.`);
  await screen.fill('Quantos usuários a mais?', '21');
  await screen.findByText('Falta 1 licença: há 20 livres.');
  await limitTo(used);
  await reload();
  await screen.findByText('Não há licença livre: ninguém mais pode ser adicionado ou reativado.');
  await screen.click('button', 'Novo usuário');
  const panel = await screen.dialog('Novo usuário');
  await panel.findByText('Falta 1 licença: há 0 livres.');
});
