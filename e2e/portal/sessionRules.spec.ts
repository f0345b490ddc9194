import { eventLogout, logout, refreshToken } from '@vitrine/contract/features/session.ts';
import { getConfig, updateConfig } from '@vitrine/contract/features/configuration.ts';
import { add } from '@vitrine/contract/features/playlists.ts';
import { decrypt } from '@vitrine/web/core/storage.ts';
import type { Page } from '@playwright/test';
import { origin } from './support/addresses.ts';
import { visit } from './support/everyScreen.ts';
import type { Journey } from './support/journey.ts';
import { expect, test } from './support/journey.ts';
import { localKeys, readKey } from './support/localKeys.ts';
import { expectSlide } from './support/playlist.ts';
import { fields, signIn } from './support/signIn.ts';
import { password } from './support/unit.ts';

const expired = (page: Page) => page.getByRole('alert').filter({ hasText: 'Autenticação expirou' });

/** The page hears nothing and has all it needs, so that the next call is the one that the journey makes. */
async function signInQuietly(page: Page, person: { email: string }, path = '/'): Promise<void> {
  await page.route('**/api/live*', (route) => route.abort());
  await signIn(page, person);
  await visit(page, { path });
}

/** Plays two reports; answers the address. */
async function play(page: Page, { reader, shelf, callAs }: Pick<Journey, 'reader' | 'shelf' | 'callAs'>): Promise<string> {
  const reports = [await shelf.publish({ name: 'Cinema' }), await shelf.publish({ name: 'Clima de Seattle' })];
  const { call } = await callAs(reader);
  const { id } = await call(add, { body: { name: 'Abertura', slides: reports.map((report) => ({ report_id: report.id })) } });
  await signIn(page, reader, { at: `/signin?redirect=/${id}/playlist/view` });
  await expectSlide(page, 'Cinema');
  return `/${id}/playlist/view`;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sua conta/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
}

/** A call of the page that needs the session: the language of the person is kept by the server. */
async function chooseEnglish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sua conta/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
}

test('what the browser keeps is encrypted with the page’s origin', async ({ page, unit, admin }) => {
  await signIn(page, admin);
  await page.getByRole('link', { name: 'Grupos de relatórios' }).click();
  await page.getByRole('button', { name: 'Recolher menu' }).click();
  await expect.poll(() => readKey(page, 'bi:config')).toMatchObject({ home_page: '/', login_timeout: 8 });

  const keys = await localKeys(page);
  expect(Object.keys(keys)).toEqual(expect.arrayContaining(['bi:cache', 'bi:config', 'bi:view']));
  for (const [key, stored] of Object.entries(keys)) {
    expect(key).toMatch(/^bi:/);
    expect(() => JSON.parse(stored) as unknown, `${key} is no JSON`).toThrow();
    expect(decrypt(stored, 'http://elsewhere.example'), `${key} opens with no other origin`).toBeNull();
    expect(JSON.parse(decrypt(stored, origin) ?? ''), `${key} opens with the page's`).toBeDefined();
  }
  const cached = await readKey(page, 'bi:cache');
  expect(cached).toMatchObject({ id: admin.id, email: admin.email, tenant_id: unit.id, perfil_usuario: 'admin', auth_type: 'password' });
});

test('every call of a signed-in person names the session and the language', async ({ page, reader }) => {
  const called = page.waitForRequest((request) => request.url().endsWith(getConfig.path));
  await signIn(page, reader);
  const headers = (await called).headers();
  expect(headers['authorization']).toBe(`Bearer ${(await readKey(page, 'bi:cache'))?.token}`);
  expect(headers['lang']).toBe('pt-BR');
  expect(headers['access-control-allow-origin']).toBe('*');
});

test('signing out ends the session, forgets the person and leads to the sign-in page', async ({ page, database, reader }) => {
  await signIn(page, reader);
  await signOut(page);
  await expect(page).toHaveURL(`${origin}/signin`);
  const sessions = () => database.rows('select end_reason from session where person_id = $1', [reader.id]);
  await expect.poll(sessions).toEqual([{ end_reason: 'logout' }]);
  const keys = await localKeys(page);
  for (const key of ['bi:cache', 'bi:config', 'bi:theme', 'bi:analytics_user']) expect(keys).not.toHaveProperty(key);
  await page.goto('/all/reports');
  await expect(page).toHaveURL(`${origin}/signin?redirect=%2Fall%2Freports`);
});

test('signing out leads to the sign-in page although the server cannot be told', async ({ page, reader }) => {
  await signIn(page, reader);
  await page.route(`**${logout.path}`, (route) => route.abort());
  await signOut(page);
  await expect(page).toHaveURL(`${origin}/signin`);
  await expect(fields(page).email).toBeVisible();
  expect(await localKeys(page)).not.toHaveProperty('bi:cache');
});

test('signing out in one tab signs the other one out', async ({ page, context, reader }) => {
  await signIn(page, reader);
  const other = await context.newPage();
  await other.goto('/all/reports');
  await expect(other.getByRole('heading', { name: 'Relatórios', level: 1 })).toBeVisible();
  await signOut(page);
  await expect(other).toHaveURL(/\/signin/);
});

