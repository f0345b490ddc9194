/** A CSV file as lines that the database reads without a guess. */
import { ImportError } from '../importError.ts';
import { byteLines, headOf, separatorOf, textLine } from './csvLines.ts';
import { asUtf8 } from './encoding.ts';
import { isFilled, layoutOf } from './layout.ts';
import { openLineFile } from './lineFile.ts';
import type { Staged } from './staged.ts';

/** Files of old computers end their lines with a carriage return alone. */
const withLineFeeds = (bytes: Buffer): Buffer =>
  bytes.includes(10) || !bytes.includes(13) ? bytes : Buffer.from(bytes.toString('utf8').replaceAll('\r', '\n'));

/** Writes the cells of a CSV file to `path`. */
export const stageCsv = async (name: string, content: Uint8Array, path: string): Promise<Staged> => {
  const decoded = asUtf8(content);
  const bytes = withLineFeeds(decoded.bytes);
  const { separator, isDeclared } = separatorOf(bytes);
  const head = headOf(bytes, separator).slice(isDeclared ? 1 : 0);
  const layout = layoutOf(head);
  if (!layout) throw new ImportError(`The file '${name}' has no rows.`);
  const { columns, headerLine, firstLine } = layout;
  const file = await openLineFile(path, separator, columns.length);
  try {
    for (const one of byteLines(bytes, separator)) {
      const { line, start, end, cells } = one;
      const isEmpty = cells === undefined && one.separators === end - start;
      if (line < firstLine || isEmpty) continue;
      if (cells === undefined && one.separators === columns.length - 1) await file.raw(line, bytes.subarray(start, end));
      else {
        const text = textLine(bytes, one, separator);
        if (text.cells.some(isFilled)) await file.cells(line, text.cells);
      }
    }
  } finally {
    await file.close();
  }
  const source = { kind: 'lines', path, separator, columns, isWorkbook: false } as const;
  return { source, sheet: null, separator, encoding: decoded.encoding, header_line: headerLine, overlong: file.overlong };
};
