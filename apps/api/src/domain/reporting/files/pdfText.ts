/** Text as the standard fonts of PDF can write it: characters that they lack would make the export fail. */
export const writable = (line: string): string =>
  line.normalize('NFC').replaceAll(/[^\x20-\x7e\xa0-\xff]/g, (character) => (character === '…' ? '...' : '?'));
