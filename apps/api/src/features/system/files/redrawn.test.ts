/** What is kept of a picture: what is seen of it, in the size of its place, and nothing that came along. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UploadKind } from '@vitrine/contract/system/files.ts';
import * as contract from '@vitrine/contract/system/files.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { greyPicture, onePixel, pngChunk } from '#test/harness/pictures.ts';
import { openWorld } from '#test/harness/world.ts';
import { zlibBomb } from '#test/harness/bombs.ts';

const world = await openWorld();
const { admin } = await world.unitWithAdmin();
afterAll(world.close);

const send = (kind: UploadKind, payload: Buffer, name = 'p') =>
  admin.inject({
    method: 'POST',
    url: `${contract.add.path}?kind=${kind}&name=${name}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload,
  });

/** What everybody is given who opens its address. */
async function kept(kind: UploadKind, payload: Buffer, name?: string) {
  const answer = await send(kind, payload, name);
  expect(answer.body).toContain('"address"');
  const stored = answer.json<{ id: string; address: string; name: string; content_type: string; size: number }>();
  const { rawPayload, headers } = await world.browser().inject({ method: 'GET', url: stored.address });
  expect(headers['content-type']).toBe(stored.content_type);
  return { stored, bytes: rawPayload, is: await sharp(rawPayload).metadata() };
}

/** Red, green, blue and opacity of a point. */
async function pointOf(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const data = await sharp(bytes).ensureAlpha().extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer();
  return [...data];
}
const near = (colour: number[]) => colour.map((value) => expect.closeTo(value, -1.2) as number);

const drawing = (content: string, size = 'viewBox="0 0 400 100"'): Buffer =>
  Buffer.from(`<?xml version="1.0"?><!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`);

