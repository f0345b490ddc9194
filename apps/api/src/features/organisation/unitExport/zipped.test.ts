import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Entry } from './zipped.ts';
import { inParts, TooBig, zipped } from './zipped.ts';

async function* pieces(count: number, size = 1000): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < count; piece++) yield new Uint8Array(size).fill(piece);
}

async function* entries(count: number, packed = false): AsyncGenerator<Entry> {
  for (let entry = 0; entry < count; entry++) yield { name: `${entry}.bin`, packed, pieces: pieces(5) };
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

test.each([true, false])('an archive in parts is the archive, packed before: %s', async (packed) => {
  const sizes: number[] = [];
  async function* seen() {
    for await (const part of inParts(zipped(entries(3, packed)), 700)) {
      sizes.push(part.length);
      yield part;
    }
  }
  const files = unzipSync(new Uint8Array(await bytesOf(seen())));
  expect(Object.keys(files)).toEqual(['0.bin', '1.bin', '2.bin']);
  expect(Buffer.from(files['1.bin'] ?? [])).toEqual(await bytesOf(pieces(5)));
  expect(sizes.slice(0, -1).every((size) => size === 700)).toBe(true);
});

test('more bytes or files than allowed end it', async () => {
  await expect(bytesOf(zipped(entries(3, true), { bytes: 10_000, files: 10 }))).rejects.toThrow(TooBig);
  await expect(bytesOf(zipped(entries(3, true), { bytes: 100_000, files: 2 }))).rejects.toThrow(TooBig);
});
