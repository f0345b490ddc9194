import { everything, expect, test } from './fixture.ts';
import { cinemaReport, retailReport } from './service.ts';

type Problem = { message: string; detailedMessage: string; errorCode: string };

const minute = 60_000;
const missing = '00000000-0000-4000-8000-000000000000';

test.afterEach(({ service }) => {
  service.emulator.clock.reset();
  service.emulator.faults.clear();
});

test('the token alone decides which rows are seen', async ({ host, page }) => {
  const regions = () =>
    page.evaluate(async () => {
      const visual = await (await globalThis.report.getActivePage()).getVisualByName('barras_regiao');
      return (await visual.exportData()).data
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]);
    });
  await host.open({ token: { report: retailReport, roles: ['Região Sul'] } });
  expect(await regions()).toEqual(['Sul']);
  await host.open({ token: { report: retailReport, roles: ['Região Norte'] } });
  expect(await regions()).toEqual(['Norte']);
});

test('a token that runs out is an error, a new one goes on without a load', async ({ host, page, service }) => {
  await host.open();
  service.emulator.clock.advance(61 * minute);
  await host.forget();
  await page.evaluate(async () => globalThis.report.setPage('metas'));
  await host.wait('error');
  expect((await host.bodies<Problem>('error'))[0]).toMatchObject({
    message: 'TokenExpired',
    detailedMessage: 'Access token has expired, resubmit with a new access token',
    errorCode: '403',
  });
  expect(await host.order()).not.toContain('rendered');
  await expect(host.view.getByRole('alert')).toContainText('Sua sessão neste relatório terminou');

  const token = await service.mint(everything);
  await page.evaluate(async (fresh) => globalThis.report.setAccessToken(fresh), token);
  await host.wait('rendered');
  await expect(host.view.getByRole('alert')).toBeHidden();
  await expect(host.visual('tabela_metas')).toBeVisible();
  expect(await host.order()).not.toContain('loaded');
});

test('the end of a token is told when it comes, also when nobody asks anything', async ({ host, service }) => {
  // Minted while the service's clock is behind, the minute of this token has eight seconds left.
  service.emulator.clock.advance(-52_000);
  const token = await service.mint({ ...everything, lifetime_minutes: 1 });
  await host.open({ token });
  await host.wait('error');
  expect((await host.bodies<Problem>('error')).map((problem) => problem.message)).toEqual(['TokenExpired']);
  await expect(host.view.getByRole('alert')).toBeVisible();
});

test('a token swapped in time changes nothing that is seen, and later rows are those of the new one', async ({ host, page, service }) => {
  await host.open({ token: { report: retailReport, roles: ['Região Sul'] } });
  await host.forget();
  const token = await service.mint({ report: retailReport, roles: ['Região Norte'] });
  await page.evaluate(async (fresh) => globalThis.report.setAccessToken(fresh), token);
  expect(await host.order()).toEqual([]);
  await page.evaluate(async () => globalThis.report.setPage('regioes_e_lojas'));
  await host.wait('rendered');
  const matrix = host.visual('matriz_regiao_ano');
  await expect(matrix.getByRole('row', { name: /^Norte/ })).toBeVisible();
  await expect(matrix.getByRole('row', { name: /^Sul/ })).toHaveCount(0);
});

test('a bad token is refused, and the report goes on with the old one', async ({ host, page }) => {
  await host.open();
  const refusal = await page.evaluate(async () => globalThis.report.setAccessToken('garbage').catch((error: unknown) => error));
  expect(refusal).toMatchObject({ errorCode: '403' });
  await host.forget();
  await page.evaluate(async () => globalThis.report.refresh());
  await host.wait('rendered');
});

test('a load with an expired token waits for a good one', async ({ host, page, service }) => {
  const token = await service.mint(everything);
  service.emulator.clock.advance(61 * minute);
  await host.open({ token, until: 'error' });
  expect((await host.bodies<Problem>('error'))[0]?.message).toBe('TokenExpired');
  const fresh = await service.mint(everything);
  await page.evaluate(async (good) => globalThis.report.setAccessToken(good), fresh);
  await host.wait('rendered');
  expect(await host.order()).toEqual(['error', 'loaded', 'renderingStarted', 'rendered']);
});

test('an unknown report, a report that the token does not cover, garbage, a foreign group: each has its words', async ({
  host,
  service,
}) => {
  const token = await service.mint(everything);
  const problem = async (wish: Parameters<typeof host.open>[0]) => {
    await host.open({ token, until: 'error', ...wish });
    const [first] = await host.bodies<Problem>('error');
    await host.forget();
    return first;
  };
  expect(await problem({ report: missing })).toMatchObject({
    message: 'LoadReportFailed',
    detailedMessage: 'Get report failed',
    errorCode: '404',
  });
  await expect(host.view.getByRole('alert')).toContainText('Não foi possível abrir o relatório');
  expect(await problem({ report: cinemaReport })).toMatchObject({
    message: 'LoadReportFailed',
    detailedMessage: 'Get report failed',
    errorCode: '403',
  });
  for (const tokenType of [0, undefined])
    expect(await problem({ config: { tokenType } })).toMatchObject({
      message: 'LoadReportFailed',
      detailedMessage: "Fail to initialize - Couldn't resolve cluster",
    });
  expect(await problem({ token: 'garbage' })).toMatchObject({
    message: 'LoadReportFailed',
    detailedMessage: "Fail to initialize - Couldn't resolve cluster",
    errorCode: '403',
  });
  expect(await problem({ config: { groupId: missing } })).toMatchObject({
    message: 'PowerBINotAuthorizedException',
    detailedMessage: 'Get report failed',
    errorCode: '401',
  });
  expect(await problem({ report: 'not-a-guid' })).toMatchObject({ message: 'LoadReportFailed', errorCode: '500' });
});

test('a host that shows errors itself gets them without a cover', async ({ host }) => {
  await host.open({ report: missing, token: 'garbage', config: { settings: { hideErrors: true } }, until: 'error' });
  await expect(host.view.getByRole('alert')).toBeHidden();
});
