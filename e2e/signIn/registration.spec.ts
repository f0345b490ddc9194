import type { Page } from '@playwright/test';
import { add as addField } from '@vitrine/contract/people/customFields.ts';
import { siteOrigin } from '../harness/addresses.ts';
import { expect, test } from '../harness/journey.ts';
import { nextMailTo } from '../harness/outbox.ts';
import { fields, signIn, signInByForm } from '../harness/signIn.ts';
import { password } from '../harness/unit.ts';

const chosen = 'Girassol-amarelo-7';
/** The portal, and not the terms that stand before it: those have no menu. */
const inside = (page: Page) => expect(page.getByRole('banner')).toBeVisible();

test('terms are written, published, accepted before anything else, and told who accepted', async ({ page, browser, admin, reader }) => {
  await signIn(page, admin);
  await page.getByRole('link', { name: 'Termos' }).click();
  await page.getByRole('button', { name: 'Novo termo' }).first().click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Título').fill('Regras da casa');
  await panel.getByLabel('Texto').fill('Não compartilhe a sua senha.');
  await panel.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('button', { name: 'Regras da casa', exact: true }).click();
  await panel.getByRole('button', { name: 'Publicar versão 1' }).click();
  await page.getByRole('button', { name: 'Sim' }).click();

  // The publisher has to accept as well.
  await expect(page.getByRole('heading', { name: 'Antes de continuar' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aceitar e continuar' })).toBeDisabled();
  await page.getByLabel('Li e aceito “Regras da casa”').check();
  await page.getByRole('button', { name: 'Aceitar e continuar' }).click();
  await expect(page.getByRole('heading', { name: 'Termos', exact: true })).toBeVisible();

  const other = await browser.newPage();
  await other.goto('/signin');
  await fields(other).email.fill(reader.email);
  await fields(other).password.fill(password);
  await fields(other).password.press('Enter');
  await expect(other.getByText('Não compartilhe a sua senha.')).toBeVisible();
  await other.getByRole('button', { name: 'Recusar e sair' }).click();
  await expect(fields(other).email).toBeVisible();
  await fields(other).email.fill(reader.email);
  await fields(other).password.fill(password);
  await fields(other).password.press('Enter');
  await other.getByLabel('Li e aceito “Regras da casa”').check();
  await other.getByRole('button', { name: 'Aceitar e continuar' }).click();
  await inside(other);
  await other.close();

  await page.goto('/terms');
  await page.getByRole('row').filter({ hasText: 'Regras da casa' }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Quem aceitou' }).click();
  await expect(page.getByRole('row').filter({ hasText: reader.email })).toBeVisible();
});

test('somebody registers with a field of the unit’s own, an administrator decides, and they come in', async ({
  page,
  browser,
  database,
  unit,
  admin,
  callAs,
}) => {
  const host = `reg${unit.id.slice(-8)}.localhost`;
  const email = `nova-${unit.id.slice(-8)}@empresa.example`;
  await database.rows('insert into domain (host, tenant_id) values ($1, $2)', [host, unit.id]);
  await database.rows(`update tenant_setting set value = value || '{"enable_auto_register":true}' where tenant_id = $1`, [unit.id]);

  const { call } = await callAs(admin);
  await call(addField, { body: { name: 'Matrícula', type: 'number', required: true, in_registration: true } });
  await call(addField, { body: { name: 'Só para o escritório', type: 'text' } });

  await page.goto(`${siteOrigin(host)}/signin`);
  await page.getByRole('link', { name: 'Criar uma conta' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByRole('heading', { name: 'Confira o seu e-mail' })).toBeVisible();
  const link = /http:\/\/[^\s]+\/register#[\w-]+/.exec(await nextMailTo(email))?.[0] ?? '';
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page, 'the token leaves the address').toHaveURL(`${siteOrigin(host)}/register`);
  await page.getByRole('button', { name: 'Concluir' }).click();
  await expect(page.getByText('Nome completo é obrigatório!')).toBeVisible();
  await expect(page.getByText('Matrícula é obrigatório!')).toBeVisible();
  await expect(page.getByLabel('Só para o escritório')).toHaveCount(0);
  await page.getByLabel('Nome completo').fill('Nova Pessoa');
  await page.getByLabel('Matrícula').fill('4711');
  await page.getByLabel('Senha', { exact: true }).fill(chosen);
  await page.getByLabel('Repita a senha').fill(chosen);
  await page.getByRole('button', { name: 'Concluir' }).click();
  await expect(page.getByRole('heading', { name: 'Pedido enviado' })).toBeVisible();

  const desk = await browser.newPage();
  await signIn(desk, admin);
  await desk.goto('/registrations');
  const row = desk.getByRole('row').filter({ hasText: email });
  await row.getByRole('button').last().click();
  await desk.getByRole('menuitem', { name: 'Aprovar' }).click();
  await expect(desk.getByText('Nova Pessoa já pode entrar.')).toBeVisible();
  await desk.close();

  await page.goto(`${siteOrigin(host)}/signin`);
  await fields(page).email.fill(email);
  await fields(page).password.fill(chosen);
  await fields(page).password.press('Enter');
  await inside(page);
  expect(
    await database.rows(
      `select f.value from membership m join person p on p.id = m.person_id cross join jsonb_each_text(m.custom) as f where p.email = $1`,
      [email],
    ),
  ).toEqual([{ value: '4711' }]);
});

test('the profile survey is asked after the sign-in, put off, answered, and changed in the account', async ({ page, database, reader }) => {
  await database.rows('delete from profile_survey where person_id = $1', [reader.id]);
  await signInByForm(page, reader);
  const survey = page.getByRole('dialog', { name: 'Conte um pouco sobre você' });
  await survey.getByRole('button', { name: 'Mais tarde' }).click();
  await expect(survey).toBeHidden();

  await page.getByRole('button', { name: /^Sua conta/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await signInByForm(page, reader);
  await survey.getByRole('button', { name: 'Enviar' }).click();
  await expect(survey.getByText('Escolha um cargo.')).toBeVisible();
  await survey.getByLabel('Outro').check();
  await survey.getByLabel('Qual?').fill('Consultora');
  await survey.getByRole('button', { name: 'Enviar' }).click();
  await expect(survey).toBeHidden();

  await page.goto('/account');
  await expect(page.getByText('Consultora')).toBeVisible();
  await page.getByRole('button', { name: 'Mudar resposta' }).click();
  await page.getByLabel('Gerente').check();
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Gerente')).toBeVisible();
});
