import { list } from '@vitrine/contract/features/reportingAccounts.ts';
import { chooseAction, panel, row } from './support/grid.ts';
import { expect, test } from './support/journey.ts';
import { localAccount } from './support/publishing.ts';
import { signIn } from './support/signIn.ts';

const at = { at: '/signin?redirect=/powerbi' };

test('an account is added and tested, and its secret never leaves again', async ({ page, admin, database, unit }) => {
  const answers: string[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    void response.text().then(
      (text) => answers.push(text),
      () => undefined,
    );
  });
  await signIn(page, admin, at);
  await page.getByRole('main').getByRole('button', { name: 'Nova conta' }).last().click();
  const add = panel(page, 'Nova conta');
  await add.getByLabel('Nome').fill('Conta principal');
  await add.getByLabel('ID do aplicativo').fill('não é um id');
  await add.getByLabel('ID do diretório').fill(localAccount.directory_id);
  await add.getByLabel('Valor do segredo').fill(localAccount.secret_value);
  await add.getByRole('button', { name: 'Adicionar' }).click();
  await expect(add.getByText('ID do aplicativo é inválido!')).toBeVisible();
  await add.getByLabel('ID do aplicativo').fill(localAccount.application_id);
  await add.getByRole('button', { name: 'Adicionar' }).click();
  await expect(row(page, 'Conta principal')).toContainText('Guardado');

  await chooseAction(page, 'Conta principal', 'Testar conexão');
  await expect(page.getByText('“Conta principal” conectou e alcança 2 workspaces.')).toBeVisible();

  await chooseAction(page, 'Conta principal', 'Editar');
  const edit = panel(page, 'Editar conta');
  await expect(edit.getByLabel('Valor do segredo')).toHaveValue('');
  await expect(edit.getByLabel('Valor do segredo')).toHaveAttribute('placeholder', 'Guardado. Deixe em branco para manter.');
  await edit.getByLabel('Nome').fill('Conta do grupo');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Conta do grupo')).toBeVisible();
  await chooseAction(page, 'Conta do grupo', 'Testar conexão');
  await expect(page.getByText('“Conta do grupo” conectou e alcança 2 workspaces.'), 'the secret was kept').toBeVisible();

  await page.reload();
  await expect(row(page, 'Conta do grupo')).toBeVisible();
  expect(answers.some((text) => text.includes('Conta do grupo'))).toBe(true);
  expect(answers.filter((text) => text.includes(localAccount.secret_value))).toEqual([]);
  const [stored] = await database.rows<{ secret_value: string }>('select secret_value from reporting_account where tenant_id = $1', [
    unit.id,
  ]);
  expect(stored?.secret_value, 'encrypted at rest').not.toContain(localAccount.secret_value);
  const audited = await database.rows('select before::text, after::text from audit_log where tenant_id = $1', [unit.id]);
  expect(JSON.stringify(audited)).toContain('Conta do grupo');
  expect(JSON.stringify(audited)).not.toContain(stored?.secret_value);
});

test('a wrong secret is found out by the test', async ({ page, admin }) => {
  await signIn(page, admin, at);
  await page.keyboard.press('n');
  const add = panel(page, 'Nova conta');
  await add.getByLabel('Nome').fill('Conta errada');
  await add.getByLabel('ID do aplicativo').fill(localAccount.application_id);
  await add.getByLabel('ID do diretório').fill(localAccount.directory_id);
  await add.getByLabel('Valor do segredo').fill('outro-segredo');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Conta errada')).toBeVisible();
  await chooseAction(page, 'Conta errada', 'Testar conexão');
  const refused = page.getByRole('alert').filter({ hasText: 'O serviço de relatórios recusou a conta configurada.' });
  await expect(refused.getByRole('button', { name: 'Copiar detalhes' })).toBeVisible();
});

test('an account that reports use stays', async ({ page, admin, shelf, callAs }) => {
  await shelf.publish({ name: 'Cinema' });
  await signIn(page, admin, at);
  const name = 'Conta de Mercado';
  await expect(row(page, name)).toBeVisible();
  await chooseAction(page, name, 'Excluir');
  const confirm = panel(page, `Excluir “${name}”?`);
  await confirm.getByLabel('Para confirmar, digite o nome abaixo:').fill('CONTA_DE_MERCADO');
  await confirm.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Este item ainda está em uso.' })).toBeVisible();
  const { call } = await callAs(admin);
  expect((await call(list, {})).data.map((account) => account.name)).toEqual([name]);
});
