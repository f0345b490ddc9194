import type { VitrineReportElement } from '@vitrine/embed/messages.ts';
import * as embedding from '@vitrine/contract/embedding/embedding.ts';
import type { Page } from '@playwright/test';
import { origin } from '../harness/addresses.ts';
import { openCaller } from '../harness/caller.ts';
import type { Database } from '../harness/database.ts';
import { signedToken } from '@vitrine/embed/example/site.ts';
import { openHostApplication } from '../harness/hostApplication.ts';
import { expect, test } from '../harness/journey.ts';
import { openShelf } from '../harness/publishing.ts';
import { signIn } from '../harness/signIn.ts';
import { makeUnit } from '../harness/unit.ts';

/** A unit that may embed, with a report for everybody of it, and the application of its customer. */
async function scene(database: Database) {
  const unit = await makeUnit(database);
  await database.rows(`update tenant_setting set value = value || '{"enable_embedded":true}' where tenant_id = $1`, [unit.id]);
  const [admin, ana] = [await unit.person('Adriana', 'admin'), await unit.person('Ana', 'user')];
  const { call, close } = await openCaller(admin);
  const shelf = await openShelf(call, 'Lojas');
  const report = await shelf.publish({ name: 'Clima de Seattle' });
  const host = await openHostApplication();
  const claims = { iss: unit.id, sub: ana.email, origin: host.origin, reports: [report.id] };
  const allow = async () => {
    const { secret } = await call(embedding.newSecret, { body: {} });
    const { version } = await call(embedding.get, {});
    await call(embedding.update, { body: { origins: [host.origin], report_ids: [report.id], version } });
    host.sign({ secret, claims });
    return secret;
  };
  const end = async () => {
    await host.close();
    await close();
  };
  return { unit, admin, ana, report, host, claims, call, allow, end };
}

const frame = (page: Page) => page.frameLocator('vitrine-report iframe');
const visuals = (page: Page) => frame(page).frameLocator('main iframe').getByRole('group');
const log = (page: Page) => page.locator('#log');

test('a report stands in the page of another site, tells what happens, and goes on with a new token without a reload', async ({
  page,
  database,
}) => {
  const { report, host, allow, end } = await scene(database);
  await allow();
  // The session ends in a moment, so that the page asks for the next token now.
  await page.route('**/api/embedded/session', async (route) => {
    const answer = await route.fetch();
    const session = (await answer.json()) as { expires_at: string };
    const isFirst = host.asked() === 1;
    await route.fulfill({
      response: answer,
      json: isFirst ? { ...session, expires_at: new Date(Date.now() + 315_000).toISOString() } : session,
    });
  });
  await page.goto(host.origin);
  await expect(visuals(page).first()).toBeVisible();
  await expect(log(page)).toContainText(`ready {"type":"vitrine:ready","report":"${report.id}"`);
  await expect(log(page)).toContainText('height {');
  await expect(page.locator('vitrine-report iframe')).toHaveAttribute('title', 'Relatório da loja');
  expect(await page.context().cookies()).toEqual([]);
  await expect(log(page)).toContainText('ending {');
  await expect.poll(() => host.asked()).toBe(2);
  await expect(visuals(page).first()).toBeVisible();
  await expect(log(page)).not.toContainText('error {');
  expect((await log(page).textContent())?.match(/ready \{/g)).toHaveLength(1);
  await page.screenshot({ path: '../test-results/embedded-host.png' });
  // After a reload of the frame alone the host hands a token over: the one in the address is used.
  await frame(page)
    .locator('body')
    .evaluate(() => location.reload());
  await expect.poll(() => host.asked()).toBe(3);
  await expect(visuals(page).first()).toBeVisible();
  await end();
});

test('a program of a host makes the element itself, with types that the portal serves', async ({ page, request, database }) => {
  const { host, allow, end } = await scene(database);
  await allow();
  const types = await request.get('/embed.d.ts');
  expect(await types.text()).toContain("'vitrine-report': VitrineReportElement");
  await page.goto(host.origin);
  await expect(visuals(page).first()).toBeVisible();
  const title = await page.evaluate(
    (portal) =>
      new Promise<string>((resolve, reject) => {
        document.querySelector('vitrine-report')?.remove();
        const report: VitrineReportElement = document.createElement('vitrine-report');
        report.setAttribute('portal', portal);
        report.fetchToken = async () => {
          const { token } = (await (await fetch('/vitrine-token')).json()) as { token: string };
          return token;
        };
        report.addEventListener('vitrine-ready', ({ detail }) => resolve(detail.title));
        report.addEventListener('vitrine-error', ({ detail }) => reject(new Error(detail.message)));
        document.body.append(report);
      }),
    origin,
  );
  expect(title).toBe('Clima de Seattle');
  await expect(visuals(page).first()).toBeVisible();
  // Without a label the frame is called what the report is called.
  await expect(page.locator('vitrine-report iframe')).toHaveAttribute('title', title);
  await end();
});

test('no other site gets the page into a frame, and a refusal says why', async ({ page, browser, database }) => {
  const { host, claims, allow, end } = await scene(database);
  const secret = await allow();
  const other = await openHostApplication();
  other.sign({ secret, claims: { ...claims, origin: other.origin } });
  // Of its own, because the browser writes the refusal into the console.
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  const blocked = elsewhere.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await elsewhere.goto(other.origin);
  await blocked;
  await context.close();
  await other.close();
  host.sign({ secret, claims: { ...claims, sub: 'ninguem@unidade.example' } });
  await page.goto(host.origin);
  await expect(frame(page).getByRole('alert')).toContainText('O leitor que o token nomeia não existe nesta unidade.');
  await expect(log(page)).toContainText('"word":"embed_reader_unknown","message":"O leitor que o token nomeia');
  await page.screenshot({ path: '../test-results/embedded-refused.png' });
  await end();
});

test('an administrator makes the secret, says who may show what, and asks why a token is refused', async ({ page, database }) => {
  const { admin, ana, report, host, claims, call, end } = await scene(database);
  await signIn(page, admin, { at: '/setting?section=embedding' });
  const card = page.getByRole('region', { name: 'Incorporação em outros sites', exact: true });
  await card.getByRole('button', { name: 'Criar segredo' }).click();
  const secret = (await card.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^[\w-]{43}$/);
  const origins = card.getByRole('combobox', { name: 'Sites que podem mostrar os relatórios' });
  await origins.fill(host.origin);
  await origins.press('Enter');
  await card.getByRole('combobox', { name: 'Relatórios liberados' }).click();
  await page.getByRole('option', { name: /Clima de Seattle/ }).click();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByText('A incorporação foi salva.')).toBeVisible();
  expect(await call(embedding.get, {})).toMatchObject({ origins: [host.origin], reports: [{ id: report.id }], has_secret: true });

  const pasted = card.getByRole('textbox', { name: 'Token' });
  await pasted.fill(signedToken({ secret, claims }));
  await card.getByRole('button', { name: 'Conferir', exact: true }).click();
  await expect(card.getByText('Este token seria aceito.')).toBeVisible();
  await expect(card.getByText(ana.name, { exact: true })).toBeVisible();
  await page.screenshot({ path: '../test-results/embedding-settings.png', fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: '../test-results/embedding-settings-phone.png', fullPage: true });
  await pasted.fill(signedToken({ secret: secret.slice(1), claims }));
  await card.getByRole('button', { name: 'Conferir', exact: true }).click();
  await expect(card.getByText('O token não foi assinado com o segredo desta unidade.')).toBeVisible();
  await end();
});
