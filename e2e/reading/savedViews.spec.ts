import * as configuration from '@vitrine/contract/settings/settings.ts';
import type { Page } from '@playwright/test';
import type { Call } from '../harness/caller.ts';
import { expect, test } from '../harness/journey.ts';
import { reportFrame, signinTo, visual } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const cars = 'Automóveis de 1970 a 1982';

async function configure(call: Call, changes: Partial<configuration.ConfigurationInput>): Promise<void> {
  const { version } = await call(configuration.getConfig, {});
  await call(configuration.updateConfig, { body: { ...changes, version } });
}

/** Sets the first slicer of the page to one value, and answers what the slicer says then. */
async function filter(page: Page): Promise<string> {
  const frame = reportFrame(page);
  await frame
    .getByRole('button', { name: /: Todos$/ })
    .first()
    .click();
  const option = frame.getByRole('dialog').locator('label').nth(1);
  const value = (await option.textContent()) ?? '';
  await option.click();
  await page.keyboard.press('Escape');
  return value.trim();
}

const slicer = (page: Page, value: string) => reportFrame(page).getByRole('button', { name: new RegExp(`: ${value}`) });

async function takeBack(page: Page, value: string): Promise<void> {
  await slicer(page, value).click();
  await reportFrame(page).getByRole('dialog').locator('label').nth(1).click();
  await page.keyboard.press('Escape');
  await expect(slicer(page, value)).toHaveCount(0);
}

test('what a reader filters is there the next time, and gone when the reader says so', async ({
  page,
  admin,
  reader,
  shelf,
  callAs,
  database,
}) => {
  const report = await shelf.publish({ name: cars });
  await configure((await callAs(admin)).call, { save_filter: true });
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  const value = await filter(page);
  await expect.poll(() => database.rows(`select kind from saved_view where report_id = $1`, [report.id])).toEqual([{ kind: 'filters' }]);

  await page.reload();
  await expect(slicer(page, value)).toBeVisible();
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Limpar meus filtros' }).click();
  await expect(slicer(page, value)).toHaveCount(0);
  const kept = () => database.rows(`select kind from saved_view where report_id = $1`, [report.id]);
  await expect.poll(kept).toEqual([]);

  // Taken back by hand is taken back too, at once and on a later day.
  const chip = page.getByRole('button', { name: 'Filtros', exact: true });
  for (const later of [false, true]) {
    await filter(page);
    await expect.poll(kept).toHaveLength(1);
    await expect(chip).toHaveAttribute('data-kept');
    if (later) await page.reload();
    await takeBack(page, value);
    await expect.poll(kept).toEqual([]);
    await expect(chip).not.toHaveAttribute('data-kept');
  }
});

test('a view is kept as a bookmark, sent as a link, and seen by whoever may open the report', async ({
  page,
  browser,
  reader,
  unit,
  shelf,
}) => {
  const report = await shelf.publish({ name: cars });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  const value = await filter(page);
  await expect(slicer(page, value)).toBeVisible();

  await page.getByRole('button', { name: 'Marcadores' }).click();
  await page.getByRole('menuitem', { name: 'Salvar esta visão' }).click();
  await page.getByLabel('Nome do marcador').fill('Minha visão');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“Minha visão” está nos seus marcadores.')).toBeVisible();

  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Copiar link desta visão' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('?view=');
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));

  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Limpar meus filtros' }).click();
  await expect(slicer(page, value)).toHaveCount(0);
  await page.getByRole('button', { name: 'Marcadores' }).click();
  await page.getByRole('menuitem', { name: 'Minha visão' }).click();
  await expect(slicer(page, value)).toBeVisible();

  const second = await browser.newPage();
  const dora = await unit.person('Dora Pires', 'user');
  await signIn(second, dora, signinTo(report));
  await second.goto(`${link.pathname}${link.search}`);
  await expect(second.getByText(`Você está vendo a visão que ${reader.name} compartilhou.`)).toBeVisible();
  await expect(slicer(second, value)).toBeVisible();
  await second.close();
});

test('a problem reaches the administrator with the page and the times, who marks it as solved', async ({
  page,
  browser,
  admin,
  reader,
  shelf,
}) => {
  const report = await shelf.publish({ name: cars });
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Relatar um problema' }).click();
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('dialog').getByText(/obrigatório/)).toBeVisible();
  await page.getByLabel('O que há de errado?').fill('Os modelos de 1975 faltam.');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Os administradores da unidade foram avisados.')).toBeVisible();

  const second = await browser.newPage();
  await signIn(second, admin);
  await second.getByRole('link', { name: '1 relatório com problema relatado por leitores' }).click();
  await expect(second).toHaveURL(/\/management\/report\?problems=open/);
  await expect(second.locator('tbody tr')).toHaveCount(1);
  await second.goto(`/management/report/${report.id}?tab=use`);
  await expect(second.getByText('Os modelos de 1975 faltam.')).toBeVisible();
  await second.getByRole('button', { name: 'Marcar como resolvido' }).click();
  await expect(second.getByRole('button', { name: 'Reabrir' })).toBeVisible();
  await expect(second.getByRole('listitem').filter({ hasText: reader.name })).not.toHaveCount(0);
  await second.close();
});

test('the report speaks the language that is chosen while it is open', async ({ page, reader, shelf }) => {
  const report = await shelf.publish({ name: cars });
  await signIn(page, reader, signinTo(report));
  await expect(
    reportFrame(page)
      .getByRole('button', { name: /: Todos$/ })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar ou executar…' }).fill('english');
  await page.getByRole('option', { name: 'Idioma: English' }).click();
  await expect(
    reportFrame(page)
      .getByRole('button', { name: /: All$/ })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible();
});

test('a report leaves as PDF in the background, is downloaded from the bar, and covers nothing', async ({ page, reader, shelf }) => {
  const report = await shelf.publish({ name: cars, allow_export: true });
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  const exports = page.getByRole('toolbar').getByRole('button', { name: 'Exportar', exact: true });
  await exports.click();
  await page.getByRole('menuitem', { name: 'Exportar relatório' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Exportar', exact: true }).click();
  const link = page.getByRole('link', { name: /Baixar/ });
  await expect(link).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const download = page.waitForEvent('download');
  await link.click();
  expect((await download).suggestedFilename()).toBe(`${cars}.pdf`);

  // The list of exports is there for who asks for it.
  await exports.click();
  await page.getByRole('menuitem', { name: 'Minhas exportações' }).click();
  await expect(page.getByRole('dialog', { name: 'Minhas exportações' }).getByRole('link', { name: /Baixar/ })).toBeVisible();
});