test('an expired session is told, noted and left; signing in again leads back', async ({ page, unit, database, admin }) => {
  await signInQuietly(page, admin, '/reports');
  await database.rows(`update session set expires_at = now() - interval '1 minute' where person_id = $1`, [admin.id]);

  const noted = page.waitForRequest((request) => request.url().endsWith(eventLogout.path));
  await page.getByRole('link', { name: 'Contas do Power BI' }).click();
  await expect(expired(page)).toBeVisible();
  await expect(page).toHaveURL(`${origin}/signin?redirect=%2Fpowerbi`);
  expect((await noted).postDataJSON()).toEqual({
    status: 401,
    origem: 'frontend',
    message: 'Token is Expired',
    user_id: admin.id,
    email: admin.email,
    rota: '/powerbi',
    tenant_id: unit.id,
    parceiro_id: null,
  });
  const lines = () =>
    database.rows(`select after->>'route' as route from audit_log where action = 'session.lost' and person_id = $1`, [admin.id]);
  await expect.poll(lines).toEqual([{ route: '/powerbi' }]);
  expect(await localKeys(page)).not.toHaveProperty('bi:cache');

  await fields(page).email.fill(admin.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/powerbi`);
  await expect(page.getByRole('heading', { name: 'Contas do Power BI' })).toBeVisible();
});

test('a session that was ended elsewhere is left in the same way', async ({ page, database, reader }) => {
  await signInQuietly(page, reader);
  await database.rows(`update session set ended_at = now(), end_reason = 'force_logout' where person_id = $1`, [reader.id]);
  const noted = page.waitForRequest((request) => request.url().endsWith(eventLogout.path));
  await chooseEnglish(page);
  await expect(page.getByRole('alert').filter({ hasText: /Autenticação expirou|Authentication expired/ })).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
  expect((await noted).postDataJSON()).toMatchObject({ message: 'Token is Invalid', rota: '/' });
});

test('who was blocked loses the session with the next call', async ({ page, database, reader }) => {
  await signInQuietly(page, reader);
  await database.rows(`update membership set state = 'B' where id = $1`, [reader.membership_id]);
  await page.getByRole('link', { name: 'Relatórios', exact: true }).click();
  await expect(expired(page)).toBeVisible();
  await expect(page).toHaveURL(`${origin}/signin?redirect=%2Fall%2Freports`);
});

test('on a playlist an expired token is replaced, and the page loaded anew', async ({ page, unit, database, reader, shelf, callAs }) => {
  const playlist = await play(page, { reader, shelf, callAs });
  const before = (await readKey(page, 'bi:cache'))?.token;
  const refreshed = page.waitForResponse((response) => response.url().endsWith(refreshToken.path));
  const reloaded = page.waitForEvent('load');
  await database.rows(`update session set expires_at = now() - interval '1 minute' where person_id = $1`, [reader.id]);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Atualizando sessão!')).toBeVisible();
  expect((await refreshed).status()).toBe(200);
  await reloaded;

  await expectSlide(page, 'Cinema');
  await expect(page).toHaveURL(`${origin}${playlist}`);
  const after = await readKey(page, 'bi:cache');
  expect(after).toMatchObject({ id: reader.id, tenant_id: unit.id });
  expect(after?.token).not.toBe(before);
});

test('on a playlist a session that cannot be renewed is left', async ({ page, database, reader, shelf, callAs }) => {
  await play(page, { reader, shelf, callAs });
  await database.rows(`update session set expires_at = now() - interval '25 hours' where person_id = $1`, [reader.id]);
  await page.keyboard.press('ArrowRight');
  await expect(expired(page)).toBeVisible();
  await expect(page).toHaveURL(/\/signin\?redirect=/);
  expect(await localKeys(page)).not.toHaveProperty('bi:cache');
});

test('a list of addresses that excludes somebody signs them out and shows their address', async ({ page, callAs, admin, reader }) => {
  await signInQuietly(page, reader);
  const { call } = await callAs(admin);
  const { version } = await call(getConfig, {});
  const list = { ip: 'S' as const, listIp: [{ address: '203.0.113.0/24', note: 'Matriz' }], version };
  const warned = await call(updateConfig, { body: list });
  expect(warned.warnings).toEqual([{ word: 'ip_excludes_you', ip: '127.0.0.1' }]);
  await call(updateConfig, { body: { ...list, confirm_ip: true } });

  await page.getByRole('link', { name: 'Relatórios', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'IP não permitido!' })).toBeVisible();
  await expect(page.getByText('Seu IP atual (127.0.0.1) está fora das faixas configuradas.')).toBeVisible();
  await expect(page).toHaveURL(/\/ip\/notallowed/);
  expect(await localKeys(page)).not.toHaveProperty('bi:cache');

  await page.getByRole('link', { name: 'Voltar para a entrada' }).click();
  await fields(page).email.fill(reader.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'IP não permitido!' })).toBeVisible();
});

test('a token that is copied to another browser is worth nothing there', async ({ page, browser, admin }) => {
  await signIn(page, admin);
  const keys = await localKeys(page);

  const thief = await browser.newPage();
  await thief.goto('/forgot');
  await thief.evaluate((copied) => {
    for (const [key, value] of Object.entries(copied)) localStorage.setItem(key, value);
  }, keys);
  await thief.goto('/reports');
  await expect(expired(thief)).toBeVisible();
  await expect(thief).toHaveURL(`${origin}/signin?redirect=%2Freports`);
  expect(await localKeys(thief)).not.toHaveProperty('bi:cache');
  await thief.close();

  await page.reload();
  await expect(page.getByRole('heading', { name: /Alice/ }), 'the owner works on').toBeVisible();
});
