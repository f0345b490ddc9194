import { parseDate } from '../../visuals/view/dates.ts';
import type { VisualStyle, VisualModel } from '../../visuals/visual.ts';
import { chosenSpan, chosenValues } from '../../visuals/slicers/choice.ts';
import type { Box, Drawing } from './sheet.ts';

/** What a slicer lets through, in words. */
const choiceOf = ({ definition, data, slicer }: VisualModel, { format, say }: VisualStyle): string => {
  const [field] = definition.category;
  const mode = definition.slicer?.mode ?? 'list';
  if (!field) return '';
  if (mode === 'range' || mode === 'date') {
    const [least = null, most = null] = data['main']?.rows[0] ?? [];
    const span = chosenSpan(slicer);
    const column = data['main']?.columns[0] ?? { field, type: 'number' as const };
    const write = (value: string | number | boolean | null): string => {
      const day = parseDate(value);
      return day ? format.day(day, column) : format.full(value, { field, type: column.type });
    };
    return `${write(span.from ?? least)} – ${write(span.to ?? most)}`;
  }
  const chosen = chosenValues(slicer);
  const column = data['main']?.columns[0] ?? { field, type: 'text' as const };
  if (chosen.length === 0) return say('all');
  return chosen.length > 3 ? say('several', { count: chosen.length }) : chosen.map((value) => format.label(value, column)).join(', ');
};

/** A slicer is no control on paper: it says what is chosen. */
export const drawSlicer = (sheet: Drawing, box: Box, model: VisualModel, style: VisualStyle): void => {
  const base = box.y + Math.min(box.height, 24) * 0.5 + 4;
  sheet.text(choiceOf(model, style), box.x, base, { size: 12, color: sheet.theme.text, room: box.width });
};

/** Plain text, one paragraph a line; the first of several is the heading. */
export const drawTextbox = (sheet: Drawing, box: Box, { definition }: VisualModel): void => {
  const lines = (definition.text ?? definition.title).split('\n').filter(Boolean);
  const [first = '', ...rest] = lines;
  const isNote = rest.length === 0 && first.length > 60;
  const style = { color: sheet.theme.text, room: box.width };
  if (isNote) sheet.text(first, box.x, box.y + 14, { ...style, size: 12, color: sheet.theme.muted });
  else sheet.text(first, box.x, box.y + 22, { ...style, size: 20, bold: true });
  rest.forEach((line, at) => sheet.text(line, box.x, box.y + 44 + at * 20, { ...style, size: 14, color: sheet.theme.muted }));
};

export const drawButton = (sheet: Drawing, box: Box, { definition }: VisualModel): void => {
  sheet.rect(box, { fill: sheet.theme.surface, stroke: sheet.theme.line, radius: 6 });
  const style = { size: 13, bold: true, color: sheet.theme.text, room: box.width - 24, anchor: 'middle' as const };
  sheet.text(definition.title, box.x + box.width / 2, box.y + box.height / 2 + 5, style);
};
