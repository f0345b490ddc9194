import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { open, renew } from '@vitrine/contract/reading/reportReading.ts';
import type { Page, Response } from '@playwright/test';
import { reportingOrigin } from '../harness/addresses.ts';
import { visit } from '../harness/visit.ts';
import { expect, test } from '../harness/journey.ts';
import { reportNamed } from '../harness/publishing.ts';
import { reportFrame, reportPath, rowHeads, signinTo, visual } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const minuteMs = 60_000;
const cars = 'Automóveis de 1970 a 1982';
const unavailable = 'Este relatório não está disponível para você';
/** What stands in place of the report. */
const trouble = (page: Page, title: string) => page.getByRole('main').getByRole('heading', { name: title, level: 2 });
const pathOf = (template: string, { id }: { id: string }): string => template.replace(':id', id);
const isRenewalOf = (report: { id: string }) => (response: Response) => response.url().endsWith(pathOf(renew.path, report));

/**
 * In how many milliseconds the token of the report that is opened next is renewed, ten minutes before its end. A token lives no
 * longer than the one that the server asked for it with: an hour at most. Ask before the report is opened: the browser does not
 * keep the answer.
 */
async function renewalDueMs(page: Page, report: { id: string }): Promise<number> {
  const answer = await page.waitForResponse((response) => response.url().includes(pathOf(open.path, report)));
  const { embed } = (await answer.json()) as OpenedReport;
  const leftMs = Date.parse(embed.expires_at) - Date.now();
  return leftMs > 20 * minuteMs ? leftMs - 10 * minuteMs : leftMs / 2;
}

test('a report that was not assigned does not exist for a reader, whatever address is typed', async ({
  page,
  unit,
  database,
  reader,
  shelf,
}) => {
  const hidden = await shelf.publish({ name: cars, grants: [] });
  const [foreign] = await database.rows<{ id: string }>(
    `select r.id from report r join report_grant g on g.report_id = r.id and g.unit where r.tenant_id <> $1 limit 1`,
    [unit.id],
  );
  await signIn(page, reader);
  await expect(trouble(page, 'Nenhum relatório para você ainda')).toBeVisible();
  for (const id of [hidden.id, foreign?.id ?? '', '00000000-0000-7000-8000-000000000000', 'nada']) {
    await page.goto(reportPath({ id }));
    await expect(trouble(page, unavailable)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Tentar novamente' })).toHaveCount(0);
  }
  await page.goto(`/${foreign?.id}/reports/external`);
  await expect(trouble(page, unavailable)).toBeVisible();
});

test('a report of the catalogue that is closed to a reader is asked for from where it did not open', async ({ page, reader, shelf }) => {
  const [closed, hidden] = [
    await shelf.publish({ name: cars, title: 'Frota', grants: [], show_in_catalogue: true }),
    await shelf.publish({ name: cars, title: 'Segredo', grants: [], show_in_catalogue: false }),
  ];
  const ask = page.getByRole('main').getByRole('link', { name: 'Solicitar acesso' });
  await signIn(page, reader, signinTo(closed));
  await expect(trouble(page, unavailable)).toBeVisible();
  await ask.click();
  await page.getByRole('button', { name: 'Solicitar acesso a Frota' }).click();
  await page.getByLabel('Motivo').fill('Preciso acompanhar a frota da região.');
  await page.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(page.getByRole('button', { name: 'Cancelar pedido' })).toBeVisible();

  await page.goto(reportPath(closed));
  await expect(page.getByRole('main').getByRole('link', { name: 'Ver no catálogo' })).toBeVisible();
  const answered = page
    .waitForResponse((response) => response.url().includes(`/api/catalogue?report_id=${hidden.id}`))
    .then((response) => response.json());
  await page.goto(reportPath(hidden));
  expect(await answered).toMatchObject({ data: [] });
  await expect(trouble(page, unavailable)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['Voltar ao início']);
});

test('a reader without a data rule is told that one is missing', async ({ page, reader, shelf }) => {
  const report = await shelf.publish({ name: 'Vendas da rede', data_rule: 'rls' });
  await signIn(page, reader, signinTo(report));
  await expect(trouble(page, 'Falta definir quais dados você vê')).toBeVisible();
});

test('taking an assignment back closes the report at the next opening', async ({ page, database, reader, shelf }) => {
  const report = await shelf.publish({ name: cars });
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  await database.rows('delete from report_grant where report_id = $1', [report.id]);
  await page.reload();
  await expect(trouble(page, unavailable)).toBeVisible();
});

test('the token is renewed ten minutes before its end, without loading the report anew', async ({ page, admin, shelf }) => {
  const report = await shelf.publish({ name: cars });
  await page.clock.install();
  const due = renewalDueMs(page, report);
  await signIn(page, admin, signinTo(report));
  const dueMs = await due;
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  let renewals = 0;
  let openings = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(pathOf(renew.path, report))) renewals += 1;
    if (request.url().endsWith(pathOf(open.path, report)) || request.url().includes('/reportEmbed')) openings += 1;
  });
  await page.clock.fastForward(dueMs - minuteMs);
  expect(renewals).toBe(0);
  const renewed = page.waitForResponse(isRenewalOf(report));
  await page.clock.fastForward(2 * minuteMs);
  expect((await renewed).status()).toBe(200);
  await page.getByRole('tab', { name: 'Modelos' }).click();
  await expect(rowHeads(page, 'Modelos em detalhe')).not.toHaveCount(0);
  expect({ renewals, openings }).toEqual({ renewals: 1, openings: 0 });
});

