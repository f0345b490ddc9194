import { textWidth } from './textWidth.ts';
import { numeric } from '../../visuals/charts/pivot.ts';
import { kpiFacts } from '../../visuals/figures/kpiFacts.ts';
import type { VisualStyle, VisualModel } from '../../visuals/visual.ts';
import type { Box, Drawing } from './sheet.ts';

/** The largest size, up to `most`, at which a text finds room. */
const sizeFor = (text: string, room: number, most: number): number =>
  Math.max(12, Math.min(most, (room / Math.max(1, textWidth(text, 100, true))) * 100));

/** One number that matters, or a few beside each other. */
export const drawCard = (sheet: Drawing, box: Box, { data }: VisualModel, { format }: VisualStyle): void => {
  const columns = data['main']?.columns ?? [];
  const row = data['main']?.rows[0] ?? [];
  const width = box.width / Math.max(1, columns.length);
  columns.forEach((column, at) => {
    const number = numeric(row[at]);
    const shown = number === null ? format.label(row[at] ?? null, column) : format.compact(number, column);
    const size = sizeFor(shown, width - 8, Math.min(28, box.height * 0.52));
    const x = box.x + at * width;
    const middle = box.y + box.height / 2 + size * 0.35;
    const many = columns.length > 1;
    sheet.text(shown, x, many ? middle - 8 : middle, { size, bold: true, color: sheet.theme.text, room: width });
    if (many) sheet.text(column.name, x, middle + 10, { size: 12, color: sheet.theme.muted, room: width - 8 });
  });
};

const spark = (sheet: Drawing, box: Box, values: (number | null)[]): void => {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (known.length < 2) return;
  const places = values.flatMap((value, at) => {
    if (value === null) return [];
    const share = most > least ? (value - least) / (most - least) : 0.5;
    return [`${(box.x + (at / (values.length - 1)) * box.width).toFixed(1)} ${(box.y + 2 + (1 - share) * (box.height - 4)).toFixed(1)}`];
  });
  const bottom = box.y + box.height;
  sheet.path(`M${box.x} ${bottom}L${places.join('L')}L${box.x + box.width} ${bottom}Z`, { fill: sheet.theme.accent, opacity: 0.1 });
  sheet.path(`M${places.join('L')}`, { stroke: sheet.theme.accent });
};

/** The newest period of a measure, its change and its course. */
export const drawKpi = (sheet: Drawing, box: Box, model: VisualModel, style: VisualStyle): void => {
  const { theme } = sheet;
  const { format, say } = style;
  const facts = kpiFacts(model, style);
  if (!facts) {
    sheet.text(say('blank'), box.x, box.y + 24, { size: 16, color: theme.muted, room: box.width });
    return;
  }
  const { value, column, period, goal, base, change, course } = facts;
  const shown = format.compact(value, column);
  const size = sizeFor(shown, box.width * 0.6, Math.min(26, box.height * 0.36));
  const end = sheet.text(shown, box.x, box.y + size, { size, bold: true, color: theme.text });
  sheet.text(period ?? '', box.x + end + 8, box.y + size, { size: 12, color: theme.muted, room: box.width - end - 8 });
  const line = box.y + size + 18;
  let x = box.x;
  if (change) {
    const color = goal !== undefined && change.good !== undefined ? (change.good ? theme.good : theme.bad) : theme.muted;
    if (change.arrow !== '') {
      sheet.path(change.arrow.startsWith('▲') ? `M${x} ${line}h8l-4 -8Z` : `M${x} ${line - 8}h8l-4 8Z`, { fill: color });
      x += 12;
    }
    x += sheet.text(change.text, x, line, { size: 12, bold: true, color }) + 8;
  }
  if (base !== '') sheet.text(say('versus', { base }), x, line, { size: 12, color: theme.muted, room: box.x + box.width - x });
  const top = line + 8;
  if (box.y + box.height - top > 10) {
    const room = { x: box.x, y: top, width: box.width, height: box.y + box.height - top };
    spark(sheet, room, course);
  }
};
