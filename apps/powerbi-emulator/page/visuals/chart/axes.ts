import type { EChartsOption } from 'echarts';
import type { FormatColumn, Formatter } from '../../format.ts';
import type { Theme } from '../../theme/theme.ts';

/** A rough width of text at the charts' type size. */
export function textWidth(text: string, size = 11): number {
  return text.length * size * 0.56;
}

export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, Math.max(1, length - 1)).trimEnd()}…` : text;
}

export function categoryAxis(labels: string[], theme: Theme, options: { room: number; inverse?: boolean; gap?: boolean }) {
  const { room, inverse = false, gap = true } = options;
  return {
    type: 'category' as const,
    data: labels,
    inverse,
    boundaryGap: gap,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: theme.line } },
    axisLabel: {
      color: theme.muted,
      fontSize: 11,
      hideOverlap: true,
      width: room,
      overflow: 'truncate' as const,
      ellipsis: '…',
    },
  };
}

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
        column ? format.compact(value, { ...column, format: column.format?.replace(/\.0+(?!%)/, '.##') }) : String(value),
    },
  };
}

/** The room around a plot; labels of axes stay inside. */
export function plotArea(inset: { left?: number; right?: number; top?: number; bottom?: number } = {}): NonNullable<EChartsOption['grid']> {
  const { left = 4, right = 10, top = 8, bottom = 4 } = inset;
  return { left, right, top, bottom, outerBoundsMode: 'same', outerBounds: { left, right, top, bottom }, outerBoundsContain: 'axisLabel' };
}
