/** Archives for tests, also such as nobody should make. */
import { deflateRawSync, crc32 } from 'node:zlib';

export type ZipPart = {
  name: string;
  content: Buffer;
  /** What the archive says about the size, where it lies. */
  size?: number;
};

function headerOf({ name, content, size = content.length }: ZipPart, packed: Buffer): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(8, 4);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(packed.length, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(Buffer.byteLength(name), 22);
  return header;
}

export function zip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const packed = deflateRawSync(part.content);
    const header = headerOf(part, packed);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(part.name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), header, place, Buffer.from(part.name)]));
    locals.push(local);
    at += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, entries, Buffer.from('PK\x05\x06'), end]);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The least workbook that has one sheet with these rows; `before` stands in front of the sheet's first element, `more` are the rows of further sheets by name. */
export function workbook(rows: string, before = '', more: Record<string, string> = {}): Buffer {
  const further = Object.entries(more).map(([name, held], index) => ({ name, held, number: index + 2 }));
  const each = (text: (sheet: (typeof further)[number]) => string) => further.map(text).join('');
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/>${each(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Pessoas" sheetId="1" r:id="rId1"/>${each(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>${each(({ number }) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}</Relationships>`,
    'xl/worksheets/sheet1.xml': `${before}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    ...Object.fromEntries(
      further.map(({ held, number }) => [
        `xl/worksheets/sheet${number}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${held}</sheetData></worksheet>`,
      ]),
    ),
  };
  return zip(Object.entries(parts).map(([name, content]) => ({ name, content: Buffer.from(xml + content) })));
}
