import { cloud, expect, test } from './fixture.ts';
import type { Host } from './fixture.ts';
import { retailReport } from './service.ts';

async function create({ page, service, wait }: Host, until = 'rendered', change: object = {}) {
  const { token, dataset } = await service.mintCreate();
  if (!page.url().startsWith(service.hostOrigin)) await page.goto(service.hostOrigin);
  const config = { accessToken: token, tokenType: 1, datasetId: dataset, embedUrl: `${cloud}/reportEmbed?config=x`, ...change };
  await page.evaluate((wanted) => globalThis.start('createReport', wanted), config);
  await wait(until);
}

test('a new report begins with the measures and rows of its dataset, in edit mode', async ({ host, page }) => {
  await create(host);
  expect(await host.order()).toEqual(['loaded', 'renderingStarted', 'rendered']);
  const bar = host.view.getByRole('toolbar', { name: 'Editando' });
  await expect(bar).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Salvar', exact: true })).toBeHidden();
  await expect(host.view.locator('.visual-card .figure').first()).not.toBeEmpty();
  await expect(host.view.locator('.visual-tableEx tbody tr').first()).toBeVisible();
  expect(await page.evaluate(async () => globalThis.report.isSaved())).toBe(false);
});

test('it is kept under a name, and opens like any other report', async ({ host, page, service }) => {
  await create(host);
  expect(await page.evaluate(async () => globalThis.report.save().catch((error: unknown) => error))).toMatchObject({ errorCode: '400' });
  await page.evaluate(async () => globalThis.report.saveAs({ name: 'Meu primeiro' }));
  await host.wait('saved');
  const [saved] = await host.bodies<{ reportObjectId: string }>('saved');
  expect(saved).toMatchObject({ reportName: 'Meu primeiro', saveAs: true });
  expect(await page.evaluate(async () => globalThis.report.isSaved())).toBe(true);

  const report = saved?.reportObjectId ?? '';
  const token = await service.mint({ report, roles: ['Tudo'] });
  // The client needs its place emptied between the two (docs/reference/powerbi.md B9).
  await page.reload();
  await host.open({ report, token });
  await expect(host.view.locator('.visual-card').first()).toBeVisible();
  expect(await host.order()).toEqual(['loaded', 'renderingStarted', 'rendered']);
});

test('a token that only reads makes no report, and a foreign dataset neither', async ({ host, service }) => {
  await create(host, 'error', { accessToken: await service.mint({ report: retailReport, roles: ['Tudo'] }) });
  expect(await host.bodies('error')).toMatchObject([{ message: 'PowerBINotAuthorizedException', errorCode: '403' }]);
  await host.page.reload();
  await create(host, 'error', { datasetId: '00000000-0000-4000-8000-000000000000' });
  expect(await host.bodies('error')).toMatchObject([{ message: 'LoadReportFailed', errorCode: '404' }]);
});