describe('a photograph', () => {
  const noted = sharp({ create: { width: 40, height: 20, channels: 3, background: '#10c020' } })
    .composite([{ input: { create: { width: 20, height: 20, channels: 3, background: '#c01020' } }, left: 0, top: 0 }])
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Copyright: 'taken at home', Make: 'Camera' }, IFD3: { GPSLatitude: '23/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 });

  test.each(['picture', 'cover', 'logo'] as const)('as %s has no notes of the camera any more, and stands upright', async (kind) => {
    const sent = await noted.clone().toBuffer();
    expect(sent.includes('taken at home')).toBe(true);
    const { bytes, is } = await kept(kind, sent);
    expect(bytes.includes('taken at home')).toBe(false);
    expect([is.exif, is.xmp, is.iptc, is.orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect([is.width, is.height]).toEqual([20, 40]);
    // What was on the left is above.
    expect(await pointOf(bytes, 10, 5)).toEqual(near([192, 16, 32, 255]));
    expect(await pointOf(bytes, 10, 35)).toEqual(near([16, 192, 32, 255]));
  });

  test('is as large as its place at most, and never made larger', async () => {
    const large = greyPicture(3000, 1500);
    for (const [kind, width, height, type] of [
      ['logo', 640, 320, 'png'],
      ['background', 1920, 960, 'webp'],
      ['picture', 512, 256, 'webp'],
      ['cover', 1280, 640, 'webp'],
      ['icon', 128, 64, 'png'],
    ] as const) {
      const { is, stored } = await kept(kind, large, 'Foto.grande.PNG');
      expect([kind, is.width, is.height, is.format]).toEqual([kind, width, height, type]);
      expect(stored.name).toBe(`Foto.grande.${type}`);
    }
    expect((await kept('logo', greyPicture(30, 20))).is).toMatchObject({ width: 30, height: 20 });
  });

  test('in colours of printing or of a wide screen looks the same on any screen', async () => {
    const printed = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#d02020' } })
      .toColourspace('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer();
    const { bytes, is } = await kept('logo', printed);
    expect(is).toMatchObject({ space: 'srgb', hasProfile: false });
    const [red = 0, green = 255, blue = 255] = await pointOf(bytes, 4, 4);
    expect([red > 180, green < 70, blue < 70]).toEqual([true, true, true]);
  });

  test('that moves stands still, and what hides behind its end is gone', async () => {
    const stacked = Buffer.concat([Buffer.alloc(8 * 8 * 3, 40), Buffer.alloc(8 * 8 * 3, 200)]);
    const frames = await sharp(stacked, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(frames).metadata()).pages).toBe(2);
    const { bytes, is } = await kept('cover', Buffer.concat([frames, Buffer.from('<script>behind()</script>')]));
    expect(is.pages ?? 1).toBe(1);
    expect(bytes.includes('behind')).toBe(false);
  });
});

describe('a drawing', () => {
  test('is drawn for the brand, in the size of its place, and never kept or given away as a drawing', async () => {
    const { bytes, is, stored } = await kept(
      'logo',
      drawing('<rect width="400" height="100" fill="#c81e3c"/><script>alert(1)</script>'),
      'Logo.svg',
    );
    expect(is).toMatchObject({ format: 'png', width: 640, height: 160 });
    expect(stored).toMatchObject({ name: 'Logo.png', content_type: 'image/png' });
    expect(await pointOf(bytes, 320, 80)).toEqual([200, 30, 60, 255]);
    const [row] = await world.owner.run(sql<{ bytes: Buffer }>`select bytes from theme_picture where id = ${stored.id}`);
    expect(row?.bytes.includes('svg')).toBe(false);
  });

  test('is no picture of a person or a report', async () => {
    for (const kind of ['picture', 'cover', 'icon', 'notice_picture'] as const)
      expect([kind, (await send(kind, drawing('<rect width="400" height="100"/>'))).statusCode]).toEqual([kind, 422]);
  });

  test('makes nobody fetch or read anything', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end(onePixel);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const place = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { bytes } = await kept(
      'logo',
      drawing(
        `<style>@import url("${place}/a.css"); @font-face { font-family: x; src: url("${place}/b.woff") }</style>
        <rect width="400" height="100" fill="#0b5fa5"/><image href="${place}/c.png" width="400" height="100"/>
        <image href="file:///etc/hostname" width="400" height="100"/><use href="${place}/d.svg#x"/><text font-family="x">Logo</text>`,
      ),
    );
    expect(await pointOf(bytes, 320, 80)).toEqual([11, 95, 165, 255]);
    server.close();
    expect(asked).toBe(0);
  });

  test.each([
    [
      'entities in each other',
      Buffer.from(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"> ]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>`,
      ),
    ],
    ['groups without end', drawing('<g>'.repeat(200_000))],
    ['a size beyond measure', drawing('<rect width="9" height="9"/>', 'width="900000000" height="900000000"')],
    ['no size', drawing('<rect width="9" height="9"/>', 'width="0" height="0"')],
    [
      'filters that take for ever',
      drawing(
        `<filter id="f">${'<feGaussianBlur stdDeviation="90"/><feTurbulence numOctaves="99"/>'.repeat(4000)}</filter><rect width="400" height="100" filter="url(#f)"/>`,
      ),
    ],
    [
      'copies of copies',
      drawing(
        `<g id="a0"><rect width="1" height="1"/></g>${Array.from({ length: 30 }, (_, n) => `<g id="a${n + 1}"><use href="#a${n}"/><use href="#a${n}"/></g>`).join('')}<use href="#a30"/>`,
      ),
    ],
  ])('with %s is refused or drawn, and the next picture is taken', async (_, bytes) => {
    expect([201, 422]).toContain((await send('logo', bytes)).statusCode);
    expect((await send('logo', greyPicture(8, 8))).statusCode).toBe(201);
  });
});

describe('an icon of a browser’s tab', () => {
  const directory = (...pictures: { side: number; depth: number; part: Buffer }[]): Buffer => {
    const head = Buffer.alloc(6 + pictures.length * 16);
    head.writeUInt16LE(1, 2);
    head.writeUInt16LE(pictures.length, 4);
    let from = head.length;
    for (const [index, { side, depth, part }] of pictures.entries()) {
      head.writeUInt8(side % 256, 6 + index * 16);
      head.writeUInt8(side % 256, 7 + index * 16);
      head.writeUInt16LE(depth, 12 + index * 16);
      head.writeUInt32LE(part.length, 14 + index * 16);
      head.writeUInt32LE(from, 18 + index * 16);
      from += part.length;
    }
    return Buffer.concat([head, ...pictures.map(({ part }) => part)]);
  };
  const bitmap = (side: number, depth: number, rows: Buffer): Buffer => {
    const head = Buffer.alloc(40);
    head.writeUInt32LE(40, 0);
    head.writeInt32LE(side, 4);
    head.writeInt32LE(side * 2, 8);
    head.writeUInt16LE(1, 12);
    head.writeUInt16LE(depth, 14);
    return Buffer.concat([head, rows]);
  };

  test('is kept as a PNG of its largest picture', async () => {
    const small = { side: 8, depth: 32, part: await sharp(greyPicture(8, 8)).png().toBuffer() };
    const large = {
      side: 64,
      depth: 32,
      part: await sharp({ create: { width: 64, height: 64, channels: 4, background: '#c81e3c' } })
        .png()
        .toBuffer(),
    };
    const { bytes, is, stored } = await kept('favicon', directory(small, large), 'favicon.ico');
    expect(stored).toMatchObject({ name: 'favicon.png', content_type: 'image/png' });
    expect(is).toMatchObject({ format: 'png', width: 64, height: 64 });
    expect(await pointOf(bytes, 9, 9)).toEqual([200, 30, 60, 255]);
  });

  test('may hold bitmaps of any depth, with holes', async () => {
    // Two by two points from below: blue, green; red, a hole.
    const full = Buffer.from('ff0000ff00ff00ff0000ffff00000000', 'hex');
    const { bytes } = await kept('favicon', directory({ side: 2, depth: 32, part: bitmap(2, 32, full) }));
    const points = async (picture: Buffer) => [
      await pointOf(picture, 0, 0),
      await pointOf(picture, 1, 0),
      await pointOf(picture, 0, 1),
      await pointOf(picture, 1, 1),
    ];
    const [red, green, blue] = [
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 255, 255],
    ];
    expect(await points(bytes)).toMatchObject([red, [expect.any(Number), expect.any(Number), expect.any(Number), 0], blue, green]);
    const palette = Buffer.alloc(16 * 4);
    palette.set([0xff, 0, 0, 0, 0, 0xff, 0, 0, 0, 0, 0xff, 0]);
    const [rows, mask] = [Buffer.from('0100000020000000', 'hex'), Buffer.from('0000000040000000', 'hex')];
    const indexed = await kept('favicon', directory({ side: 2, depth: 4, part: bitmap(2, 4, Buffer.concat([palette, rows, mask])) }));
    expect(await points(indexed.bytes)).toMatchObject([red, [expect.any(Number), expect.any(Number), expect.any(Number), 0], blue, green]);
  });

  test('that lies about itself is refused, and is no picture of anything else', async () => {
    const lies = [
      directory({ side: 64, depth: 32, part: bitmap(64, 32, Buffer.alloc(8)) }),
      directory({ side: 16, depth: 32, part: bitmap(2 ** 29, 32, Buffer.alloc(64)) }),
      directory({ side: 16, depth: 7, part: bitmap(16, 7, Buffer.alloc(4096)) }),
      directory().subarray(0, 6),
      Buffer.concat([directory({ side: 16, depth: 32, part: bitmap(16, 32, Buffer.alloc(1024)) }).subarray(0, 30)]),
    ];
    for (const lie of lies) expect((await send('favicon', lie)).statusCode).toBe(422);
    const sound = directory({ side: 16, depth: 32, part: bitmap(16, 32, Buffer.alloc(1024)) });
    expect((await send('favicon', sound)).statusCode).toBe(201);
    for (const kind of ['logo', 'picture', 'cover'] as const) expect((await send(kind, sound)).statusCode).toBe(422);
  });
});

test('a picture of 20,000 by 20,000 points in less than a megabyte is refused unseen', async () => {
  const head = Buffer.from('00004e2000004e200800000000', 'hex');
  const bomb = Buffer.concat([
    onePixel.subarray(0, 8),
    pngChunk('IHDR', head),
    pngChunk('IDAT', zlibBomb(382)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  expect(bomb.length).toBeLessThan(1_048_576);
  for (const kind of ['logo', 'background', 'picture'] as const) {
    const refused = await send(kind, bomb);
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('6.000')]);
  }
});
