import * as contract from '@vitrine/contract/reading/reportExports.ts';
import * as configuration from '@vitrine/contract/settings/settings.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { greyPicture } from '#test/harness/pictures.ts';
import { grant, openPublishingWorld, publish } from '#test/harness/publishing.ts';
import { giveTheme } from '#test/harness/themes.ts';
import { withCover } from './cover.ts';

const { world } = await openPublishingWorld();

const load = async (bytes: Uint8Array): Promise<PDFDocument> => (await import('@cantoo/pdf-lib')).PDFDocument.load(bytes);

/** The texts of a page, as its own operators write them: in hexadecimal digits. */
async function textsOf(page: PDFPage | undefined): Promise<string[]> {
  const { PDFArray, PDFRawStream, decodePDFRawStream } = await import('@cantoo/pdf-lib');
  const contents = page?.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray().map((one) => page?.doc.context.lookup(one)) : [contents];
  const drawn = streams.map((one) => (one instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(one).decode()).toString('latin1') : ''));
  return [...drawn.join('\n').matchAll(/<([0-9A-F]+)> Tj/g)].map(([, digits]) => Buffer.from(digits ?? '', 'hex').toString('latin1'));
}

const hasPicture = (page: PDFPage | undefined): boolean => /\/XObject <<\s*\/\w/.test(page?.node.Resources()?.toString() ?? '');

async function scene(settings: { cover_exports: boolean; enable_watermark?: boolean }) {
  const unit = await world.unit();
  const admin = await world.signIn(await unit.person('admin'));
  await admin.call(configuration.updateConfig, { body: { ...settings, timezone: 'America/Manaus', version: 1 } });
  const report = await publish(admin, { sample: 'sales', allow_export: true });
  const ana = await unit.person('user');
  await grant(admin, report, { to: 'membership', to_id: ana.membership_id, rls_roles: ['Região Sul'] });
  return { unit, admin, report, ana, reader: await world.signIn(ana), place: { params: { id: report.id } } };
}

async function exported(reader: Browser, place: { params: { id: string } }): Promise<PDFDocument> {
  await reader.call(contract.add, { ...place, body: { format: 'PDF' } });
  await world.runJobs();
  const [made] = (await reader.call(contract.list, {})).data;
  return load((await reader.inject({ method: 'GET', url: made?.address ?? '' })).rawPayload);
}

test('a PDF begins with a page of the brand where the unit wants it, and stays as it was made where it does not', async () => {
  const without = await scene({ cover_exports: false });
  const plain = await exported(without.reader, without.place);
  const { unit, admin, report, ana, reader, place } = await scene({ cover_exports: true });
  const sent = await admin.inject({
    method: 'POST',
    url: '/api/files?kind=logo',
    payload: greyPicture(200, 64),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const logo_id = sent.json<{ id: string }>().id;
  await giveTheme(world.owner, unit.id, {
    own: ['colours', 'pictures'],
    colours: { ...defaultColours, card: '#fff4d6', button: '#8a1c4a' },
    logo_id,
  });
  const covered = await exported(reader, place);
  expect(covered.getPageCount()).toBe(plain.getPageCount() + 1);
  const [first, second] = covered.getPages();
  expect(first?.getSize()).toEqual(second?.getSize());
  // Manaus is four hours behind, all year.
  const asked = Date.parse((await reader.call(contract.list, {})).data[0]?.created_at ?? '');
  const [day, hour] = new Date(asked - 4 * 3_600_000).toISOString().split('T') as [string, string];
  const moment = `${day.split('-').toReversed().join('/')} ${hour.slice(0, 5)}`;
  expect(await textsOf(first)).toEqual([report.title, unit.name, `${ana.name} · ${moment}`]);
  expect(hasPicture(first)).toBe(true);
  expect(await textsOf(plain.getPage(0))).not.toContain(report.title);
});

test('a watermark lies over the cover as well', async () => {
  const { ana, reader, place } = await scene({ cover_exports: true, enable_watermark: true });
  expect(await textsOf((await exported(reader, place)).getPage(0))).toContain(ana.email);
});

test('another unit’s brand is not on the cover, nor its switch', async () => {
  const other = await scene({ cover_exports: true });
  await giveTheme(world.owner, other.unit.id, { own: ['colours'], colours: defaultColours });
  const { reader, place } = await scene({ cover_exports: false });
  expect(await textsOf((await exported(reader, place)).getPage(0))).not.toContain(other.unit.name);
});

const cover = {
  lines: ['Unidade', 'Ana'],
  colours: { ground: '#ffffff', text: '#000000', dim: '#555555', bar: '#2f5bd3' },
  logo: null,
};

test('a title without end and letters that PDF fonts lack stay on the page', async () => {
  const { PDFDocument: Empty } = await import('@cantoo/pdf-lib');
  const document = await Empty.create();
  document.addPage([960, 540]);
  const bytes = await document.save();
  const titles = ['Vendas '.repeat(60), 'W'.repeat(300), 'Отчёт 販売'];
  for (const title of titles) {
    const made = await load(await withCover('unit', bytes, { ...cover, title }));
    const texts = await textsOf(made.getPage(0));
    expect(texts.length).toBeLessThanOrEqual(6);
    expect(hasPicture(made.getPage(0))).toBe(false);
    for (const text of texts) expect(text.length).toBeLessThan(80);
  }
});

test('a page without a size gets no cover, and the file does not leave', async () => {
  const { PDFDocument: Empty } = await import('@cantoo/pdf-lib');
  const document = await Empty.create();
  document.addPage([1e6, 540]);
  const refused: unknown = await withCover('unit', await document.save(), { ...cover, title: 'T' }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ word: 'export_unmarkable' });
});
