/** Checks an XLSX file as an untrusted archive before it is read as a workbook. */
import { ArchiveError, partsOf } from '#platform/archive/archive.ts';
import { SpreadsheetError } from './table.ts';

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
  try {
    for (const { name, content } of partsOf(bytes)) {
      if (!/\.(?:xml|rels)$/i.test(name)) continue;
      // A DOCTYPE could define entities; UTF-16 would hide it, and no program writes workbooks in UTF-16.
      if (content.includes('<!') && /<!(?:DOCTYPE|ENTITY)/i.test(content.toString('latin1'))) throw new SpreadsheetError('unreadable');
      if (content[0] === 0xff || content[0] === 0xfe || content[1] === 0) throw new SpreadsheetError('unreadable');
      if (name === 'xl/workbook.xml') sheets = sheetNames(content.toString('utf8'));
    }
  } catch (error) {
    throw error instanceof ArchiveError ? new SpreadsheetError(error.trouble, error) : error;
  }
  return sheets;
}