test('who may not see the report any more loses it when the token is renewed', async ({ page, database, reader, shelf }) => {
  const report = await shelf.publish({ name: cars });
  await page.clock.install();
  const due = renewalDueMs(page, report);
  await signIn(page, reader, signinTo(report));
  const dueMs = await due;
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  await database.rows('delete from report_grant where report_id = $1', [report.id]);
  const refused = page.waitForResponse(isRenewalOf(report));
  await page.clock.fastForward(dueMs + minuteMs);
  expect((await refused).status()).toBe(404);
  await expect(trouble(page, unavailable)).toBeVisible();
});

test.describe('when the reporting service fails', () => {
  // Only these journeys open this report, so that its failures do not affect others.
  const earthquakes = 'Terremotos e desastres';
  const path = `/reports/${reportNamed(earthquakes).external_report_id}`;
  test.afterEach(async ({ request }) => void (await request.delete(`${reportingOrigin}/admin/faults`)));

  const failures = [
    {
      fault: { name: 'server_error', status: 503 },
      title: 'O serviço de relatórios não está respondendo',
      cause: 'reporting_unavailable',
    },
    { fault: { name: 'throttled', retry_after_s: 5 }, title: 'O serviço de relatórios está sobrecarregado', cause: 'reporting_throttled' },
  ];
  for (const { fault, title, cause } of failures) {
    test(`${fault.name}: a clear message, and the report comes by itself when it is over`, async ({
      page,
      request,
      database,
      admin,
      shelf,
    }) => {
      const report = await shelf.publish({ name: earthquakes });
      await request.post(`${reportingOrigin}/admin/faults`, { data: { ...fault, path } });
      await signIn(page, admin, signinTo(report));
      await expect(trouble(page, title)).toBeVisible({ timeout: 30_000 });
      await expect(page.getByRole('button', { name: 'Copiar detalhes' })).toBeVisible();
      const causes = await database.rows('select cause from failed_opening where report_id = $1', [report.id]);
      expect(causes).toEqual([{ cause }]);

      await request.delete(`${reportingOrigin}/admin/faults`);
      await expect(reportFrame(page).getByRole('group').first()).toBeVisible();
      await expect(trouble(page, title)).toHaveCount(0);
    });
  }
});

test('a secret that has expired is told as the account’s fault', async ({ page, unit, database, admin, shelf }) => {
  const report = await shelf.publish({ name: cars });
  // The portal keeps what it knows by the account's version: as if somebody had entered another application.
  await database.rows(`update reporting_account set application_id = gen_random_uuid(), version = version + 1 where tenant_id = $1`, [
    unit.id,
  ]);
  await signIn(page, admin, signinTo(report));
  await expect(trouble(page, 'O Power BI recusou a conta da unidade')).toBeVisible();
});

test('a frame that does not come is told after a while, and asked for again', async ({ page, admin, shelf }) => {
  const report = await shelf.publish({ name: cars });
  await page.clock.install();
  await page.route(`${reportingOrigin}/reportEmbed*`, (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '' }));
  await signIn(page, admin, signinTo(report));
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Abrindo relatório…' })).toBeAttached();
  await page.clock.fastForward('00:21');
  await expect(page.getByText('Está demorando mais que o normal.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
});

test('without a network the report waits, and opens by itself when it is back', async ({ page, context, admin, shelf }) => {
  await shelf.publish({ name: cars });
  await signIn(page, admin);
  const link = page.getByRole('main').getByRole('link', { name: cars }).first();
  await expect(link).toBeVisible();
  await visit(page, { path: '/', act: () => link.hover(), shows: () => link });
  // Only who has the screen already can be told on it that there is no network.
  const hasScreen = () => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('reportView')));
  await expect.poll(hasScreen).toBe(true);
  await context.setOffline(true);
  await link.click();
  await expect(trouble(page, 'Não foi possível falar com o servidor')).toBeVisible();
  await context.setOffline(false);
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
});

test('the demo’s readers see only what was assigned to them', async ({ page }) => {
  await signIn(page, demoPeople.bruno);
  const links = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(links.filter({ hasText: 'Vendas da rede' })).not.toHaveCount(0);
  await expect(links.filter({ hasText: 'Margem e descontos' })).toHaveCount(0);
});
