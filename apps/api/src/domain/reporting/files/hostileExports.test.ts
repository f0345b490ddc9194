import { PDFDocument } from '@cantoo/pdf-lib';
import * as configuration from '@vitrine/contract/settings/settings.ts';
import * as contract from '@vitrine/contract/reading/reportExports.ts';
import { locales } from '@vitrine/contract/fields.ts';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zlibBomb } from '#test/harness/bombs.ts';
import { longestSilence } from '#test/harness/silence.ts';
import { grant, openPublishingWorld, publish } from '#test/harness/publishing.ts';
import { zip } from '#test/harness/zip.ts';
import { translateError } from '#platform/translate.ts';
import { largestMarked } from './drawWatermark.ts';
import { withWatermark } from './watermark.ts';

const { world, service } = await openPublishingWorld();

async function marking() {
  const unit = await world.unit();
  const admin = await world.signIn(await unit.person('admin'));
  await admin.call(configuration.updateConfig, { body: { enable_watermark: true, version: 1 } });
  const report = await publish(admin, { sample: 'weather', allow_export: true });
  const ana = await unit.person('user');
  await grant(admin, report, { to: 'membership', to_id: ana.membership_id });
  const reader = await world.signIn(ana);
  return (format: 'PDF' | 'PPTX') => reader.call(contract.add, { params: { id: report.id }, body: { format } }).then(() => reader);
}

const onePage = async (width = 600, height = 400): Promise<Buffer> => {
  const document = await PDFDocument.create();
  document.addPage([width, height]);
  return Buffer.from(await document.save({ useObjectStreams: false }));
};

/** A PDF whose objects stand in a stream that unpacks to a gibibyte. */
const bombInStream = (): Buffer => {
  const packed = zlibBomb(1024);
  const head = `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n')]);
};

const deepArrays = (): Buffer => Buffer.from(`%PDF-1.7\n1 0 obj\n${'['.repeat(2_000_000)}\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n`);

const slide = { name: 'ppt/slides/slide1.xml', content: Buffer.from('<p:sld><p:spTree></p:spTree></p:sld>') };
const presentation = (size: string) => ({ name: 'ppt/presentation.xml', content: Buffer.from(`<p:presentation>${size}</p:presentation>`) });
const usual = presentation('<p:sldSz cx="12192000" cy="6858000"/>');

test.each<['PDF' | 'PPTX', string, () => Buffer | Promise<Buffer>]>([
  ['PDF', 'is larger than any', () => Buffer.alloc(largestMarked.bytes + 1)],
  ['PDF', 'is something else', () => Buffer.from('<html>Service unavailable</html>')],
  ['PDF', 'is empty', () => Buffer.alloc(0)],
  ['PDF', 'is cut off', async () => (await onePage()).subarray(0, 200)],
  ['PDF', 'unpacks to a gibibyte', bombInStream],
  ['PDF', 'is nested without end', deepArrays],
  ['PDF', 'has a page that never ends', () => onePage(1e9, 1e9)],
  ['PDF', 'has a page without a size', () => onePage(0, 0)],
  ['PPTX', 'is something else', () => Buffer.from('PK\x03\x04 and nothing else')],
  ['PPTX', 'unpacks to gibibytes', () => zip([usual, slide, { name: 'a.xml', content: Buffer.from('x'), size: 0xfffffff0 }])],
  ['PPTX', 'grows a thousandfold', () => zip([usual, slide, { name: 'a.xml', content: Buffer.alloc(60 * 1_048_576, ' ') }])],
  ['PPTX', 'has a slide that never ends', () => zip([presentation(`<p:sldSz cx="999999999999" cy="999999999999"/>`), slide])],
  ['PPTX', 'has no slides', () => zip([usual])],
  ['PPTX', 'has a slide without a place for shapes', () => zip([usual, { ...slide, content: Buffer.from('<p:sld/>') }])],
])('a %s that %s is refused, and the next file gets its watermark', async (format, _what, make) => {
  const refused: unknown = await withWatermark('one', format, await make(), 'Ana').catch((error: unknown) => error);
  expect(refused).toMatchObject({ word: 'export_unmarkable', status: 502 });
  const marked = await withWatermark('one', 'PPTX', zip([usual, slide]), 'Ana');
  expect(strFromU8(unzipSync(marked)[slide.name] ?? new Uint8Array())).toContain('<a:t>Ana</a:t>');
});

test('a damaged file from the service ends that export with a sentence, and no other', async () => {
  const [ask, other] = [await marking(), await marking()];
  service.exportedFile.instead = Buffer.from('%PDF-1.7 and nothing else');
  const reader = await ask('PDF');
  await world.runJobs();
  const reason = translateError('pt-BR', 'export_unmarkable');
  expect((await reader.call(contract.list, {})).data).toMatchObject([{ state: 'failed', address: null, reason }]);
  service.exportedFile.instead = null;
  const neighbour = await other('PDF');
  await world.runJobs();
  expect((await neighbour.call(contract.list, {})).data).toMatchObject([{ state: 'done', reason: null }]);
});

test('why a file gets no watermark is said in each language, and not as for other failures', () => {
  const said = locales.map((locale) => translateError(locale, 'export_unmarkable'));
  expect(new Set([...said, ...locales.map((locale) => translateError(locale, 'export_failed'))]).size).toBe(2 * locales.length);
});

test('while a watermark is drawn on many pages, others are answered', async () => {
  const document = await PDFDocument.create();
  for (let n = 0; n < 1500; n++) document.addPage([1600, 900]);
  const bytes = await document.save();
  const { silence, total, result } = await longestSilence(() => withWatermark('unit', 'PDF', bytes, 'Ana\nana@aurora.example'));
  expect(silence).toBeLessThan(total / 4);
  expect((await PDFDocument.load(result)).getPageCount()).toBe(1500);
});
