import { expect, test } from './fixture.ts';
import type { Host } from './fixture.ts';
import { retailReport } from './service.ts';

const author = { report: retailReport, roles: ['Tudo'], allow_edit: true, allow_copies: true };

/** A copy of the retail report with two buttons on its first page. */
async function openWithButtons(host: Host): Promise<void> {
  const { page, service } = host;
  await host.open({ token: author, config: { permissions: 7 } });
  await page.evaluate(async () => globalThis.report.saveAs({ name: 'Com botões' }));
  await host.wait('saved');
  const [saved] = await host.bodies<{ reportObjectId: string }>('saved');
  const report = saved?.reportObjectId ?? '';
  const headers = { authorization: `EmbedToken ${await service.mint({ ...author, report })}`, 'content-type': 'application/json' };
  const at = `${service.emulator.address}/embed-api/reports/${report}`;
  const { report: definition } = (await (await fetch(at, { headers })).json()) as {
    report: { pages: { visuals: object[] }[]; bookmarks: { name: string }[] };
  };
  const button = (name: string, title: string, y: number, action: object) => {
    return { name, title, type: 'actionButton', layout: { x: 24, y, width: 160, height: 36, z: 99 }, action };
  };
  definition.pages[0]?.visuals.push(
    button('to_products', 'Ver produtos', 640, { kind: 'page', target: 'produtos' }),
    button('to_bookmark', 'Ver marcador', 600, { kind: 'bookmark', target: definition.bookmarks[0]?.name }),
  );
  const kept = await fetch(at, { method: 'PUT', headers, body: JSON.stringify({ report: definition }) });
  expect(kept.status).toBe(200);
  await host.open({ report, token: { ...author, report } });
}

test('a button of the report leads to a page, and the host hears of it', async ({ host, page }) => {
  await openWithButtons(host);
  await host.forget();
  await host.view.getByRole('button', { name: 'Ver produtos' }).focus();
  await page.keyboard.press('Enter');
  await host.wait('rendered');
  expect(await host.bodies('buttonClicked')).toEqual([{ id: 'to_products', title: 'Ver produtos', type: 'PageNavigation' }]);
  await expect(host.view.getByRole('tab', { name: 'Produtos' })).toHaveAttribute('aria-selected', 'true');
});

test('a button of the report applies a bookmark', async ({ host }) => {
  await openWithButtons(host);
  await host.forget();
  await host.view.getByRole('button', { name: 'Ver marcador' }).click();
  await host.wait('bookmarkApplied');
  const [bookmark] = await host.bodies<{ bookmarkName: string }>('bookmarkApplied');
  expect(await host.bodies('buttonClicked')).toMatchObject([{ id: 'to_bookmark', type: 'Bookmark', bookmark: bookmark?.bookmarkName }]);
});
