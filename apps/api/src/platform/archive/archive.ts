/**
 * Reads an untrusted ZIP archive (a workbook, a presentation) part by part. Its directory is checked against limits, and every
 * part is unpacked up to its declared size, so that an archive bomb never reaches a reader.
 */
import { inflateRawSync } from 'node:zlib';

const limits = { entries: 2000, bytes: 120 * 1024 * 1024, ratio: 200, ratioCountsFrom: 1024 * 1024 };
const signature = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 };
const stored = 0;
const deflated = 8;

/** Why an archive is refused. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
  readonly trouble: 'unreadable' | 'too_big';
  constructor(trouble: 'unreadable' | 'too_big') {
    super(`The archive is ${trouble}`);
    this.trouble = trouble;
  }
}

type Entry = { name: string; method: number; packed: number; size: number; at: number };
type Part = { name: string; content: Buffer };

function refuse(trouble: ArchiveError['trouble'] = 'unreadable'): never {
  throw new ArchiveError(trouble);
}

/** The directory at the end of the archive. Encrypted parts, spanned archives and ZIP64 are refused: no workbook needs them. */
function entriesOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end === -1 || end + 22 > bytes.length) refuse();
  const count = bytes.readUInt16LE(end + 10);
  if (count > limits.entries) refuse('too_big');
  const entries: Entry[] = [];
  for (let index = 0, at = bytes.readUInt32LE(end + 16); index < count; index++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== signature.entry) refuse();
    if ((bytes.readUInt16LE(at + 8) & 1) === 1) refuse();
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

const isUnsafeName = (name: string): boolean =>
  name.includes('\\') || name.includes('\0') || name.startsWith('/') || name.split('/').includes('..');

function unpack(bytes: Buffer, { method, packed, size, at }: Entry): Buffer {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== signature.local) refuse();
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const content = bytes.subarray(from, from + packed);
  if (content.length !== packed || bytes.readUInt16LE(at + 8) !== method) refuse();
  if (method === stored) return content.length === size ? content : refuse();
  if (method !== deflated) refuse();
  try {
    const inflated = inflateRawSync(content, { maxOutputLength: Math.max(1, size) });
    return inflated.length === size ? inflated : refuse();
  } catch {
    return refuse();
  }
}

/** The parts in their order, each once and with its declared size. Throws `ArchiveError`. */
export function* partsOf(bytes: Buffer): Generator<Part> {
  const entries = entriesOf(bytes);
  if (new Set(entries.map(({ name }) => name)).size < entries.length || entries.some(({ name }) => isUnsafeName(name))) refuse();
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.bytes) refuse('too_big');
  if (entries.some(({ size, packed }) => size > limits.ratioCountsFrom && size > packed * limits.ratio)) refuse('too_big');
  for (const entry of entries) yield { name: entry.name, content: unpack(bytes, entry) };
}
