/** Terms above the unit: a partner's for its units, the platform's for partners. With a partner of its own, so that no other journey has to accept them. */
import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import type { Database } from '../harness/database.ts';
import { chooseAction, panel } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { fields, signIn } from '../harness/signIn.ts';
import { makeUnit, password } from '../harness/unit.ts';

/** A partner with one unit and somebody who works for it. */
async function makePartner(database: Database) {
  const mark = randomBytes(4).toString('hex');
  const unit = await makeUnit(database);
  const reader = await unit.person('Célia Prates', 'user');
  const email = `parceira-${mark}@parceiro.example`;
  const name = `Parceiro ${mark}`;
  await database.rows(
    `with made as (insert into partner (id, name) values (uuidv7(), $1) returning id),
       owned as (update tenant set partner_id = made.id from made where tenant.id = $2 returning 1),
       who as (
         insert into person (id, email, name, password_hash, password_changed_at)
         select uuidv7(), $3, 'Paula Reis', password_hash, now() from person where id = $4 returning id
       ), told as (insert into profile_survey (person_id, position, answered_at) select id, 'manager', now() from who)
     insert into staff (person_id, role, partner_id, authentication_level) select who.id, 'partner', made.id, 'waived' from who, made returning 1`,
    [name, unit.id, email, demoPeople.ana.id],
  );
  return { name, unit, reader, partnerStaff: { email } };
}

async function write(page: Page, title: string, concerned: { label: RegExp; option: string } | null): Promise<void> {
  await page.getByRole('button', { name: 'Novo termo' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Título').fill(title);
  await form.getByLabel('Texto').fill('Vale em todas as unidades.');
  await form.getByRole('radio', { name: 'Aceite ao acessar' }).check();
  if (concerned) {
    await form.getByRole('combobox', { name: concerned.label }).click();
    await page.getByRole('option', { name: concerned.option }).click();
    await page.keyboard.press('Escape');
  }
  await form.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('button', { name: title, exact: true }).click();
  await form.getByRole('button', { name: 'Publicar versão 1' }).click();
  await page.getByRole('button', { name: 'Sim' }).click();
}

async function accept(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Antes de continuar' })).toBeVisible();
  await page.getByLabel(`Li e aceito “${title}”`).check();
  await page.getByRole('button', { name: 'Aceitar e continuar' }).click();
}

test('a partner publishes for all its units: it accepts itself, a reader refuses, accepts, and is listed', async ({
  page,
  browser,
  database,
}) => {
  const { partnerStaff, reader } = await makePartner(database);
  await signIn(page, partnerStaff, { at: '/terms' });
  await page.getByRole('tab', { name: 'De todas as unidades' }).click();
  await expect(page).toHaveURL(/level=partner/);
  // The address changes before what it shows.
  await expect(page.getByRole('tab', { name: 'De todas as unidades', selected: true })).toBeVisible();
  await write(page, 'Contrato da rede', null);
  await accept(page, 'Contrato da rede');
  await expect(page.getByRole('tab', { name: 'De todas as unidades', selected: true })).toBeVisible();

  const other = await browser.newPage();
  const enter = async () => {
    await other.goto('/signin');
    await fields(other).email.fill(reader.email);
    await fields(other).password.fill(password);
    await fields(other).password.press('Enter');
  };
  await enter();
  await other.getByRole('button', { name: 'Recusar e sair' }).click();
  await expect(fields(other).email).toBeVisible();
  await enter();
  await accept(other, 'Contrato da rede');
  await expect(other.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
  await other.goto('/account?section=data');
  await expect(other.getByText('Contrato da rede')).toBeVisible();
  await other.close();

  await page.goto('/terms?level=partner');
  await chooseAction(page, 'Contrato da rede', 'Quem aceitou');
  await expect(page.getByRole('row').filter({ hasText: reader.email })).toBeVisible();
  await page.getByRole('button', { name: 'Voltar aos termos' }).click();
  await expect(page).toHaveURL(/level=partner/);
});

test('the operator publishes for one partner, whose people are asked; a unit’s administrator has no such tab', async ({
  page,
  browser,
  database,
  admin,
}) => {
  const { name, partnerStaff } = await makePartner(database);
  const title = `Acordo ${name}`;
  await signIn(page, demoPeople.operador, { at: '/terms' });
  await write(page, title, { label: /^Parceiros e suas unidades/, option: name });
  await expect(page.getByRole('row').filter({ hasText: title }).getByText('Publicado')).toBeVisible();

  const other = await browser.newPage();
  await signIn(other, partnerStaff);
  await accept(other, title);
  await expect(other.getByRole('heading', { name: 'Antes de continuar' })).toBeHidden();
  await other.close();
  await page.reload();
  await chooseAction(page, title, 'Quem aceitou');
  await expect(page.getByRole('row').filter({ hasText: partnerStaff.email })).toBeVisible();

  const desk = await browser.newPage();
  await signIn(desk, admin, { at: '/terms?level=partner' });
  await expect(panel(desk, title)).toHaveCount(0);
  await expect(desk.getByRole('heading', { name: 'Termos', exact: true })).toBeVisible();
  await expect(desk.getByRole('tab')).toHaveCount(0);
  await expect(desk.getByText(title)).toHaveCount(0);
  await desk.close();
});
