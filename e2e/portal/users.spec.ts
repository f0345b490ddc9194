/** People: one by one, many at once, in groups, with fields of the unit's own, and from a file. */
import { expect, test } from './support/journey.ts';
import { chooseAction, panel, row } from './support/grid.ts';
import { nextMailTo } from './support/outbox.ts';
import { signIn } from './support/signIn.ts';
import { makeUnit } from './support/unit.ts';
import { randomBytes } from 'node:crypto';

const at = '/signin?redirect=/user';
const address = () => `p-${randomBytes(4).toString('hex')}@unidade.example`;

test('a person is added with a masked phone and a password that is shown once, found without accents, and blocked', async ({
  page,
  admin,
  database,
}) => {
  const email = address();
  await signIn(page, admin, { at });
  await page.getByRole('button', { name: 'Nova pessoa' }).click();
  const form = panel(page, 'Nova pessoa');
  await form.getByRole('textbox', { name: /^Nome/ }).fill('Íris Água');
  await form.getByRole('textbox', { name: /^E-mail/ }).fill(email);
  await form.getByRole('textbox', { name: /^Telefone/ }).pressSequentially('119' + String(Date.now()).slice(-8));
  await expect(form.getByRole('textbox', { name: /^Telefone/ })).toHaveValue(/^\+55 \(11\) 9\d{4}-\d{4}$/);
  await form.getByRole('radio', { name: 'Gerar uma senha para o primeiro acesso' }).check();
  await form.getByRole('button', { name: 'Adicionar' }).click();
  const once = panel(page, 'Senha de Íris Água');
  await expect(once.getByText(/^\w{12}$/)).toBeVisible();
  await once.getByRole('button', { name: 'Fechar' }).last().click();
  await page.getByRole('searchbox', { name: 'Buscar nesta lista' }).fill('iris agua');
  await expect(page).toHaveURL(/q=iris/);
  await chooseAction(page, 'Íris Água', 'Bloquear');
  await panel(page, 'Bloquear Íris Água?').getByRole('button', { name: 'Bloquear' }).click();
  await expect(page.getByRole('main').getByText('Bloqueado')).toBeVisible();
  expect(await database.rows('select m.state from membership m join person p on p.id = m.person_id where p.email = $1', [email])).toEqual([
    { state: 'B' },
  ]);
});

test('an e-mail that looks mistyped is asked about below its field, and taken as it is where that is wished', async ({ page, admin }) => {
  await signIn(page, admin, { at: '/signin?redirect=/user?user=new' });
  const form = panel(page, 'Nova pessoa');
  const email = form.getByRole('textbox', { name: /^E-mail/ });
  const mark = randomBytes(4).toString('hex');
  await email.fill(`ana.${mark}@gmial.com`);
  const meant = form.getByRole('button', { name: `Você quis dizer ana.${mark}@gmail.com?` });
  await expect(meant, 'nobody is interrupted while typing').toHaveCount(0);
  await email.press('Tab');
  await expect(meant).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(meant).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(email).toHaveValue(`ana.${mark}@gmail.com`);
  await expect(email).toBeFocused();
  await expect(meant).toHaveCount(0);
  await email.fill(`ana.${mark}@unidadd.example`);
  await form.getByRole('textbox', { name: /^Nome/ }).fill(`Ana ${mark}`);
  await form.getByRole('button', { name: 'Adicionar' }).click();
  await expect(row(page, `ana.${mark}@unidadd.example`)).toBeVisible();
});

