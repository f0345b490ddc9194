/** Actions of a reader on an open report: print, edit, save filters, go to the next report. */
import * as configuration from '@vitrine/contract/settings/settings.ts';
import { expect, test } from '../harness/journey.ts';
import { reportFrame, reportPath, signinTo, visual } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const cars = 'Automóveis de 1970 a 1982';

test('on paper there is the report and its watermark alone, on one sheet across', async ({ page, unit, admin, reader, shelf, callAs }) => {
  const report = await shelf.publish({ name: cars });
  const { call } = await callAs(admin);
  const { version } = await call(configuration.getConfig, {});
  await call(configuration.updateConfig, { body: { enable_watermark: true, version } });
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('toolbar')).toBeHidden();
  await expect(page.getByText(unit.name).filter({ visible: true }), 'whose report it is').toBeVisible();
  await expect(visual(page, 'Modelos')).toBeVisible();
  await expect(page.locator('[data-watermark]')).toContainText(reader.email);
  await page.emulateMedia({ media: null });
  const paper = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(paper) ?? [];
  expect(Number(width)).toBeGreaterThan(Number(height));

  await page.evaluate(() => {
    globalThis.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Imprimir' }).click();
  await expect(page.locator('body[data-printed]')).toBeVisible();
});

test('what was changed in a report and is not saved is not lost in passing', async ({ page, admin, shelf }) => {
  const report = await shelf.publish({ name: cars, allow_edit: true });
  await signIn(page, admin, signinTo(report));
  const frame = reportFrame(page);
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  const question = page.getByText('Há alterações não salvas. Descartar?');
  const leaving = page.getByRole('button', { name: 'Sair da edição' });
  await page.getByRole('button', { name: 'Editar relatório' }).click();
  await frame.getByRole('button', { name: /^Modelos\. Setas movem/ }).press('ArrowDown');
  await expect(frame.getByRole('button', { name: 'Salvar', exact: true })).toBeEnabled();

  await leaving.click();
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'Não', exact: true }).click();
  await page.getByRole('link', { name: 'Catálogo' }).click();
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'Não', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(reportPath(report)));
  await leaving.click();
  await page.getByRole('button', { name: 'Sim', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Editar relatório' })).toBeVisible();

  // Nothing was changed: nobody is asked.
  await page.getByRole('button', { name: 'Editar relatório' }).click();
  await expect(frame.getByRole('button', { name: 'Salvar', exact: true })).toBeDisabled();
  await leaving.click();
  await expect(page.getByRole('button', { name: 'Editar relatório' })).toBeVisible();
});

test('a reader is asked before filters are kept, or keeps none', async ({ page, admin, reader, shelf, callAs, database }) => {
  const report = await shelf.publish({ name: cars });
  const { call } = await callAs(admin);
  const { version } = await call(configuration.getConfig, {});
  await call(configuration.updateConfig, { body: { save_filter: true, version } });
  const kept = () => database.rows(`select kind from saved_view where report_id = $1`, [report.id]);
  const frame = reportFrame(page);
  const chip = page.getByRole('button', { name: 'Filtros', exact: true });
  const choose = async (memory: string) => {
    await chip.click();
    await page.getByRole('menuitemradio', { name: memory, exact: true }).click();
  };
  const filter = async (position: number) => {
    await frame.getByRole('button', { name: /^Cilindros: / }).click();
    await frame.getByRole('dialog').locator('label').nth(position).click();
    await page.keyboard.press('Escape');
  };
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  await choose('Perguntar');
  await filter(1);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(kept).toEqual([{ kind: 'filters' }]);
  await filter(2);
  await page.getByRole('button', { name: 'Agora não' }).click();
  await page.reload();
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  await expect(chip).toHaveAttribute('data-kept');

  await choose('Nunca');
  await expect.poll(kept).toEqual([]);
  await page.reload();
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  await expect(chip).not.toHaveAttribute('data-kept');
  await expect(frame.getByRole('button', { name: 'Cilindros: Todos' })).toBeVisible();

  // A phone has the same menu.
  await page.setViewportSize({ width: 390, height: 844 });
  const remembered = (memory: string) => page.getByRole('menuitemradio', { name: memory, exact: true });
  await chip.click();
  await expect(remembered('Nunca')).toHaveAttribute('aria-checked', 'true');
  await remembered('Sempre').click();
  await filter(1);
  await expect.poll(kept).toEqual([{ kind: 'filters' }]);
  await expect(chip).toHaveAttribute('data-kept');
});

test('the reports before and after are a key away', async ({ page, reader, shelf }) => {
  const first = await shelf.publish({ name: cars, title: 'Alfa' });
  const second = await shelf.publish({ name: cars, title: 'Beta' });
  await signIn(page, reader, signinTo(first));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Próximo relatório: Beta' }).click();
  await expect(page).toHaveURL(new RegExp(reportPath(second)));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  await page.getByRole('heading', { name: 'Beta' }).click();
  await page.keyboard.press('k');
  await expect(page).toHaveURL(new RegExp(reportPath(first)));
});

test('a report in maintenance opens by itself when its time is over', async ({ page, reader, shelf, database }) => {
  const report = await shelf.publish({ name: cars });
  await database.rows(
    `insert into report_maintenance (tenant_id, id, report_id, starts_at, ends_at, message)
     select tenant_id, gen_random_uuid(), id, now() - interval '1 minute', now() + interval '1 hour', 'Revendo os pesos.' from report where id = $1`,
    [report.id],
  );
  await page.clock.install();
  await signIn(page, reader, signinTo(report));
  await expect(page.getByText('Revendo os pesos.')).toBeVisible();
  await expect(page.getByText(/Ele volta a abrir em /)).toBeVisible();
  await database.rows(`update report_maintenance set ends_at = now() where report_id = $1`, [report.id]);
  await page.clock.fastForward('01:00:05');
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
});
