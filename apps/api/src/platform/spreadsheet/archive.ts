/**
 * Checks an XLSX file as an untrusted ZIP archive before it is read as a workbook. Its directory is checked
 * against limits, and every part is unpacked once, up to its declared size, so that an archive bomb never reaches the reader.
 */
import { inflateRawSync } from 'node:zlib';
import { SpreadsheetError } from './table.ts';

const limits = { entries: 2000, bytes: 120 * 1024 * 1024, ratio: 200, ratioCountsFrom: 1024 * 1024 };
const signature = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 };
const stored = 0;
const deflated = 8;

type Entry = { name: string; method: number; packed: number; size: number; at: number };

function refuse(trouble: 'unreadable' | 'too_big' = 'unreadable'): never {
  throw new SpreadsheetError(trouble);
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

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

/** The names of the sheets, in their order. */
const sheetNames = (workbook: string): string[] =>
  [...workbook.matchAll(/<(?:\w+:)?sheet\b[^>]*?\bname="([^"]*)"/g)].map(([, name = '']) =>
    name.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities[entity] ?? entity),
  );

/**
 * Throws unless the archive is within the limits, its parts have their declared sizes, and no XML in it has a DOCTYPE. Returns the
 * names of the workbook's sheets.
 */
export function checkArchive(bytes: Buffer): string[] {
  let sheets: string[] = [];
  const entries = entriesOf(bytes);
  if (new Set(entries.map(({ name }) => name)).size < entries.length || entries.some(({ name }) => isUnsafeName(name))) refuse();
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.bytes) refuse('too_big');
  if (entries.some(({ size, packed }) => size > limits.ratioCountsFrom && size > packed * limits.ratio)) refuse('too_big');
  for (const entry of entries) {
    const content = unpack(bytes, entry);
    if (!/\.(?:xml|rels)$/i.test(entry.name)) continue;
    // A DOCTYPE could define entities; UTF-16 would hide it, and no program writes workbooks in UTF-16.
    if (content.includes('<!') && /<!(?:DOCTYPE|ENTITY)/i.test(content.toString('latin1'))) refuse();
    if (content[0] === 0xff || content[0] === 0xfe || content[1] === 0) refuse();
    if (entry.name === 'xl/workbook.xml') sheets = sheetNames(content.toString('utf8'));
  }
  return sheets;
}
