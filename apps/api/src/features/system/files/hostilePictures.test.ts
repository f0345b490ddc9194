/** Pictures that are small until somebody looks at them: at every place that takes one, as they come over the wire. */
import { locales } from '@vitrine/contract/fields.ts';
import type { PictureKindName } from '@vitrine/contract/system/files.ts';
import * as contract from '@vitrine/contract/system/files.ts';
import { pictureKinds } from '@vitrine/contract/system/files.ts';
import { afterAll, expect, test } from 'vitest';
import { zlibBomb } from '#test/harness/bombs.ts';
import { onePixel, pictureOfSize, pngChunk } from '#test/harness/pictures.ts';
import { longestSilence } from '#test/harness/silence.ts';
import { openWorld } from '#test/harness/world.ts';
import { translate } from '#platform/translate.ts';

const world = await openWorld();
const { admin } = await world.unitWithAdmin();
afterAll(world.close);

const kinds = Object.keys(pictureKinds) as PictureKindName[];
const largest = 1_048_576;

const headOfPng = 33;
/** The pixel, with something between its size and its colours. */
const pngWith = (...chunks: Buffer[]): Buffer => Buffer.concat([onePixel.subarray(0, headOfPng), ...chunks, onePixel.subarray(headOfPng)]);

const jfif = Buffer.from('ffe000104a46494600010100000100010000', 'hex');

function jpegOfSize(width: number, height: number, before: Buffer = jfif): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), before, frame, Buffer.from([0xff, 0xd9])]);
}

function webpOfSize(width: number, height: number): Buffer {
  const canvas = Buffer.alloc(18);
  canvas.write('VP8X');
  canvas.writeUInt32LE(10, 4);
  canvas.writeUIntLE(width - 1, 12, 3);
  canvas.writeUIntLE(height - 1, 15, 3);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(canvas.length + 4);
  return Buffer.concat([Buffer.from('RIFF'), length, Buffer.from('WEBP'), canvas]);
}

const fill = (part: Buffer, bytes = largest - 1000): Buffer =>
  Buffer.concat(Array.from({ length: Math.floor(bytes / part.length) }, () => part));
const emptySegments = fill(Buffer.from([0xff, 0xe1, 0, 2]));

const refused: [string, Buffer, 'picture' | 'picture_size'][] = [
  ['a PNG of milliards of pixels', pictureOfSize(60_000, 60_000), 'picture_size'],
  ['a PNG of the largest size that can be written', pictureOfSize(0x7fffffff, 0x7fffffff), 'picture_size'],
  ['a JPEG of milliards of pixels', jpegOfSize(65_535, 65_535), 'picture_size'],
  ['a WebP of trillions of pixels', webpOfSize(16_000_000, 16_000_000), 'picture_size'],
  ['a PNG without its size', onePixel.subarray(0, 18), 'picture'],
  ['a JPEG that is cut off', jpegOfSize(10, 10).subarray(0, 8), 'picture'],
  ['a JPEG whose size never comes', Buffer.concat([Buffer.from([0xff, 0xd8]), emptySegments]), 'picture'],
  ['a WebP that is cut off', webpOfSize(10, 10).subarray(0, 20), 'picture'],
  ['a GIF of many frames', fill(Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00\x2c\x00\x00', 'latin1')), 'picture'],
  ['a drawing nested without end', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(300_000)}`), 'picture'],
  ['a drawing that stands in itself', Buffer.from('<!DOCTYPE svg [<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">]><svg>&a;</svg>'), 'picture'],
];

const send = (kind: string, payload: Buffer, lang = 'pt-BR') =>
  admin.inject({
    method: 'POST',
    url: `${contract.add.path}?kind=${kind}`,
    headers: { 'content-type': 'application/octet-stream', lang },
    payload,
  });

test.each(refused)('%s is refused in words, wherever a picture is taken', async (_, bytes, reason) => {
  for (const [index, kind] of kinds.entries()) {
    if (bytes.length > pictureKinds[kind].max_bytes) continue;
    const locale = locales[index % locales.length] ?? 'pt-BR';
    const { statusCode, body } = await send(kind, bytes, locale);
    expect([kind, statusCode]).toEqual([kind, 422]);
    const { errors } = JSON.parse(body) as { errors: Record<string, string[]> };
    expect(errors).toEqual({ file: [translate(locale, `fields:reasons.${reason}`)] });
  }
});

// What they hide is unpacked by nobody: of a picture only its points are read.
test.each([
  ['a colour profile that unpacks to a gibibyte', pngWith(pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), zlibBomb(512)])))],
  ['a note that unpacks to a gibibyte', pngWith(pngChunk('zTXt', Buffer.concat([Buffer.from('n\0\0'), zlibBomb(512)])))],
  ['as many parts as fit', pngWith(fill(pngChunk('tEXt', Buffer.alloc(0))))],
  ['as many segments as fit before its size', jpegOfSize(10, 10, fill(Buffer.from([0xff, 0xe1, 0, 2]), 500_000))],
])('a picture with %s is looked at in no time, or refused', async (_, bytes) => {
  expect(bytes.length).toBeLessThan(largest);
  const taking = kinds.filter((kind) => bytes.length <= pictureKinds[kind].max_bytes);
  for (const kind of taking) expect([201, 422]).toContain((await send(kind, bytes)).statusCode);
  expect((await send('picture', onePixel)).statusCode).toBe(201);
});

test('while the slowest picture is looked at, others are answered', async () => {
  await send('picture', onePixel);
  const slow = Buffer.concat([Buffer.from([0xff, 0xd8]), emptySegments]);
  const { silence, total } = await longestSilence(() => send('picture', slow));
  expect(silence).toBeLessThan(total / 2);
});
