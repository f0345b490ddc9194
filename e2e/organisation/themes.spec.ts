import type { Request } from '@playwright/test';
import { add, get, nothingOwn, publish, update, use } from '@vitrine/contract/organisation/themes.ts';
import { violations } from '../harness/inspection.ts';
import { panel } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { square } from '../harness/pictures.ts';
import { signIn } from '../harness/signIn.ts';

test('the pages beside the form are the real ones, follow every change before anything is saved, and call nobody', async ({
  page,
  admin,
  callAs,
}) => {
  const { call } = await callAs(admin);
  const { id, version } = await call(add, { body: { name: 'Outono' } });
  const colours = { ...nothingOwn.colours, login_button: '#7a3b00' };
  await call(update, { params: { id }, body: { name: 'Outono', version, draft: { ...nothingOwn, own: ['colours', 'words'], colours } } });
  const calls: string[] = [];
  const note = (request: Request) => {
    if (request.frame() !== page.mainFrame() && /\/api\/|:\/\/(?!localhost)/.test(request.url())) calls.push(request.url());
  };
  page.on('request', note);
  await signIn(page, admin, { at: `/whitelabels/${id}` });
  const session = await page.evaluate(() => localStorage.getItem('bi:cache'));
  const frame = page.frameLocator('article iframe');
  const enter = frame.getByRole('button', { name: 'Entrar', exact: true, includeHidden: true });
  await expect(enter).toHaveCSS('background-color', 'rgb(122, 59, 0)');
  await page.getByRole('textbox', { name: 'Botão da entrada', exact: true }).fill('#00695c');
  await expect(enter).toHaveCSS('background-color', 'rgb(0, 105, 92)');
  await page.getByRole('textbox', { name: 'Frase da entrada: Português (Brasil)' }).fill('Tudo o que o outono colhe.');
  await expect(frame.getByText('Tudo o que o outono colhe.')).toBeVisible();

  const stations = page.getByRole('tablist', { name: 'O que ver' });
  await stations.getByRole('tab', { name: 'Entrada' }).focus();
  for (const [station, shown] of [
    ['Início', frame.getByText(/Ana$/)],
    ['Lista', frame.getByText('Bruno Tavares')],
    ['Relatório', frame.getByRole('tab', { name: 'Por região', includeHidden: true })],
    ['Celular', frame.locator('nav').getByText('Menu')],
    ['E-mail', frame.getByRole('link', { name: 'Definir senha' })],
    ['Erro', frame.locator('[data-page="not-found"]')],
    ['Na parede', frame.getByText('1 de 1')],
  ] as const) {
    await page.keyboard.press('ArrowRight');
    await expect(stations.getByRole('tab', { name: station })).toHaveAttribute('aria-selected', 'true');
    await expect(shown.first()).toBeVisible();
    // Nobody can press anything in it; a mail has no scripts, and lies under glass.
    if (station === 'E-mail') await expect(page.locator('article iframe')).toHaveCSS('pointer-events', 'none');
    else await expect(frame.locator('#root')).toHaveAttribute('inert');
  }
  await page.keyboard.press('ArrowRight');
  await expect(enter).toBeVisible();
  const sheet = frame.locator('main').first();
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  expect(await violations(page, 'all')).toEqual([]);
  await page.getByRole('radiogroup', { name: 'Modo da prévia' }).getByText('Escuro').click();
  await expect(sheet).not.toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');

  // What is no brand is not worn, and what the frame keeps is its own.
  await page.evaluate(() => {
    const { contentWindow } = document.querySelector('iframe') ?? {};
    contentWindow?.postMessage({ locale: 'pt-BR', scheme: 'light', look: { title: 'Outra' } }, location.origin);
  });
  await expect(sheet).not.toHaveCSS('background-color', 'rgb(255, 255, 255)');
  expect(await page.evaluate(() => localStorage.getItem('bi:cache'))).toBe(session);
  expect(calls).toEqual([]);
});

