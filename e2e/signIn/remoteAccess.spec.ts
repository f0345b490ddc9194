/** Two browsers: somebody asks to act for a person, the person allows it on the page where they are, sees it, and ends it. */
import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { Browser, Page } from '@playwright/test';
import { chooseAction, panel } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

const reason = 'Conferir por que os filtros da loja somem';
const newPage = async (browser: Browser): Promise<Page> => (await browser.newContext({ locale: 'pt-BR' })).newPage();

test.beforeEach(async ({ database, unit }) => {
  await database.rows(`update tenant_setting set value = value || '{"allow_access_remote":true}' where tenant_id = $1`, [unit.id]);
});

/** Asks from the list of users. */
async function ask(page: Page, mode: string): Promise<void> {
  await chooseAction(page, 'Célia Prates', 'Pedir acesso remoto');
  const form = panel(page, 'Agir no lugar de Célia Prates');
  await form.getByRole('textbox', { name: /^Motivo/ }).fill(reason);
  await form.getByText(mode, { exact: true }).click();
  await form.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(page.getByText(/^Aguardando a resposta de Célia Prates/)).toBeVisible();
}

test('a person is asked on the page where they are, allows looking, sees who is inside, and ends it', async ({
  page,
  browser,
  admin,
  reader,
}) => {
  const own = await newPage(browser);
  await signIn(own, reader, { at: '/' });
  await own.getByRole('heading', { name: /Célia/ }).waitFor();
  await signIn(page, admin, { at: '/user' });
  await ask(page, 'Ver e alterar');

  const question = own.getByRole('dialog', { name: 'Alice Prado pede acesso à sua conta' });
  await expect(question).toContainText(reason);
  await question.getByRole('button', { name: 'Permitir só ver', exact: true }).click();

  const band = page.getByRole('region', { name: 'Acesso remoto' });
  await expect(band).toContainText('Você está vendo o portal como Célia Prates. Só ver.');
  await expect(page).toHaveTitle(/^\[Célia Prates\]/);
  await expect(page.getByRole('navigation', { name: 'Menu principal' }).getByText('Usuários', { exact: true })).toHaveCount(0);
  await expect(own.getByText(/^Alice Prado está na sua conta até/)).toBeVisible();

  await own.getByRole('button', { name: 'Encerrar acesso' }).first().click();
  await expect(own.getByText('Alice Prado não está mais na sua conta.')).toBeVisible();
  // The open page of whoever acted hears of it, and goes back to their own session.
  await expect(band).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Menu principal' }).getByText('Usuários', { exact: true })).toBeVisible();

  await own.goto(new URL('/remote/authorization', own.url()).href);
  await own
    .getByRole('row', { name: /Alice Prado/ })
    .getByText('Terminado')
    .click();
  await expect(panel(own, 'Acesso remoto de Alice Prado')).toContainText('encerrado pela pessoa');
  await own.context().close();
});

test('a request is refused with a word, and another one is left by the way back', async ({ page, browser, admin, reader }) => {
  const own = await newPage(browser);
  await signIn(own, reader, { at: '/remote/authorization' });
  await own.getByRole('heading', { name: 'Acessos remotos' }).waitFor();
  await signIn(page, admin, { at: '/user' });
  await ask(page, 'Só ver');
  const card = own.getByRole('dialog', { name: 'Alice Prado pede acesso à sua conta' });
  await card.getByRole('textbox', { name: /^Recado/ }).fill('Ligue antes');
  await card.getByRole('button', { name: 'Recusar' }).click();
  await expect(page.getByText('Célia Prates recusou o pedido.')).toBeVisible();
  await expect(page.getByText('Recado: Ligue antes')).toBeVisible();

  await page.getByRole('link', { name: 'Voltar aos usuários' }).click();
  await ask(page, 'Ver e alterar');
  await own
    .getByRole('dialog', { name: 'Alice Prado pede acesso à sua conta' })
    .getByRole('button', { name: 'Permitir ver e alterar' })
    .click();
  const band = page.getByRole('region', { name: 'Acesso remoto' });
  await expect(band).toContainText('Você está agindo no lugar de Célia Prates.');
  await band.getByRole('button', { name: 'Encerrar acesso' }).press('Enter');
  await expect(band).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Menu principal' }).getByText('Usuários', { exact: true })).toBeVisible();
  await own.context().close();
});

test('a partner takes the place of an administrator, who sees it, and comes back to where it asked', async ({
  page,
  browser,
  unit,
  admin,
}) => {
  const own = await newPage(browser);
  await signIn(own, admin, { at: '/' });
  await signIn(page, demoPeople.parceiro, { at: `/companies?q=${unit.name}` });
  await chooseAction(page, unit.name, 'Agir como administrador ou usuário');
  const form = panel(page, `Agir no lugar de alguém de ${unit.name}`);
  await form.getByRole('combobox', { name: 'No lugar de' }).fill('alice');
  await page.getByRole('option', { name: /^Alice Prado/ }).click();
  await form.getByRole('textbox', { name: /^Motivo/ }).fill(reason);
  await form.getByRole('button', { name: 'Continuar' }).press('Enter');
  await expect(page.getByText(/^Aguardando a resposta de Alice Prado/)).toBeVisible();
  await own
    .getByRole('dialog', { name: 'Pedro Horta pede acesso à sua conta' })
    .getByRole('button', { name: 'Permitir só ver', exact: true })
    .click();

  const band = page.getByRole('region', { name: 'Acesso remoto' });
  await expect(band).toContainText('Você está vendo o portal como Alice Prado. Só ver.');
  await page.getByRole('navigation', { name: 'Menu principal' }).getByText('Usuários', { exact: true }).click();
  await expect(own.getByRole('status').filter({ hasText: 'Usuários' })).toBeVisible();
  await band.getByRole('button', { name: 'Encerrar acesso' }).click();
  await expect(page).toHaveURL(/\/companies/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Unidades de negócio', level: 1 })).toBeVisible();
  await expect(band).toHaveCount(0);
  await expect(own.getByText(/^Pedro Horta está na sua conta até/)).toHaveCount(0);
  await own.context().close();
});
