import type { EChartsOption } from 'echarts';
import type { FormatColumn, Formatter } from '../format/format.ts';
import { textWidth } from '../measure.ts';
import type { Theme } from '../theme/theme.ts';

export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, Math.max(1, length - 1)).trimEnd()}…` : text;
}

const labelSize = 11;

/** How the names of categories find room below columns: on one line, on several, or slanted. */
function columnLabels(labels: string[], theme: Theme, slot: number, ordered: boolean) {
  const width = (text: string) => textWidth(text, theme.font, labelSize);
  const room = Math.max(0, slot - 3);
  if (labels.every((label) => width(label) <= room)) return { interval: 0 };
  const words = labels.flatMap((label) => label.split(/\s+/));
  if (words.every((word) => width(word) <= room) && labels.every((label) => width(label) <= room * 2.4)) {
    return { interval: 0, width: room, overflow: 'break' as const, lineHeight: 13 };
  }
  // Between two months everybody knows the third; between two shops nobody does.
  if (!ordered && labels.length <= 24 && slot >= 15)
    return { interval: 0, rotate: 32, width: 84, overflow: 'truncate' as const, ellipsis: '…' };
  return { hideOverlap: true };
}

export type CategoryAxisOptions = {
  /** The room for names beside the axis of a bar chart, or for one column below it. */
  room: number;
  place: 'beside' | 'below' | 'line';
  /** Whether points stand in the middle of their slot, as columns do. */
  gap?: boolean;
  /** Names that follow each other, so that some may be left out. */
  ordered?: boolean;
};

export function categoryAxis(labels: string[], theme: Theme, { room, place, gap = true, ordered = false }: CategoryAxisOptions) {
  const fitting = {
    beside: { hideOverlap: true, width: room, overflow: 'truncate' as const, ellipsis: '…' },
    below: columnLabels(labels, theme, room, ordered),
    line: { hideOverlap: true, ...(!gap && { alignMaxLabel: 'right' as const }) },
  }[place];
  return {
    type: 'category' as const,
    data: labels,
    inverse: place === 'beside',
    boundaryGap: gap,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: theme.line } },
    axisLabel: { color: theme.muted, fontSize: labelSize, ...fitting },
  };
}

type Range = { min: number; max: number };

export function valueAxis(
  column: FormatColumn | undefined,
  format: Formatter,
  theme: Theme,
  options: { hidden?: boolean; splits?: number; scale?: boolean; name?: string } = {},
) {
  const { hidden = false, splits = 4, scale = false, name } = options;
  return {
    type: 'value' as const,
    show: !hidden,
    scale,
    // Nobody reads its marks: the longest bar may take all the room.
    ...(hidden && { min: (range: Range) => Math.min(0, range.min), max: (range: Range) => Math.max(0, range.max) }),
    splitNumber: splits,
    name,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: !hidden, lineStyle: { color: theme.line, width: 1 } },
    axisLabel: {
      color: theme.muted,
      fontSize: 11,
      hideOverlap: true,
      formatter: (value: number) =>
        column ? format.compact(value, { ...column, format: column.format?.replace(/\.0+/, '.##') }) : String(value),
    },
  };
}

/** The room around a plot; labels of axes stay inside. */
export function plotArea(inset: { left?: number; right?: number; top?: number; bottom?: number } = {}): NonNullable<EChartsOption['grid']> {
  const { left = 4, right = 10, top = 8, bottom = 4 } = inset;
  return { left, right, top, bottom, outerBoundsMode: 'same', outerBounds: { left, right, top, bottom }, outerBoundsContain: 'axisLabel' };
}
