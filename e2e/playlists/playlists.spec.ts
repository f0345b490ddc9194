import { add, addLink, pages as pagesOf, remove, revokeLink } from '@vitrine/contract/playlists/playlists.ts';
import { origin } from '../harness/addresses.ts';
import { chooseAction, panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { controls, expectSlide } from '../harness/playlist.ts';
import { signIn } from '../harness/signIn.ts';

const names = ['Cinema', 'Clima de Seattle', 'Terremotos e desastres'];
const at = { at: '/playlists' };

test('a playlist is made, ordered with the keyboard, and played by keys', async ({ page, reader, shelf }) => {
  for (const name of names.slice(0, 2)) await shelf.publish({ name });
  await signIn(page, reader, at);
  await page.getByRole('button', { name: 'Nova playlist' }).first().click();
  const form = panel(page, 'Nova playlist');
  await form.getByLabel('Nome').fill('Segunda-feira');
  for (const name of names.slice(0, 2)) {
    await form.getByRole('combobox', { name: 'Acrescentar relatório' }).fill(name);
    await expect(form.getByRole('option', { name: new RegExp(name) })).toBeVisible();
    await page.keyboard.press('Enter');
  }
  const slides = form.getByRole('listitem');
  await expect(slides).toHaveCount(2);
  await slides.nth(1).getByRole('button').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Clima de Seattle está na posição 1 de 2.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(slides.nth(0)).toContainText('Clima de Seattle');
  await slides.nth(0).getByLabel('Tempo (s)').fill('5');
  await form.getByRole('button', { name: 'Adicionar' }).click();
  await expect(form.getByText(/precisa ser pelo menos 10/)).toBeVisible();
  await slides.nth(0).getByLabel('Tempo (s)').fill('600');
  await form.getByRole('button', { name: 'Adicionar' }).click();
  await expect(form).toBeHidden();

  await row(page, 'Segunda-feira').click();
  await expectSlide(page, 'Clima de Seattle');
  await expect(controls(page)).toContainText('1 de 2');
  await page.keyboard.press('Space');
  await expect(controls(page).getByRole('button', { name: 'Continuar' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expectSlide(page, 'Cinema');
  await page.keyboard.press('ArrowLeft');
  await expectSlide(page, 'Clima de Seattle');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Segunda-feira')).toBeVisible();
});

test('a display signs in by a link, keeps no token in its address, renews its session, and stops when it is revoked', async ({
  page,
  admin,
  reader,
  shelf,
  callAs,
  database,
}) => {
  test.slow();
  const reports = [];
  for (const name of names.slice(0, 2)) reports.push(await shelf.publish({ name }));
  const { call } = await callAs(admin);
  const playlist = await call(add, {
    body: { name: 'Recepção', shared: true, update_seconds: 3600, slides: reports.map(({ id }) => ({ report_id: id })) },
  });
  const params = { id: playlist.id };
  const link = await call(addLink, { params, body: { name: 'Recepção', membership_id: reader.membership_id } });
  await page.goto(`/auth/playlist/${link.token}`);
  await page.waitForURL(`/${playlist.id}/playlist/view`);
  await expectSlide(page, 'Cinema');
  expect(page.url()).not.toContain(link.token);
  await expect(controls(page).getByRole('button', { name: 'Sair' })).toHaveCount(0);

  // An expired session is renewed with the words of docs/reference/specification.md 4, and the display goes on by itself.
  await database.rows(
    `update session set expires_at = now() - interval '1 minute' where auth_type = 'playlist' and tenant_id = (select tenant_id from playlist where id = $1)`,
    [playlist.id],
  );
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Atualizando sessão!')).toBeVisible();
  const renewed = async () => {
    const [{ count } = { count: 0 }] = await database.rows<{ count: number }>(
      `select count(*)::int as count from session where auth_type = 'playlist' and end_reason = 'refreshed' and tenant_id = (select tenant_id from playlist where id = $1)`,
      [playlist.id],
    );
    return count;
  };
  await expect.poll(renewed).toBe(1);
  await expectSlide(page, 'Cinema');

  await call(revokeLink, { params: { ...params, screen_link_id: link.id } });
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Esta tela não está mais conectada' })).toBeVisible();
  // A display is not sent to a sign-in page. The reports are removed, and nothing is retried.
  expect(page.url()).toContain('/playlist/view');
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(controls(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Conectar de novo' }).click();
  await expect(page.getByRole('heading', { name: 'Código desta tela' })).toBeVisible();
});

test('a screen is paired by the code it shows, and taken off', async ({ page, browser, admin, reader, shelf, callAs }) => {
  test.slow();
  const report = await shelf.publish({ name: 'Cinema' });
  const { call } = await callAs(admin);
  await call(add, { body: { name: 'Parede', shared: true, slides: [{ report_id: report.id }] } });
  const wall = await browser.newPage();
  await wall.goto(`${origin}/auth/playlist`);
  await expect(wall.getByRole('heading', { name: 'Código desta tela' })).toBeVisible();
  const code = (await wall.locator('h1 + p').textContent()) ?? '';

  await signIn(page, admin, at);
  await chooseAction(page, 'Parede', 'Telas');
  const screens = panel(page, 'Parede · Telas');
  await screens.getByRole('button', { name: 'Novo link de tela' }).click();
  await screens.getByLabel('Nome do lugar').fill('Loja');
  await screens.getByRole('combobox', { name: 'Com o acesso de' }).fill('celia');
  await expect(screens.getByRole('option', { name: /Célia Prates/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await screens.getByRole('button', { name: 'Adicionar' }).click();
  await expect(screens.getByText('Copie o endereço agora')).toBeVisible();
  await screens.getByLabel('Código', { exact: true }).fill('AAA-AAA');
  await screens.getByLabel('Nome da tela').fill('TV da loja');
  await screens.getByRole('button', { name: 'Conectar tela' }).click();
  await expect(screens.getByLabel('Código', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await screens.getByLabel('Código', { exact: true }).fill(code);
  await screens.getByRole('button', { name: 'Conectar tela' }).click();
  await expect(screens.getByText('TV da loja')).toBeVisible();
  await expectSlide(wall, 'Cinema');

  // A power cut: the wall comes back by its key.
  await wall.goto(`${origin}/auth/playlist`);
  await expectSlide(wall, 'Cinema');
  await screens.getByRole('button', { name: 'Retirar a tela TV da loja' }).click();
  await expect(screens.getByText('TV da loja')).toBeHidden();
  await wall.goto(`${origin}/auth/playlist`);
  await expect(wall.getByRole('heading', { name: 'Código desta tela' })).toBeVisible();
  await wall.close();
  expect(reader.id).not.toBe('');
});

test('what may not be shown is left out, and without anything the display says so and tries again', async ({
  page,
  reader,
  shelf,
  callAs,
  database,
}) => {
  const report = await shelf.publish({ name: 'Cinema' });
  const { call } = await callAs(reader);
  const playlist = await call(add, { body: { name: 'Minha', slides: [{ report_id: report.id }] } });
  await database.rows('update report set active = false where id = $1', [report.id]);
  await page.clock.install();
  await signIn(page, reader, { at: `/${playlist.id}/playlist/view` });
  await expect(page.getByRole('heading', { name: 'Nenhum relatório na apresentação' })).toBeVisible();
  await database.rows('update report set active = true where id = $1', [report.id]);
  await page.clock.runFor(61_000);
  await page.clock.resume();
  await expectSlide(page, 'Cinema');
});

test('a playlist that is gone says so, and leads back to those that there are', async ({ page, reader, callAs }) => {
  const { call } = await callAs(reader);
  const { id } = await call(add, { body: { name: 'Antiga', slides: [] } });
  await call(remove, { params: { id } });
  await signIn(page, reader, { at: `/${id}/playlist/view` });
  await expect(page.getByRole('heading', { name: 'Esta playlist não existe' })).toBeVisible();
  await page.getByRole('button', { name: 'Ver playlists' }).click();
  await expect(page).toHaveURL(/\/playlists/);
});

test('a display that loses its network keeps what is seen, and goes on when the network is back', async ({
  page,
  context,
  reader,
  shelf,
  callAs,
}) => {
  const reports = [];
  for (const name of names.slice(0, 2)) reports.push(await shelf.publish({ name }));
  const { call } = await callAs(reader);
  const slides = reports.map(({ id }) => ({ report_id: id }));
  const playlist = await call(add, { body: { name: 'Minha', update_seconds: 3600, slides } });
  await page.clock.install();
  await signIn(page, reader, { at: `/${playlist.id}/playlist/view` });
  await expectSlide(page, 'Cinema');
  let missed = 0;
  page.on('requestfailed', (request) => (missed += request.url().endsWith('/open') ? 1 : 0));
  await context.setOffline(true);
  await page.keyboard.press('ArrowRight');
  await page.clock.runFor(120_000);
  await expect(controls(page)).toContainText('Cinema');
  await expect(page.getByRole('heading', { name: 'Nenhum relatório na apresentação' })).toHaveCount(0);

  await expect.poll(() => missed).toBeGreaterThan(1);
  const opened = page.waitForResponse((response) => response.url().endsWith('/open') && response.ok(), { timeout: 60_000 });
  await context.setOffline(false);
  // The next try comes at once; what it fetches has its time by the clock that everybody knows.
  await page.clock.fastForward(61_000);
  await page.clock.resume();
  // By itself; which of the two it is depends on which one was waited for.
  await opened;
  const before = await controls(page).textContent();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => controls(page).textContent(), { timeout: 60_000 }).not.toBe(before);
});

test('what is not ready in twenty seconds is skipped, and seen in the next round', async ({ page, reader, shelf, callAs }) => {
  test.slow();
  const reports = [];
  for (const name of names.slice(0, 2)) reports.push(await shelf.publish({ name }));
  const { call } = await callAs(reader);
  const playlist = await call(add, { body: { name: 'Lenta', update_seconds: 10, slides: reports.map(({ id }) => ({ report_id: id })) } });
  expect(playlist.skip_seconds).toBe(20);
  const hanging = `**/api/playlists/*/slides/${playlist.slides[0]?.id}/open`;
  await page.route(hanging, () => new Promise(() => undefined));
  const asked = page.waitForRequest((request) => request.url().includes(playlist.slides[0]?.id ?? '-'));
  await signIn(page, reader, { at: `/${playlist.id}/playlist/view` });
  await asked;
  await expect(page.getByRole('heading', { name: 'Preparando os relatórios…' })).toBeVisible();
  await expectSlide(page, 'Clima de Seattle');
  await expect(controls(page)).toContainText('2 de 2');
  await page.unroute(hanging);
  await expect.poll(() => controls(page).textContent(), { timeout: 60_000 }).toContain('Cinema');
});

test('each page is a slide for keys as well, and after its rounds the show ends until it is played again', async ({
  page,
  reader,
  shelf,
  callAs,
}) => {
  test.slow();
  const cars = await shelf.publish({ name: 'Automóveis de 1970 a 1982' });
  const { call } = await callAs(reader);
  const playlist = await call(add, {
    body: { name: 'Páginas', update_seconds: 3600, navigate_pages: true, repeat_count: 1, slides: [{ report_id: cars.id }] },
  });
  const { data: pages } = await call(pagesOf, { params: cars });
  const titles = pages.map(({ title }) => `Automóveis de 1970 a 1982 · ${title}`);
  expect(titles.length).toBeGreaterThan(1);
  await signIn(page, reader, { at: `/${playlist.id}/playlist/view` });
  for (const title of titles) {
    await expectSlide(page, title);
    await page.keyboard.press('ArrowRight');
  }
  await expect(page.getByRole('heading', { name: 'A apresentação terminou' })).toBeVisible();
  await page.getByRole('button', { name: 'Exibir de novo' }).click();
  await expectSlide(page, titles[0] ?? '');
  // Before the first page of a list stands its last.
  await page.keyboard.press('ArrowLeft');
  await expectSlide(page, titles.at(-1) ?? '');
});
