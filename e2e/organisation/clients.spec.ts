/** Clients and partners: signed up by the partner, billed from a contract on, and staff that two people agree to. */
import { demoPeople } from '@vitrine/api/demo/people.ts';
import { expect, test } from '../harness/journey.ts';
import { nextMailTo } from '../harness/outbox.ts';
import { fields, signIn } from '../harness/signIn.ts';

const chosen = 'Girassol-amarelo-7';

/** A CNPJ with right check digits that no other journey has. */
function newCnpj(): string {
  const first = Array.from({ length: 12 }, () => Math.floor(Math.random() * 10));
  const digit = (digits: number[]) => {
    const sum = digits.toReversed().reduce((total, value, index) => total + value * ((index % 8) + 2), 0) % 11;
    return sum < 2 ? 0 : 11 - sum;
  };
  const tenth = digit(first);
  return [...first, tenth, digit([...first, tenth])].join('');
}

test('a partner signs up a client with the keyboard, and the operator finds it with its unit', async ({ page, browser }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const name = `Mercado ${mark}`;
  await signIn(page, demoPeople.parceira);
  await page.getByRole('link', { name: 'Clientes', exact: true }).click();
  await page.getByRole('button', { name: 'Cadastrar cliente' }).click();
  const wizard = page.getByRole('dialog', { name: 'Cadastrar cliente' });
  await wizard.getByLabel('CNPJ').pressSequentially(newCnpj());
  await expect(wizard.getByLabel('CNPJ')).toHaveValue(/^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$/);
  await wizard.getByLabel('Razão social').fill(name);
  await page.keyboard.press('Enter');
  const subdomain = wizard.getByLabel('Subdomínio');
  await expect(subdomain).toHaveValue(`mercado-${mark}`);
  await page.keyboard.press('Enter');
  await wizard.getByLabel('Nome do administrador').fill('Alba Reis');
  await wizard.getByLabel('E-mail do administrador').fill(`alba@${mark}.example`);
  await page.keyboard.press('Enter');
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  await expect(wizard.getByText('R$ 27,90')).toBeVisible();
  await wizard.getByRole('button', { name: 'Cadastrar', exact: true }).click();
  await expect(page.getByText(`Cliente ${name} cadastrado.`)).toBeVisible();
  const link = /http:\/\/\S+\/new\/password\/[\w-]+/.exec(await nextMailTo(`alba@${mark}.example`))?.[0] ?? '';
  expect(new URL(link).hostname).toContain(`mercado-${mark}.`);

  const theirs = await browser.newPage();
  await theirs.goto(link);
  await theirs.getByLabel('Nova senha', { exact: true }).fill(chosen);
  await theirs.getByLabel('Repita a nova senha', { exact: true }).fill(chosen);
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByText('Senha salva. Entre com ela.')).toBeVisible();
  await fields(theirs).email.fill(`alba@${mark}.example`);
  await fields(theirs).password.fill(chosen);
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByRole('heading', { name: /Alba/ })).toBeVisible();
  await expect(theirs.getByRole('banner').getByText(name)).toBeVisible();
  expect(new URL(theirs.url()).hostname).toBe(new URL(link).hostname);
  await theirs.close();

  const other = await browser.newPage();
  await signIn(other, demoPeople.operador);
  await other.goto(`/client?q=${mark}`);
  await other.getByRole('link', { name }).click();
  await expect(other.getByText('Em teste').first()).toBeVisible();
  await other.getByRole('tab', { name: 'Unidades' }).click();
  await expect(other.getByRole('tabpanel').getByText(name)).toBeVisible();
  await other.close();
});

test('a subdomain that looks like one that is there is refused in words, where it was asked for', async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await signIn(page, demoPeople.parceira);
  await page.goto('/registration?register=new');
  const wizard = page.getByRole('dialog', { name: 'Cadastrar cliente' });
  await wizard.getByLabel('CNPJ').pressSequentially(newCnpj());
  await wizard.getByLabel('Razão social').fill(`Mercado ${mark}`);
  await page.keyboard.press('Enter');
  await wizard.getByLabel('Subdomínio').fill('de1ta');
  await page.keyboard.press('Enter');
  await wizard.getByLabel('Nome do administrador').fill('Alba Reis');
  await wizard.getByLabel('E-mail do administrador').fill(`alba@${mark}.example`);
  await page.keyboard.press('Enter');
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  await wizard.getByRole('button', { name: 'Cadastrar', exact: true }).click();
  await expect(wizard.getByLabel('Subdomínio')).toBeVisible();
  await expect(wizard.getByText('Este endereço se confunde com o de outra unidade de negócio. Escolha um mais diferente.')).toBeVisible();
});

test('a partner is made, and one more of its staff by two operators', async ({ page, browser }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  await signIn(page, demoPeople.operador);
  await page.goto('/partners');
  await page.getByRole('button', { name: 'Novo parceiro' }).click();
  const panel = page.getByRole('dialog', { name: 'Novo parceiro' });
  await panel.getByRole('textbox', { name: 'Nome', exact: true }).fill(`Parceira ${mark}`);
  await panel.getByLabel('Preço por usuário').fill('19,90');
  await panel.getByRole('switch', { name: 'Permite vários na equipe do parceiro' }).check();
  await panel.getByLabel('Nome da pessoa').fill('Lia Prado');
  await panel.getByLabel('E-mail da pessoa').fill(`lia@${mark}.example`);
  await panel.getByRole('button', { name: 'Adicionar' }).click();
  expect(await nextMailTo(`lia@${mark}.example`)).toContain('/new/password/');
  await page.getByRole('link', { name: `Parceira ${mark}` }).click();
  await page.getByRole('tab', { name: 'Membros' }).click();
  await page.getByRole('button', { name: 'Incluir na equipe' }).click();
  const asking = page.getByRole('dialog', { name: 'Incluir na equipe' });
  await asking.getByLabel('Nome da pessoa').fill('Rui Novo');
  await asking.getByLabel('E-mail da pessoa').fill(`rui@${mark}.example`);
  await asking.getByRole('button', { name: 'Pedir inclusão' }).click();
  await expect(page.getByRole('button', { name: 'Retirar o pedido de Rui Novo' })).toBeVisible();

  const other = await browser.newPage();
  await signIn(other, demoPeople.operadora);
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Confirmar Rui Novo' }).click();
  await other.getByRole('button', { name: 'Sim' }).click();
  await expect(other.getByText('Rui Novo foi confirmado.')).toBeVisible();
  expect(await nextMailTo(`rui@${mark}.example`)).toContain('/new/password/');
  await other.close();
});
