import type { EChartsOption, LegendComponentOption, TooltipComponentOption } from 'echarts';
import { element } from '../../dom.ts';
import { pointKey } from '../../state/selection.ts';
import type { IdentityPart } from '../../state/view.ts';
import type { Theme } from '../../theme/theme.ts';
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
