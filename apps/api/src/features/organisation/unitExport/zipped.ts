/** Writes an archive as its content arrives: neither a file nor the archive is ever in memory as a whole. */
import { unitExportLimits } from '@vitrine/contract/organisation/unitExport.ts';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export type Entry = {
  name: string;
  /** Pictures and the like are packed already. */
  packed: boolean;
  pieces: AsyncIterable<Uint8Array>;
};

export class TooBig extends Error {
  override name = 'TooBig';
}

export async function* zipped(
  entries: AsyncIterable<Entry>,
  limits: { bytes: number; files: number } = unitExportLimits,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let written = 0;
  let files = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const taken = (): Uint8Array[] => {
    const chunks = ready;
    ready = [];
    written += chunks.reduce((sum, { length }) => sum + length, 0);
    if (written > limits.bytes) throw new TooBig('The archive has more bytes than it may have');
    return chunks;
  };
  for await (const { name, packed, pieces } of entries) {
    if (++files > limits.files) throw new TooBig('The archive has more files than it may have');
    const entry = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    zip.add(entry);
    for await (const piece of pieces) {
      entry.push(piece);
      yield* taken();
    }
    entry.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** The same bytes in pieces of one size, but the last. */
export async function* inParts(chunks: AsyncIterable<Uint8Array>, size = 1024 * 1024): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    length += chunk.length;
    if (length < size) continue;
    const all = Buffer.concat(held);
    let from = 0;
    for (; all.length - from >= size; from += size) yield all.subarray(from, from + size);
    held = [all.subarray(from)];
    length = all.length - from;
  }
  if (length > 0) yield Buffer.concat(held);
}
