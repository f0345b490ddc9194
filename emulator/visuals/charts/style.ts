import type { EChartsOption, LegendComponentOption, TooltipComponentOption } from 'echarts';
import { element } from '../element.ts';
import { textWidth } from '../measure.ts';
import { pointKey } from '../view/selection.ts';
import type { IdentityPart } from '../view/view.ts';
import type { Theme } from '../theme/theme.ts';
import type { Point } from '../visual.ts';

export const dimmed = 0.28;

/** The share of its strength that a point is drawn with while others are selected. */
export function strength(point: Point | undefined, selected: IdentityPart[][]): number {
  if (selected.length === 0 || !point) return 1;
  return selected.some((one) => pointKey(one) === pointKey(point.identity)) ? 1 : dimmed;
}

export function colorAt(theme: Theme, index: number): string {
  return theme.data[index % theme.data.length] ?? theme.accent;
}

/** What all charts share: type, colours, motion. */
export function baseOption(theme: Theme): EChartsOption {
  return {
    textStyle: { fontFamily: theme.font, fontSize: 11, color: theme.muted },
    color: theme.data,
    animationDuration: 0,
    animationDurationUpdate: 260,
    animationEasingUpdate: 'cubicOut',
    stateAnimation: { duration: 120 },
  };
}

export function tooltipOption(theme: Theme): TooltipComponentOption {
  return {
    confine: true,
    backgroundColor: theme.surface,
    borderColor: theme.line,
    borderWidth: 1,
    padding: [8, 10],
    textStyle: { color: theme.text, fontFamily: theme.font, fontSize: 12 },
    extraCssText: 'box-shadow: 0 4px 16px rgb(0 0 0 / 14%); border-radius: 6px; max-width: 320px; white-space: normal;',
  };
}

export type TooltipRow = { color?: string; name: string; value: string };

/** Built from elements and not from text: names come from data and must never be read as HTML. */
export function tooltipContent(title: string, rows: TooltipRow[]): HTMLElement {
  const lines = rows.map(({ color, name, value }) => {
    const swatch = element('i', { class: 'swatch' });
    if (color) swatch.style.background = color;
    return element('div', { class: 'tip-row' }, color ? swatch : undefined, element('span', {}, name), element('b', {}, value));
  });
  return element('div', { class: 'tip' }, title ? element('div', { class: 'tip-title' }, title) : undefined, ...lines);
}

const legendLine = 20;
/** Names take at most this share of a chart's height; more of them are read page by page. */
const mostLegend = 0.34;

/** The dot of a name and the space around both. */
const aroundName = 29;

/** How many lines names take beside each other, each with this much room around it. */
export function legendLines(names: number[], room: number, width: number): number {
  let [lines, used] = [1, 0];
  for (const name of names) {
    const wanted = name + room;
    if (used > 0 && used + wanted > width) [lines, used] = [lines + 1, 0];
    used += wanted;
  }
  return lines;
}

/** The names of several series above their chart, and how much height they take. */
export function topLegend(
  theme: Theme,
  names: string[],
  size: { width: number; height: number },
): { legend: LegendComponentOption; top: number } {
  if (names.length < 2) return { legend: { show: false }, top: 0 };
  const room = size.width - 10;
  const widths = names.map((name) => textWidth(name, theme.font, 11));
  const fits = (lines: number) => lines === 1 || lines * legendLine <= size.height * mostLegend;
  const place = { left: 0, right: 0, data: names };
  const inLines = (lines: number, shortened?: { width: number; overflow: 'truncate'; ellipsis: string }) => {
    const textStyle = { color: theme.muted, fontFamily: theme.font, fontSize: 11, lineHeight: 12, padding: [0, 6, 0, 0], ...shortened };
    const legend = legendOption(theme, { ...place, type: 'plain', top: 3, itemGap: legendLine - 12, textStyle });
    return { legend, top: lines * legendLine };
  };
  const whole = legendLines(widths, aroundName, room);
  if (fits(whole)) return inLines(whole);
  // In two columns, names that are too long for theirs are shortened; pointing at a point says them in full.
  const half = Math.ceil(names.length / 2);
  if (fits(half)) return inLines(half, { width: Math.floor(room / 2) - aroundName, overflow: 'truncate', ellipsis: '…' });
  return { legend: legendOption(theme, { ...place, top: 0 }), top: legendLine };
}

export function legendOption(theme: Theme, place: LegendComponentOption): LegendComponentOption {
  return {
    type: 'scroll',
    padding: [0, 5],
    selectedMode: false,
    icon: 'circle',
    itemWidth: 8,
    itemHeight: 8,
    itemGap: 14,
    pageIconSize: 10,
    pageIconColor: theme.muted,
    pageIconInactiveColor: theme.line,
    pageTextStyle: { color: theme.muted },
    textStyle: { color: theme.muted, fontFamily: theme.font, fontSize: 11, lineHeight: 18 },
    ...place,
  };
}
