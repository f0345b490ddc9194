/** The portal as an application of a device: it can be installed, says without a network what it cannot do, and offers its notices. */
import type { Page } from '@playwright/test';
import { panel } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test.use({ serviceWorkers: 'allow' });

/** The worker has come, and keeps the page in the language of the person. */
const ready = (page: Page, heading: string) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          await navigator.serviceWorker.ready;
          const kept = await caches.match('/offline');
          return kept ? /<h1>(.*)<\/h1>/.exec(await kept.text())?.[1] : null;
        }),
      { timeout: 30_000 },
    )
    .toBe(heading);

test('the browser finds nothing that keeps the portal from being installed, and no worker keeps anything but one page', async ({
  page,
  reader,
}) => {
  await signIn(page, reader);
  await ready(page, 'Sem conexão com o portal');
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Journeys run in a window that keeps nothing, where nobody installs.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ display: 'standalone', start_url: '/' });
  const kept = await page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.toSorted()).toEqual(['/offline', '/offline.js']);
});

test('without a network a page says in the language of the person what cannot be done, and comes back by itself', async ({
  page,
  context,
  reader,
}) => {
  await signIn(page, reader);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await ready(page, 'Sem conexão com o portal');
  await context.setOffline(true);
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'Sem conexão com o portal' })).toBeVisible();
  await expect(page.getByText('Relatórios, usuários e chamados precisam de conexão com a internet.')).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('heading', { name: 'Sem conexão com o portal' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Notificações' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/notifications');
});

test('what is pushed is shown with its words, and knows where it leads', async ({ page, context, reader }) => {
  await signIn(page, reader);
  await ready(page, 'Sem conexão com o portal');
  const [worker] = context.serviceWorkers();
  const notice = { title: 'Novo relatório para você', body: 'Vendas', url: '/notifications', tag: '1', language: 'pt-BR' };
  // No push service can be reached, and this browser has no place for notices: the event is that of the browser, and what it shows is looked at.
  const shown = await worker?.evaluate(
    (data) =>
      new Promise((resolve) => {
        const { registration } = globalThis as unknown as {
          registration: { showNotification: (title: string, options: object) => Promise<void> };
        };
        registration.showNotification = async (title, options) => resolve({ title, ...options });
        const Push = (globalThis as unknown as { PushEvent: new (type: string, given: object) => Event }).PushEvent;
        dispatchEvent(new Push('push', { data }));
      }),
    JSON.stringify(notice),
  );
  expect(shown).toMatchObject({ title: notice.title, body: notice.body, tag: '1', lang: 'pt-BR', data: { url: notice.url } });
});

test('how somebody is told has a part for this device', async ({ page, reader }) => {
  await signIn(page, reader);
  await page.goto('/notifications?choice=open');
  const choice = panel(page, 'Como quero ser avisado');
  await expect(choice.getByRole('region', { name: 'Avisos neste aparelho' })).toBeVisible();
});
