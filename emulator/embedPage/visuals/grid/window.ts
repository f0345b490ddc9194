export type RowWindow = { first: number; last: number; above: number; below: number };

const spare = 8;
/** So many rows are drawn in any case: screen readers and printers see whole short tables. */
const always = 60;

/** Which rows to have in the document, and the empty height before and after them. */
export function rowWindow(count: number, rowHeight: number, scrollTop: number, viewHeight: number): RowWindow {
  if (count <= always) return { first: 0, last: count, above: 0, below: 0 };
  const first = Math.max(0, Math.min(count - 1, Math.floor(scrollTop / rowHeight)) - spare);
  const last = Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + spare);
  return { first, last, above: first * rowHeight, below: (count - last) * rowHeight };
}
