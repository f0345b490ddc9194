import type { Line, PaginatedDocument } from './document.ts';

/** A4 in pixels of 96 to an inch, and how it is divided. One line is as high as another. */
export const sheetSizes = { portrait: { width: 794, height: 1123 }, landscape: { width: 1123, height: 794 } };
export const lineHeight = 24;
export const margin = 48;
const footer = 32;
/** Lines that the title of the first page takes. */
export const titleLines = 4;

/** `continued`: groups that go on from the page before, named once more. */
export type SheetPage = { number: number; lines: (Line & { continued?: true })[] };

const roomOf = (orientation: PaginatedDocument['orientation']): number =>
  // One line is the headings of the columns.
  Math.floor((sheetSizes[orientation].height - 2 * margin - footer) / lineHeight) - 1;

/** Cuts the lines into pages. No heading of a group is left alone at the foot of a page. */
export const pagesOf = ({ orientation, lines }: Pick<PaginatedDocument, 'orientation' | 'lines'>): SheetPage[] => {
  const room = roomOf(orientation);
  const pages: SheetPage[] = [{ number: 1, lines: [] }];
  let open: Extract<Line, { kind: 'group' }>[] = [];
  let page = pages[0];
  const isFresh = (): boolean => page === undefined || page.lines.every((line) => line.continued === true);
  const left = (): number => room - (page?.lines.length ?? 0) - (page?.number === 1 ? titleLines : 0);
  const turn = (): void => {
    page = { number: pages.length + 1, lines: open.map((line) => ({ ...line, continued: true })) };
    pages.push(page);
  };
  lines.forEach((line, at) => {
    if (line.kind === 'group') {
      open = open.filter(({ level }) => level < line.level);
      // The headings that follow at once, and a row under them.
      let needed = 1;
      while (lines[at + needed]?.kind === 'group') needed++;
      const afterHeading = lines[at - 1]?.kind === 'group';
      if (!isFresh() && !afterHeading && (line.new_page || left() < needed + 1)) turn();
      open = [...open, line];
    } else if (left() < 1) turn();
    page?.lines.push(line);
    if (line.kind === 'total') open = open.filter(({ level }) => level < line.level);
  });
  return pages;
};