test('the mail beside the form follows what is typed, and everything is seen as those see it who lack a kind of cone', async ({
  page,
  admin,
  callAs,
}) => {
  const { call } = await callAs(admin);
  const { id, version } = await call(add, { body: { name: 'Correio' } });
  const colours = { ...nothingOwn.colours, button: '#7a3b00' };
  await call(update, { params: { id }, body: { name: 'Correio', version, draft: { ...nothingOwn, own: ['colours'], colours } } });
  await signIn(page, admin, { at: `/whitelabels/${id}` });
  await page.getByRole('tab', { name: 'E-mail', exact: true }).click();
  const mail = page.locator('article iframe');
  const button = page.frameLocator('article iframe').getByRole('link', { name: 'Definir senha' });
  await expect(button).toHaveCSS('background-color', 'rgb(122, 59, 0)');
  await page.getByRole('textbox', { name: 'Botões e links', exact: true }).fill('#00695c');
  await expect(button).toHaveCSS('background-color', 'rgb(0, 105, 92)');
  await page.getByRole('radiogroup', { name: 'Modo da prévia' }).getByText('Escuro').click();
  await expect(page.frameLocator('article iframe').locator('td.card, table.card').first()).not.toHaveCSS(
    'background-color',
    'rgb(255, 255, 255)',
  );
  await page.getByRole('combobox', { name: 'Quem olha' }).selectOption('Sem ver o verde');
  // The picture of the mail has other colours, not the mail.
  await expect(mail.locator('..').locator('..')).toHaveCSS('filter', /url\(.*vitrine-vision/);
  await expect(button).not.toHaveCSS('background-color', 'rgb(122, 59, 0)');

  await page.getByText('Ver todas as medidas').click();
  const measures = page.getByRole('region', { name: 'Medidas do modo claro' });
  await expect(measures.getByRole('row', { name: /^Texto sobre Cartão 4,5 / })).toBeVisible();
  await expect(measures.getByRole('row', { name: /^Anel do teclado sobre Cartão 3 / })).toBeVisible();
  await page.getByRole('textbox', { name: 'Texto', exact: true }).fill('#cccccc');
  await expect(measures.getByRole('row', { name: /^Texto sobre Cartão 4,5 1,\d, baixo/ })).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
});

test('on a phone the pages are folded above the form, and opened by those who want to look', async ({ browser, admin, callAs }) => {
  const { id } = await (await callAs(admin)).call(add, { body: { name: 'Inverno' } });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'pt-BR' });
  const page = await context.newPage();
  await signIn(page, admin, { at: `/whitelabels/${id}` });
  const preview = page.getByRole('region', { name: 'Como fica' });
  await expect(preview).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await preview.getByText('Como fica').tap();
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Entrar', exact: true, includeHidden: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await context.close();
});

test('pictures stand in the preview before they are saved, and then where they belong; a picture gives its colours', async ({
  page,
  browser,
  admin,
  shelf,
  callAs,
}) => {
  const { call } = await callAs(admin);
  await shelf.publish({ name: 'Cinema' });
  const { id, version } = await call(add, { body: { name: 'Com imagens' } });
  const draft = { ...nothingOwn, own: ['colours' as const, 'pictures' as const] };
  await call(update, { params: { id }, body: { name: 'Com imagens', version, draft } });
  await signIn(page, admin, { at: `/whitelabels/${id}` });

  const pictures = page.getByRole('region', { name: 'Imagens', exact: true });
  const send = async (index: number, name: string) => {
    const picture = { name: 'marca.png', mimeType: 'image/png', buffer: square(200, [0, 121, 107]) };
    await pictures.locator('input[type="file"]').nth(index).setInputFiles(picture);
    const cut = panel(page, 'Recortar imagem');
    await cut.getByRole('button', { name: 'Usar imagem' }).click();
    await expect(cut).toBeHidden();
    await expect(pictures.getByRole('img', { name, exact: true })).toBeVisible();
  };
  const frame = page.frameLocator('article iframe');
  await expect(frame.getByRole('button', { name: 'Entrar', exact: true, includeHidden: true })).toBeAttached();
  await send(0, 'Logotipo');
  const logo = frame.locator('aside img').first();
  await expect.poll(() => logo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(200);
  await send(1, 'Ícone');
  await send(2, 'Ícone dos relatórios');

  await page.getByRole('button', { name: 'Do logotipo' }).click();
  const colour = page.getByRole('textbox', { name: 'Uma cor da marca', exact: true });
  await expect(colour).toHaveValue(/^#0{1,2}/);
  await expect(frame.getByRole('button', { name: 'Entrar', exact: true, includeHidden: true })).not.toHaveCSS(
    'background-color',
    'rgb(47, 91, 211)',
  );
  await page.getByRole('button', { name: 'Usar estas cores' }).click();
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByText('Rascunho salvo.')).toBeVisible();
  const saved = await call(get, { params: { id } });
  const published = await call(publish, { params: { id }, body: { version: saved.version, at: null } });
  await call(use, { params: { id }, body: { self: true } });

  await page.goto('/all/reports');
  await page.getByRole('button', { name: 'Capas', exact: true }).click();
  const icon = page.getByRole('main').locator('img[data-icon]').first();
  await expect(icon).toHaveAttribute('src', published.pictures.icon_report ?? '');
  await expect(page.locator('header a img')).toHaveAttribute('src', published.pictures.logo ?? '');
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'pt-BR' });
  const phone = await context.newPage();
  await signIn(phone, admin);
  await expect(phone.locator('header a img')).toHaveAttribute('src', published.pictures.icon ?? '');
  await context.close();
});
