import { refreshToken } from '@vitrine/contract/signIn/signIn.ts';
import { add } from '@vitrine/contract/playlists/playlists.ts';
import type { Page } from '@playwright/test';
import { origin } from '../harness/addresses.ts';
import type { Journey } from '../harness/journey.ts';
import { expect, test } from '../harness/journey.ts';
import { localKeys, readKey } from '../harness/localKeys.ts';
import { expectSlide } from '../harness/playlist.ts';
import { signIn } from '../harness/signIn.ts';

const expired = (page: Page) => page.getByRole('alert').filter({ hasText: 'Autenticação expirou' });

/** Plays two reports; answers the address. */
async function play(page: Page, { reader, shelf, callAs }: Pick<Journey, 'reader' | 'shelf' | 'callAs'>): Promise<string> {
  const reports = [await shelf.publish({ name: 'Cinema' }), await shelf.publish({ name: 'Clima de Seattle' })];
  const { call } = await callAs(reader);
  const { id } = await call(add, { body: { name: 'Abertura', slides: reports.map((report) => ({ report_id: report.id })) } });
  await signIn(page, reader, { at: `/${id}/playlist/view` });
  await expectSlide(page, 'Cinema');
  return `/${id}/playlist/view`;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sua conta/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
}

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

test('signing out in one tab signs the other one out', async ({ page, context, reader }) => {
  await signIn(page, reader);
  const other = await context.newPage();
  await other.goto('/all/reports');
  await expect(other.getByRole('heading', { name: 'Relatórios', level: 1 })).toBeVisible();
  await signOut(page);
  await expect(other).toHaveURL(/\/signin/);
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
