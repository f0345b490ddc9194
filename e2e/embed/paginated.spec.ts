import { cloud, expect, test } from './fixture.ts';
import type { Host, OpenWish } from './fixture.ts';
import { cinemaReport, closingReport } from './service.ts';

type Problem = { message: string; detailedMessage: string; errorCode: string };

const minute = 60_000;
const everything = { report: closingReport, roles: ['Tudo'] };

const open = (host: Host, { config = {}, ...wish }: OpenWish = {}) =>
  host.open({
    report: closingReport,
    token: everything,
    ...wish,
    config: {
      embedUrl: `${cloud}/rdlEmbed?reportId=${closingReport}`,
      settings: { localeSettings: { language: 'pt-br', formatLocale: 'pt-BR' } },
      ...config,
    },
  });

test.afterEach(({ service }) => {
  service.emulator.clock.reset();
  service.emulator.faults.clear();
});

test('opens with its defaults and turns pages by mouse, by keyboard and by number', async ({ host, page }) => {
  await open(host);
  expect(await host.order()).toEqual(['loaded', 'rendered']);
  const { view } = host;
  await expect(view.getByRole('heading', { name: 'Fechamento mensal por loja' })).toBeVisible();
  await expect(view.getByText('Ano: 2026 · Região: Todos · Categoria: Todos')).toBeVisible();
  await expect(view.getByRole('columnheader', { name: 'Faturamento' })).toBeVisible();
  const number = view.getByRole('textbox', { name: 'Número da página' });
  const pages = Number(/\d+/.exec((await view.getByText(/^de \d+$/).textContent()) ?? '')?.[0]);
  expect(pages).toBeGreaterThan(5);
  await expect(view.getByRole('button', { name: 'Anterior' })).toHaveAttribute('aria-disabled', 'true');

  await view.getByRole('button', { name: 'Próximo' }).click();
  await expect(view.getByRole('region', { name: `Página 2 de ${pages}` })).toBeVisible();
  await expect(view.getByText(/^Região: Centro-Oeste \(continuação\)$/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(number).toHaveValue('3');
  await expect(view.getByRole('button', { name: 'Próximo' })).toBeFocused();
  await number.fill('999');
  await number.press('Enter');
  await expect(view.getByRole('region', { name: `Página ${pages} de ${pages}` })).toBeVisible();
  await expect(view.getByRole('row', { name: /^Total geral/ })).toBeVisible();
  await expect(view.getByRole('button', { name: 'Última página' })).toHaveAttribute('aria-disabled', 'true');
});

test('parameters leave what is chosen, and each total is that of its rows', async ({ host, page }) => {
  await open(host);
  const { view } = host;
  await view.getByLabel('Ano').selectOption('2025');
  await view.getByRole('button', { name: 'Região: Todos' }).click();
  await view.getByRole('checkbox', { name: 'Sul' }).check();
  await page.keyboard.press('Escape');
  await host.forget();
  await view.getByRole('button', { name: 'Ver relatório' }).click();
  await host.wait('rendered');
  await expect(view.getByText('Ano: 2025 · Região: Sul · Categoria: Todos')).toBeVisible();
  await view.getByRole('button', { name: 'Última página' }).click();
  const numbers = async (row: RegExp) => (await view.getByRole('row', { name: row }).getByRole('cell').allTextContents()).join(' ');
  expect(await numbers(/^Total de Sul/)).toBe(await numbers(/^Total geral/));
});

test('a parameter that needs a value says so and waits', async ({ host }) => {
  await open(host, { config: { parameterValues: [{ name: 'Ano', value: null }] } });
  const { view } = host;
  await expect(view.getByText('Escolha um valor para Ano e veja o relatório.')).toBeVisible();
  await view.getByRole('button', { name: 'Ver relatório' }).click();
  await expect(view.getByRole('alert').filter({ hasText: 'Escolha um valor.' })).toBeVisible();
  await expect(view.getByLabel('Ano')).toBeFocused();
  await view.getByLabel('Ano').selectOption('2024');
  await view.getByRole('button', { name: 'Ver relatório' }).click();
  await expect(view.getByText(/^Ano: 2024/)).toBeVisible();
});

test('the host says the values, and whether there is a bar for them', async ({ host }) => {
  const parameterValues = ['Sul', 'Norte'].map((value) => ({ name: 'Regiao', value }));
  await open(host, { config: { parameterValues, settings: { commands: { parameterPanel: { enabled: true, expanded: false } } } } });
  const { view } = host;
  await expect(view.getByText(/Região: (Sul, Norte|Norte, Sul)/)).toBeVisible();
  await expect(view.getByLabel('Ano')).toBeHidden();
  await view.getByRole('button', { name: 'Mostrar parâmetros' }).click();
  await expect(view.getByLabel('Ano')).toBeVisible();
  await open(host, { config: { settings: { commands: { parameterPanel: { enabled: false } } } } });
  await expect(view.getByRole('button', { name: 'Ver relatório' })).toBeHidden();
});

test('a value that the report does not take is an error of its own', async ({ host }) => {
  for (const [given, words] of [
    [{ name: 'Ano', value: '1999' }, /not among its values/],
    [{ name: 'Ano', value: 'cedo' }, /is no integer/],
    [{ name: 'Nada', value: '1' }, /no parameter 'Nada'/],
  ] as const) {
    await open(host, { config: { parameterValues: [given] }, until: 'error' });
    const [problem] = await host.bodies<Problem>('error');
    expect(problem?.detailedMessage).toMatch(words);
    await expect(host.view.getByRole('alert').filter({ hasText: words })).toBeVisible();
  }
});

test('the token alone decides which rows are seen, and which report', async ({ host, service }) => {
  await open(host, { token: { report: closingReport, roles: ['Região Sul'] } });
  const { view } = host;
  await expect(view.getByText('Região: Sul', { exact: true })).toBeVisible();
  await view.getByRole('button', { name: 'Região: Todos' }).click();
  await expect(view.getByRole('checkbox')).toHaveCount(1);
  await open(host, { token: await service.mint({ report: cinemaReport }), until: 'error' });
  expect((await host.bodies<Problem>('error'))[0]).toMatchObject({ message: 'LoadReportFailed', errorCode: '403' });
});

test('a token that runs out is an error, a new one goes on', async ({ host, page, service }) => {
  await open(host);
  service.emulator.clock.advance(61 * minute);
  await host.forget();
  await host.view.getByRole('button', { name: 'Ver relatório' }).click();
  await host.wait('error');
  expect((await host.bodies<Problem>('error'))[0]).toMatchObject({ message: 'TokenExpired' });
  await expect(host.view.getByText('Sua sessão neste relatório terminou')).toBeVisible();
  expect(await host.send('POST', '/report/token', { accessToken: 'no token' })).toMatchObject({ statusCode: 403 });
  await page.evaluate(async (fresh) => globalThis.report.setAccessToken(fresh), await service.mint(everything));
  await expect(host.view.getByText('Sua sessão neste relatório terminou')).toBeHidden();
  await host.view.getByRole('button', { name: 'Ver relatório' }).click();
  await host.wait('rendered');
});

test('prints every page on white paper, and comes back to the one that was shown', async ({ host, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(host, { config: { embedUrl: `${cloud}/rdlEmbed?reportId=${closingReport}&theme=auto` } });
  const { view } = host;
  await expect(view.locator('#report')).toHaveAttribute('data-scheme', 'dark');
  await host.frame().evaluate('window.print = () => undefined');
  await view.getByRole('button', { name: 'Imprimir' }).click();
  const pages = Number(/\d+/.exec((await view.getByText(/^de \d+$/).textContent()) ?? '')?.[0]);
  await expect(view.locator('.paper')).toHaveCount(pages);
  await expect(view.locator('#report')).toHaveAttribute('data-scheme', 'light');
  await host.frame().evaluate("window.dispatchEvent(new Event('afterprint'))");
  await expect(view.locator('.paper')).toHaveCount(1);
  await expect(view.locator('#report')).toHaveAttribute('data-scheme', 'dark');
});

for (const [language, button] of [
  ['pt-pt', 'Ver relatório'],
  ['es', 'Ver informe'],
  ['en-us', 'View report'],
] as const) {
  test(`speaks ${language}`, async ({ host }) => {
    await open(host, { config: { settings: { localeSettings: { language } } } });
    await expect(host.view.getByRole('button', { name: button })).toBeVisible();
    await expect(host.view.locator('html')).toHaveAttribute('lang', { 'pt-pt': 'pt-PT', es: 'es', 'en-us': 'en-US' }[language]);
  });
}
