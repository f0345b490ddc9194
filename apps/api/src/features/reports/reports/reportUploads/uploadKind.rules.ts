/** Detects the type of a file by its bytes, never by its name. */
import { isUtf8 } from 'node:buffer';
import type { PublishableKind } from '@vitrine/contract/reports/reportUploads.ts';

const startsWith = (bytes: Buffer, start: string) => bytes.subarray(0, start.length).equals(Buffer.from(start, 'latin1'));

const directoryEnd = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const directoryEntry = 0x02014b50;

/** Names in the directory of an archive, which stands at its end. */
function namesIn(tail: Buffer): string[] {
  const end = tail.lastIndexOf(directoryEnd);
  if (end < 0 || end + 22 > tail.length) return [];
  const names: string[] = [];
  let at = end - tail.readUInt32LE(end + 12);
  while (at >= 0 && at + 46 <= end && tail.readUInt32LE(at) === directoryEntry) {
    const length = tail.readUInt16LE(at + 28);
    names.push(tail.toString('utf8', at + 46, at + 46 + length));
    at += 46 + length + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
  }
  return names;
}

const isOfPbix = (name: string) => ['DataModel', 'DataMashup', 'Report/Layout', 'Connections'].includes(name) || name.startsWith('Report/');

function archiveKind(tail: Buffer): PublishableKind | null {
  const names = namesIn(tail);
  if (names.includes('xl/workbook.xml')) return 'xlsx';
  if (names.some(isOfPbix)) return 'pbix';
  return names.some((name) => /\.(?:csv|tsv|json|parquet|xlsx)$/i.test(name)) ? 'zip' : null;
}

/** Windows-1252 is text too; control characters are not. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const isText = (text: string) => !/[\u0000-\u0008\u000e-\u001a]/.test(text);

/** Excel saves what it calls Unicode text as UTF-16, with a mark at the beginning. */
function textOf(head: Buffer): string {
  if (startsWith(head, '\xff\xfe')) return new TextDecoder('utf-16le').decode(head);
  if (startsWith(head, '\xfe\xff')) return new TextDecoder('utf-16be').decode(head);
  // The last character may be cut.
  const isUnicode = [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)));
  return head.toString(isUnicode ? 'utf8' : 'latin1');
}

function textKind(head: Buffer): PublishableKind | null {
  const text = textOf(head).replace(/^\uFEFF/, '');
  if (!isText(text)) return null;
  const trimmed = text.trimStart();
  if (/^[[{]/.test(trimmed)) return 'json';
  const firstEnd = trimmed.search(/[\n\r]/);
  // HTML and XML have lines as well, but are no tables.
  return !trimmed.startsWith('<') && firstEnd > 0 && trimmed.slice(firstEnd).trim() !== '' ? 'csv' : null;
}

/** The type by the first and last bytes of a file; null if it cannot be published. */
export function kindOfContent(head: Buffer, tail: Buffer): PublishableKind | null {
  if (startsWith(head, 'PK\x03\x04')) return archiveKind(tail);
  if (startsWith(head, 'PAR1')) return tail.subarray(-4).toString('latin1') === 'PAR1' ? 'parquet' : null;
  return textKind(head);
}