test('a person is added with the reports that they shall see', async ({ page, admin, shelf }) => {
  await shelf.publish({ name: 'Automóveis de 1970 a 1982' });
  await signIn(page, admin, { at: '/signin?redirect=/user?user=new' });
  const form = panel(page, 'Nova pessoa');
  await form.getByRole('textbox', { name: /^Nome/ }).fill('Rute Sá');
  await form.getByRole('textbox', { name: /^E-mail/ }).fill(address());
  await form.getByRole('combobox', { name: /^Relatórios atribuídos em pessoa/ }).click();
  await page.getByRole('option', { name: /Automóveis de 1970 a 1982/ }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('button', { name: 'Rute Sá' }).click();
  const person = panel(page, 'Rute Sá');
  await person.getByRole('tab', { name: 'Acesso a relatórios' }).click();
  await expect(person.getByRole('listitem').filter({ hasText: 'Automóveis de 1970 a 1982' })).toContainText('em pessoa');
});

test('a wrong e-mail and one that is taken are told at the field', async ({ page, admin }) => {
  await signIn(page, admin, { at });
  await page.getByRole('button', { name: 'Nova pessoa' }).click();
  const form = panel(page, 'Nova pessoa');
  await form.getByRole('textbox', { name: /^E-mail/ }).fill('sem-arroba');
  await form.getByRole('button', { name: 'Adicionar' }).click();
  await expect(form.getByText('Nome é obrigatório!')).toBeVisible();
  await expect(form.getByText('E-mail é inválido!')).toBeVisible();
  await form.getByRole('textbox', { name: /^Nome/ }).fill('Outra');
  await form.getByRole('textbox', { name: /^E-mail/ }).fill(admin.email);
  await form.getByRole('button', { name: 'Adicionar' }).click();
  await expect(form.getByText('E-mail já existe.')).toBeVisible();
});

test('many are chosen and put into a group at once', async ({ page, admin, unit, callAs }) => {
  for (const name of ['Ana', 'Bia', 'Caio']) await unit.person(name, 'user');
  const { call } = await callAs(admin);
  const groups = await import('@vitrine/contract/features/userGroups.ts');
  await call(groups.add, { body: { name: 'Vendas' } });
  await signIn(page, admin, { at });
  await expect(row(page, 'Leitor').first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Selecionar esta página' }).check();
  await page.getByRole('toolbar', { name: 'Ações em massa' }).getByRole('button', { name: 'Pôr em grupo' }).click();
  const dialog = panel(page, 'Pôr em grupo');
  await dialog.getByRole('combobox', { name: /^Grupo/ }).click();
  await page.getByRole('option', { name: 'Vendas' }).click();
  await dialog.getByRole('button', { name: 'Pôr em grupo' }).click();
  await expect(page.getByText('4 pessoas alteradas.')).toBeVisible();
  await page.goto('/group_users');
  await page.getByRole('button', { name: 'Vendas' }).click();
  const members = panel(page, 'Vendas');
  await expect(members.getByRole('listitem')).toHaveCount(4);
  await members.getByRole('button', { name: 'Retirar Caio do grupo' }).click();
  await expect(members.getByRole('listitem')).toHaveCount(3);
});

test('invitations go to those of the chosen people who have no password yet, and to those of an import', async ({
  page,
  admin,
  unit,
  database,
}) => {
  const waiting = await unit.person('Wanda Aguiar', 'user');
  await database.rows('update person set password_hash = null where id = $1', [waiting.id]);
  await signIn(page, admin, { at });
  await page.getByRole('checkbox', { name: 'Selecionar esta página' }).check();
  await page.getByRole('toolbar', { name: 'Ações em massa' }).getByRole('button', { name: 'Enviar convite' }).click();
  const dialog = panel(page, 'Enviar convite');
  await expect(dialog).toContainText('2 pessoas escolhidas.');
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(page.getByText('1 convite a caminho. 1 pessoa ficou de fora: já tem senha')).toBeVisible();
  const link = /\/new\/password\/[\w-]+/.exec(await nextMailTo(waiting.email))?.[0] ?? '';

  const imported = address();
  await page.getByRole('button', { name: 'Importar' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'pessoas.csv', mimeType: 'text/csv', buffer: Buffer.from(`Nome;E-mail\nIva Sá;${imported}`) });
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Importar 1 pessoa' }).click();
  await page.getByRole('button', { name: 'Enviar convites' }).click();
  await panel(page, 'Enviar convites às pessoas desta importação?').getByRole('button', { name: 'Enviar convites' }).click();
  await expect(page.getByText('1 convite a caminho.', { exact: true })).toBeVisible();
  await expect(nextMailTo(imported)).resolves.toContain('/new/password/');

  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: /senha/i })).toBeVisible();
});

test('a field of the unit’s own is in the form at once', async ({ page, admin }) => {
  await signIn(page, admin, { at: '/signin?redirect=/user?tab=fields' });
  await page.getByRole('button', { name: 'Novo campo' }).first().click();
  const form = panel(page, 'Novo campo');
  await form.getByRole('textbox', { name: /^Nome/ }).fill('Matrícula');
  await form.getByRole('switch', { name: 'Obrigatório' }).check();
  await form.getByRole('button', { name: 'Adicionar' }).click();
  await expect(row(page, 'Matrícula')).toBeVisible();
  const people = page.getByRole('tab', { name: 'Pessoas' });
  expect((await people.boundingBox())?.height, 'a tab has its padding').toBeGreaterThan(30);
  await people.click();
  await page.getByRole('button', { name: 'Nova pessoa' }).click();
  const person = panel(page, 'Nova pessoa');
  await person.getByRole('textbox', { name: /^Nome/ }).fill('Rui');
  await person.getByRole('textbox', { name: /^E-mail/ }).fill(address());
  await person.getByRole('button', { name: 'Adicionar' }).click();
  await expect(person.getByText('Matrícula é obrigatório!')).toBeVisible();
});

