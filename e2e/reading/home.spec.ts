import * as configuration from '@vitrine/contract/settings/settings.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/journey.ts';
import { reportPath, signinTo, visual } from '../harness/report.ts';
import { signIn, signInByForm } from '../harness/signIn.ts';

const cars = 'Automóveis de 1970 a 1982';
const health = 'Saúde e renda no mundo';

const shelfOf = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('favourites are put in order with the mouse and with the keyboard, and stay so', async ({ page, database, reader, shelf, callAs }) => {
  for (const name of [cars, 'Cinema', health]) await shelf.publish({ name });
  await signIn(page, reader);
  for (const name of [cars, 'Cinema', health])
    await page
      .getByRole('button', { name: `Adicionar ${name} aos favoritos` })
      .first()
      .click();
  const favourites = shelfOf(page, 'Favoritos');
  await expect(favourites.getByRole('link')).toHaveText([/Automóveis/, /Cinema/, /Saúde/]);

  await favourites.getByRole('button', { name: 'Organizar' }).click();
  const handle = (name: string) => favourites.getByRole('button', { name: `Mover ${name}` });
  // By the mouse's own steps: a drag that jumps is none.
  await handle(health).hover();
  await page.mouse.down();
  const target = await handle(cars).boundingBox();
  await page.mouse.move((target?.x ?? 0) + 30, (target?.y ?? 0) + 20, { steps: 10 });
  await page.mouse.move((target?.x ?? 0) + 5, (target?.y ?? 0) + 10, { steps: 10 });
  await page.mouse.up();
  const order = async () =>
    (
      await database.rows<{ title: string }>(
        'select r.title from favourite f join report r on r.id = f.report_id where f.person_id = $1 order by f.position',
        [reader.id],
      )
    ).map(({ title }) => title);
  await expect.poll(order).toEqual([health, cars, 'Cinema']);

  await handle('Cinema').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Cinema está na posição 3 de 3.')).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Cinema está na posição 2 de 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(order).toEqual([health, 'Cinema', cars]);
  await favourites.getByRole('button', { name: 'Pronto' }).click();
  await page.reload();
  await expect(favourites.getByRole('link')).toHaveText([/Saúde/, /Cinema/, /Automóveis/]);
  await expect(callAs(reader)).resolves.toBeDefined();
});

test('a report that was read and starred stands on the start page once, and opens after signing in', async ({ page, reader, shelf }) => {
  const report = await shelf.publish({ name: cars });
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Usar como minha página inicial' }).click();
  await expect(page.getByText('Página inicial salva')).toBeVisible();

  await page.goto('/');
  await expect(page.getByRole('main').getByRole('link', { name: cars })).toHaveCount(1);
  const recent = shelfOf(page, 'Continue de onde parou');
  await recent.getByRole('button', { name: `Adicionar ${cars} aos favoritos` }).click();
  await expect(shelfOf(page, 'Favoritos').getByRole('link')).toHaveText([/Automóveis/]);
  await expect(recent).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Página ao entrar: ${cars}` })).toBeVisible();

  // Whoever signs in again is led to the report.
  const second = await page.context().browser()?.newPage();
  if (!second) throw new Error('no browser');
  await signInByForm(second, reader);
  await expect(second).toHaveURL(new RegExp(`${reportPath(report)}$`));
  await second.close();
});

test('the page of a group marks what would not open', async ({ page, reader, shelf }) => {
  await shelf.publish({ name: cars, data_rule: 'filter' });
  await shelf.publish({ name: 'Cinema' });
  await signIn(page, reader, { at: `/${shelf.group_id}/reports` });
  const card = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(card(cars)).toContainText('Sem regra de dados');
  await expect(card('Cinema')).not.toContainText('Sem regra de dados');
});

test('the palette finds a report in spite of a typo and without its accents; covers become a list and stay one', async ({
  page,
  reader,
  shelf,
}) => {
  await shelf.publish({ name: health });
  await shelf.publish({ name: cars });
  await signIn(page, reader);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('automovies');
  await expect(page.getByRole('dialog').getByText(cars)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Lista' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Lista' })).toHaveAttribute('aria-pressed', 'true');
});

test('a unit’s watermark lies over the report with the reader’s name', async ({ page, admin, reader, shelf, callAs }) => {
  const report = await shelf.publish({ name: cars });
  const { call } = await callAs(admin);
  const { version } = await call(configuration.getConfig, {});
  await call(configuration.updateConfig, { body: { enable_watermark: true, version } });
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  await expect(page.locator('[data-watermark]')).toContainText(reader.email);
});
