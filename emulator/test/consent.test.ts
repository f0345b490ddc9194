import { afterAll, beforeEach, expect, test } from 'vitest';
import { demoApplication } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { formOf, openBrowser } from './directory.ts';
import type { Page } from './directory.ts';
import { startWorld } from './world.ts';

const { tenant_id, client_id } = demoApplication;
const asked = { client_id, response_type: 'code', redirect_uri: 'http://localhost:4000/back', scope: 'openid profile', state: 's1' };

let emulator: Emulator | undefined;
beforeEach(async () => {
  await emulator?.close();
  emulator = await startWorld();
});
afterAll(() => emulator?.close());

const address = (change: Record<string, string> = {}) =>
  `${emulator?.origin}/${tenant_id}/oauth2/v2.0/authorize?${new URLSearchParams({ ...asked, ...change }).toString()}`;
const admin = (method: string, path: string) => fetch(`${emulator?.origin}/admin/${path}`, { method });
const back = (page: Page) => (page.location === null ? undefined : Object.fromEntries(new URL(page.location).searchParams));

/** Chooses Ana, says her password, and is where that leads. */
const signIn = async (browser: ReturnType<typeof openBrowser>, change: Record<string, string> = {}) => {
  const picker = await browser.go(address(change));
  const page = await browser.go(address(), { ...formOf(picker).fields, person: 'ana@aurora.example' });
  return browser.go(address(), { ...formOf(page).fields, password: 'Vitrine-demo-2026' });
};
const say = (browser: ReturnType<typeof openBrowser>, page: Page, consent: 'yes' | 'no') =>
  browser.go(address(), { ...formOf(page).fields, consent });

test('the first time somebody is asked what the application may know, and then no more', async () => {
  const browser = openBrowser();
  const page = await signIn(browser);
  expect(page.text).toMatch(/Allow access\?[\s\S]*Vitrine \(local\) wants to know[\s\S]*See your name/);
  expect(page.text).not.toContain('See your mail address');
  expect(back(await say(browser, page, 'yes'))).toMatchObject({ code: expect.any(String), state: 's1' });
  expect(back(await browser.go(address()))).toMatchObject({ code: expect.any(String) });
  // Another one is asked, and so is the same one for more.
  const more = await browser.go(address({ scope: 'openid profile email' }));
  expect(more.text).toContain('See your mail address');
  expect(back(await browser.go(address({ prompt: 'none', scope: 'openid email' })))).toMatchObject({ error: 'consent_required' });
});

test('who declines is sent back with that, and asked again', async () => {
  const browser = openBrowser();
  const declined = back(await say(browser, await signIn(browser), 'no'));
  expect(declined).toMatchObject({ error: 'access_denied', error_subcode: 'cancel', state: 's1' });
  expect(declined?.['error_description']).toContain('AADSTS65004');
  expect((await browser.go(address())).text).toContain('Allow access?');
});

test('prompt=consent asks who has agreed already, and who just typed the password is not asked for it again', async () => {
  const browser = openBrowser();
  await say(browser, await signIn(browser), 'yes');
  const page = await browser.go(address({ prompt: 'consent' }));
  expect(page.text).toContain('Allow access?');
  expect(back(await say(browser, page, 'yes'))).toHaveProperty('code');
  await admin('DELETE', `consents/${client_id}`);
  const again = await signIn(browser, { prompt: 'login' });
  expect(back(await say(browser, again, 'yes'))).toHaveProperty('code');
});

test('a page is answered once, in its browser, for what it asked', async () => {
  const browser = openBrowser();
  const page = await signIn(browser);
  const { fields } = formOf(page);
  const elsewhere = await openBrowser().go(address(), { ...fields, consent: 'yes' });
  expect([elsewhere.location, elsewhere.text.includes('Who is signing in?')]).toEqual([null, true]);
  const widened = await browser.go(address(), { ...fields, scope: 'openid profile email', consent: 'yes' });
  expect(widened.location).toBeNull();
  expect((await browser.go(address(), { ...fields, consent: 'yes' })).location).toBeNull();
});

test('nobody is asked once an administrator has agreed, until that is taken back', async () => {
  expect((await admin('PUT', `consents/${client_id}`)).status).toBe(204);
  const browser = openBrowser();
  expect(back(await signIn(browser))).toHaveProperty('code');
  await admin('DELETE', `consents/${client_id}`);
  expect((await browser.go(address())).text).toContain('Allow access?');
  expect((await admin('PUT', 'consents/nobody')).status).toBe(400);
});