test('a file becomes people: columns guessed, a suggestion taken, errors ignored, results, and undone', async ({
  page,
  admin,
  database,
  unit,
}) => {
  const mark = randomBytes(3).toString('hex');
  const text = [
    'Nome completo;Correio;Setor',
    `Ana ${mark};ana.${mark}@unidade.example;TI`,
    `Bia ${mark};bia.${mark}@gmial.com,;TI`,
    `;sem.nome.${mark}@unidade.example;TI`,
  ].join('\r\n');
  await signIn(page, admin, { at });
  await page.getByRole('button', { name: 'Importar' }).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'pessoas.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });
  await expect(page.getByRole('combobox', { name: 'Campo da coluna Correio' })).toHaveValue('E-mail');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('2 com problemas')).toBeVisible();
  await page.getByRole('button', { name: `Usar “bia.${mark}@gmail.com”` }).click();
  await expect(page.getByText('1 com problema', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Ignorar erros e importar 2' }).click();
  await expect(page.getByText('1 usuário não foi cadastrado devido aos erros identificados.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Nome completo: obrigatório' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar resultado' }).click();
  await page.getByRole('menuitem', { name: 'Só as falhas (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe('pessoas.csv');
  const states = () =>
    database.rows<{ state: string }>(
      `select m.state from membership m join person p on p.id = m.person_id where m.tenant_id = $1 and p.name like $2`,
      [unit.id, `% ${mark}`],
    );
  expect(await states()).toEqual([{ state: 'A' }, { state: 'A' }]);
  await page.getByRole('button', { name: 'Desfazer importação' }).click();
  await panel(page, 'Desfazer importação').getByRole('button', { name: 'Desfazer importação' }).click();
  await expect(page.getByText('Esta importação foi desfeita')).toBeVisible();
  expect(await states()).toEqual([{ state: 'D' }, { state: 'D' }]);
});

test('rows whose e-mail looks mistyped are shown first, and imported as they are or as was meant', async ({
  page,
  admin,
  database,
  unit,
}) => {
  const mark = randomBytes(3).toString('hex');
  const text = `Nome;E-mail\nAna;ana.${mark}@hotmial.com\nBia;bia.${mark}@outlok.com\nCaio;caio.${mark}@gmail.com`;
  await signIn(page, admin, { at: '/signin?redirect=/user?import=new' });
  await page.locator('input[type=file]').setInputFiles({ name: 'pessoas.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('radio', { name: '2 a conferir' })).toBeChecked();
  await expect(page.getByText('parece ter um erro de digitação')).toBeVisible();
  await page.getByRole('button', { name: `Usar “ana.${mark}@hotmail.com”` }).click();
  await expect(page.getByRole('radio', { name: '1 a conferir' })).toBeChecked();
  await page.getByRole('button', { name: 'Importar 3 pessoas' }).click();
  await expect(page.getByRole('button', { name: 'Enviar convites' })).toBeVisible();
  expect(
    await database.rows(
      `select p.email from membership m join person p on p.id = m.person_id where m.tenant_id = $1 and m.role = 'user' order by p.email`,
      [unit.id],
    ),
  ).toEqual(['ana', 'bia', 'caio'].map((name, index) => ({ email: `${name}.${mark}@${['hotmail', 'outlok', 'gmail'][index]}.com` })));
});

test('people of another unit of the same administrator come in with the accounts that they have', async ({
  page,
  admin,
  database,
  unit,
}) => {
  const source = await makeUnit(database);
  const guest = await source.person('Gil Visita', 'user');
  await source.person('Breno Bloqueado', 'user', { state: 'B' });
  await database.rows(
    `with joined as (insert into membership (tenant_id, id, person_id, role) values ($1, uuidv7(), $2, 'admin')),
       here as (update membership set is_default = true where id = $3)
     update tenant_setting set value = value || '{"user_import":true}' where tenant_id = $4`,
    [source.id, admin.id, admin.membership_id, unit.id],
  );
  await signIn(page, admin, { at: '/signin?redirect=/user?import=new' });
  await page.getByRole('combobox', { name: 'Unidade de origem' }).click();
  await page.getByRole('option', { name: `${source.name} (2)` }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  // The administrator is in both units.
  await expect(page.getByRole('radio', { name: '1 com problema' })).toBeChecked();
  await expect(page.getByText('já existe').first()).toBeVisible();
  await page.getByRole('button', { name: 'Ignorar erros e importar 1' }).click();
  await page.getByRole('button', { name: 'Concluir' }).click();
  await expect(row(page, guest.email)).toBeVisible();
  expect(await database.rows('select person_id from membership where tenant_id = $1 and person_id = $2', [unit.id, guest.id])).toHaveLength(
    1,
  );
});

test('a file that is none is refused where it was dropped', async ({ page, admin }) => {
  await signIn(page, admin, { at: '/signin?redirect=/user?import=new' });
  await page.locator('input[type=file]').setInputFiles({ name: 'vazio.csv', mimeType: 'text/csv', buffer: Buffer.from('Nome;E-mail') });
  await expect(page.getByRole('alert').filter({ hasText: 'Arquivo de importação inválido ou linhas insuficientes' })).toBeVisible();
});
