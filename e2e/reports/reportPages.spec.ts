import * as files from '@vitrine/contract/system/files.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../harness/journey.ts';
import { signinTo } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** Somewhere outside that counts who asks. */
async function openOutside() {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked++;
    response.setHeader('content-type', 'image/png').end(onePixel);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/picture.png`, asked: () => asked, close: () => server.close() };
}

test('a page shows a picture of the unit, and asks nobody outside for one', async ({ browser, admin, reader, callAs, shelf, database }) => {
  const { call } = await callAs(admin);
  const picture = await call(files.add, { query: { kind: 'cover', name: 'logo.png' }, body: onePixel });
  const outside = await openOutside();
  const body = `<h1>Metas</h1><img alt="Nosso logotipo" src="${picture.address}">`;
  const page = await call(reports.addPage, {
    body: { title: 'Metas', group_id: shelf.group_id, html: `<!doctype html><html><body>${body}</body></html>` },
  });
  await call(reportAccess.add, { params: { id: page.id }, body: { to: 'unit', to_id: null } });
  // What the check refuses, as if it had been overlooked: the frame has to hold by itself.
  const overlooked = Buffer.from(`<!doctype html><html><body>${body}<img alt="De fora" src="${outside.address}"></body></html>`);
  await database.rows(
    `update file set bytes = $2::bytea, size = length($2::bytea) where id = (select file_id from report_page where report_id = $1)`,
    [page.id, overlooked],
  );

  // A context of its own: the browser writes into the console what it has refused.
  const second = await browser.newPage();
  await signIn(second, reader, signinTo(page));
  const frame = second.frameLocator('iframe[title="Metas"]');
  const widthOf = (alt: string) =>
    frame.getByAltText(alt).evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : null));
  await expect.poll(() => widthOf('Nosso logotipo')).toBe(1);
  await expect.poll(() => widthOf('De fora')).toBe(0);
  expect(outside.asked()).toBe(0);
  await second.close();
  outside.close();
});
