import { chooseAction, panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { localAccount } from '../harness/publishing.ts';
import { signIn } from '../harness/signIn.ts';

const at = { at: '/powerbi' };
/** Other journeys give the service workspaces of their own: two are there from the beginning. */
const reaches = (name: string) => new RegExp(`^“${name}” conectou e alcança (?:[2-9]|\\d\\d) workspaces\\.$`);

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
  await expect(page.getByText(reaches('Conta principal'))).toBeVisible();

  await chooseAction(page, 'Conta principal', 'Editar');
  const edit = panel(page, 'Editar conta');
  await expect(edit.getByLabel('Valor do segredo')).toHaveValue('');
  await expect(edit.getByLabel('Valor do segredo')).toHaveAttribute('placeholder', 'Guardado. Deixe em branco para manter.');
  await edit.getByLabel('Nome').fill('Conta do grupo');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Conta do grupo')).toBeVisible();
  await chooseAction(page, 'Conta do grupo', 'Testar conexão');
  await expect(page.getByText(reaches('Conta do grupo')), 'the secret was kept').toBeVisible();

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
