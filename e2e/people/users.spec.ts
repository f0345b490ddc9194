/** People: one by one, many at once, in groups, with fields of the unit's own, and from a file. */
import { expect, test } from '../harness/journey.ts';
import { chooseAction, objectPage, panel, row } from '../harness/grid.ts';
import { nextMailTo } from '../harness/outbox.ts';
import { signIn } from '../harness/signIn.ts';
import { makeUnit } from '../harness/unit.ts';
import { randomBytes } from 'node:crypto';

const at = '/user';
const address = () => `p-${randomBytes(4).toString('hex')}@unidade.example`;

test('a person is added with a masked phone and a password that is shown once, found without accents, and blocked', async ({
  page,
  admin,
  database,
}) => {
  const email = address();
  await signIn(page, admin, { at });
  await page.getByRole('button', { name: 'Novo usuário' }).click();
  const form = panel(page, 'Novo usuário');
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
    { state: 'blocked' },
  ]);
});

test('a person is added with the reports that they shall see', async ({ page, admin, shelf }) => {
  await shelf.publish({ name: 'Automóveis de 1970 a 1982' });
  await signIn(page, admin, { at: '/user?user=new' });
  const form = panel(page, 'Novo usuário');
  await form.getByRole('textbox', { name: /^Nome/ }).fill('Rute Sá');
  await form.getByRole('textbox', { name: /^E-mail/ }).fill(address());
  await form.getByRole('combobox', { name: /^Relatórios atribuídos diretamente/ }).click();
  await page.getByRole('option', { name: /Automóveis de 1970 a 1982/ }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('link', { name: 'Rute Sá' }).click();
  const person = objectPage(page, 'Rute Sá');
  await person.getByRole('tab', { name: 'Acesso' }).click();
  await expect(person.getByRole('listitem').filter({ hasText: 'Automóveis de 1970 a 1982' })).toContainText('direto');
});

test('a person is opened from the list with no code to wait for, painted before the answer, and left for the list as it was', async ({
  page,
  admin,
  unit,
}) => {
  await unit.person('Beto Ramos', 'user');
  await unit.person('Bia Ramos', 'user');
  await signIn(page, admin, { at: '/user?q=ramos' });
  const link = page.getByRole('link', { name: 'Beto Ramos' });
  await expect(link).toBeVisible();
  // The page's code, and the words that it speaks in.
  const parts = ['/userPage-', '/users-', '/remoteAccess-', '/audit-', '/auditWords-'];
  const missing = () =>
    page.evaluate((names) => {
      const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
      return names.filter((part) => !fetched.some((name) => name.includes(part)));
    }, parts);
  await expect.poll(missing).toEqual([]);
  const code: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') code.push(request.url());
  });
  // The answer about the person alone is held back.
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/users\/[0-9a-f-]{36}$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.evaluate(() => {
    addEventListener('click', () => performance.mark('clicked'), { capture: true, once: true });
    new MutationObserver((_, observer) => {
      if (document.querySelector('article h1')?.textContent !== 'Beto Ramos') return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.measure('painted', 'clicked')));
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await link.click();
  await expect(page.getByRole('heading', { name: 'Beto Ramos', level: 1 })).toBeVisible();
  expect(code, 'code fetched with the click').toEqual([]);
  const painted = await page.evaluate(() => performance.getEntriesByName('painted')[0]?.duration ?? 0);
  test.info().annotations.push({ type: 'painted after the click', description: `${Math.round(painted)} ms` });
  process.stdout.write(`a person, from the list: painted after ${Math.round(painted)} ms\n`);
  held.resolve();
  const person = objectPage(page, 'Beto Ramos');
  await expect(person.getByRole('textbox', { name: /^Nome/ })).toHaveValue('Beto Ramos');

  await page.keyboard.press('j');
  await expect(objectPage(page, 'Bia Ramos')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/user\?q=ramos$/);
  await expect(row(page, 'Beto Ramos')).toBeVisible();
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
  await expect(dialog).toContainText('2 usuários escolhidos.');
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(page.getByText('1 convite a caminho. 1 usuário ficou de fora: já tem senha')).toBeVisible();
  const link = /https?:\/\/[^/\s]+\/new\/password\/[\w-]+/.exec(await nextMailTo(waiting.email))?.[0] ?? '';

  const imported = address();
  await page.getByRole('button', { name: 'Importar' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'pessoas.csv', mimeType: 'text/csv', buffer: Buffer.from(`Nome;E-mail\nIva Sá;${imported}`) });
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Importar 1 usuário' }).click();
  await page.getByRole('button', { name: 'Enviar convites' }).click();
  await panel(page, 'Enviar convites aos usuários desta importação?').getByRole('button', { name: 'Enviar convites' }).click();
  await expect(page.getByText('1 convite a caminho.', { exact: true })).toBeVisible();
  await expect(nextMailTo(imported)).resolves.toContain('/new/password/');

  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: /senha/i })).toBeVisible();
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
  await expect(page.getByRole('cell', { name: 'Nome completo: preenchimento obrigatório' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar resultado' }).click();
  await page.getByRole('menuitem', { name: 'Só as falhas (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe('pessoas.csv');
  const states = () =>
    database.rows<{ state: string }>(
      `select m.state from membership m join person p on p.id = m.person_id where m.tenant_id = $1 and p.name like $2`,
      [unit.id, `% ${mark}`],
    );
  expect(await states()).toEqual([{ state: 'active' }, { state: 'active' }]);
  await page.getByRole('button', { name: 'Desfazer importação' }).click();
  await panel(page, 'Desfazer importação').getByRole('button', { name: 'Desfazer importação' }).click();
  await expect(page.getByText('Esta importação foi desfeita')).toBeVisible();
  expect(await states()).toEqual([{ state: 'deactivated' }, { state: 'deactivated' }]);
});

test('people of another unit of the same administrator come in with the accounts that they have', async ({
  page,
  admin,
  database,
  unit,
}) => {
  const source = await makeUnit(database);
  const guest = await source.person('Gil Visita', 'user');
  await source.person('Breno Bloqueado', 'user', { state: 'blocked' });
  await database.rows(
    `with joined as (insert into membership (tenant_id, id, person_id, role) values ($1, uuidv7(), $2, 'admin')),
       here as (update membership set is_default = true where id = $3)
     update tenant_setting set value = value || '{"user_import":true}' where tenant_id = $4`,
    [source.id, admin.id, admin.membership_id, unit.id],
  );
  await signIn(page, admin, { at: '/user?import=new' });
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
