/** Documents that people attach: the ending of the name says what a file is to be, and its bytes have to agree. */

type Kind = { type: string; holds?: (bytes: Buffer) => boolean };

const startsWith = (start: string) => (bytes: Buffer) => bytes.subarray(0, start.length).equals(Buffer.from(start, 'latin1'));
const isArchive = startsWith('PK\x03\x04');
/** Office documents are archives, and the names of what is in them stand in them as they are. */
const isOffice = (part: string) => (bytes: Buffer) => isArchive(bytes) && bytes.includes('[Content_Types].xml') && bytes.includes(part);
/** Whatever the encoding: what no text has are control characters beside those of lines, pages and tabs. */
const isText = (bytes: Buffer): boolean => bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);

/** By ending; pictures are read by `readPicture`. */
export const attachmentTypes: Readonly<Record<string, Kind>> = {
  png: { type: 'image/png' },
  jpg: { type: 'image/jpeg' },
  jpeg: { type: 'image/jpeg' },
  pdf: { type: 'application/pdf', holds: startsWith('%PDF-') },
  zip: { type: 'application/zip', holds: isArchive },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', holds: isOffice('xl/') },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', holds: isOffice('word/') },
  csv: { type: 'text/csv', holds: isText },
  txt: { type: 'text/plain', holds: isText },
};

/** The type of a document, or null where ending and content do not agree. */
export function documentType(ending: string, bytes: Buffer): string | null {
  const kind = attachmentTypes[ending];
  return kind?.holds?.(bytes) ? kind.type : null;
}
