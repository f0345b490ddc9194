/** What the author's tools do to a report's definition. Each answers a new definition; the old one stays as it was. */
import type { PageDefinition, ReportDefinition, VisualDefinition } from '../../definitions/report.ts';

type Layout = VisualDefinition['layout'];
export type VisualPlace = { page: string; visual: string };

/** Things snap to this many units of the page. */
export const gridStep = 8;
const smallest = 40;

export function withPage(report: ReportDefinition, name: string, update: (page: PageDefinition) => PageDefinition): ReportDefinition {
  return { ...report, pages: report.pages.map((page) => (page.name === name ? update(page) : page)) };
}

export function withVisual(
  report: ReportDefinition,
  { page, visual }: VisualPlace,
  update: (visual: VisualDefinition) => VisualDefinition,
): ReportDefinition {
  return withPage(report, page, (one) => ({ ...one, visuals: one.visuals.map((own) => (own.name === visual ? update(own) : own)) }));
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), Math.max(least, most));
const snapped = (value: number): number => Math.round(value / gridStep) * gridStep;

/** A place on the page: on the grid, not too small, and nowhere outside. */
export function placedOn(page: Pick<PageDefinition, 'width' | 'height'>, wanted: Layout): Layout {
  const width = within(snapped(wanted.width), smallest, page.width);
  const height = within(snapped(wanted.height), smallest, page.height);
  return {
    ...wanted,
    x: within(snapped(wanted.x), 0, page.width - width),
    y: within(snapped(wanted.y), 0, page.height - height),
    width,
    height,
  };
}

const overlap = (one: Layout, other: Layout): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** The layer of a visual in a new place: above all that it would cover or be covered by, where it can be taken hold of again. */
export function layerOf(page: PageDefinition, name: string, place: Layout): number {
  const own = place.z ?? 0;
  const layers = page.visuals.filter((one) => one.name !== name && overlap(one.layout, place)).map(({ layout }) => layout.z ?? 0);
  const top = Math.max(-1, ...layers);
  return layers.length > 0 && own <= top ? top + 1 : own;
}

const plotted: VisualDefinition['type'][] = [
  'clusteredColumnChart',
  'clusteredBarChart',
  'stackedColumnChart',
  'lineChart',
  'areaChart',
  'pieChart',
  'donutChart',
];

/** The types that can show the fields of a visual as well as its own does. */
export function typesFor({ type, category, values }: VisualDefinition): VisualDefinition['type'][] {
  if (['textbox', 'actionButton', 'slicer', 'map', 'scatterChart'].includes(type)) return [];
  const types: VisualDefinition['type'][] = [
    ...(category.length > 0 && values.length > 0 ? plotted : []),
    'tableEx',
    ...(category.length > 0 && values.length > 0 ? (['pivotTable'] as const) : []),
    ...(values.length > 0 ? (['card'] as const) : []),
  ];
  return types.includes(type) ? types : [type, ...types];
}

export function retyped(visual: VisualDefinition, type: VisualDefinition['type']): VisualDefinition {
  return { ...visual, type };
}

function freeName(taken: string[], base: string): string {
  for (let count = 1; ; count++) {
    const name = `${base}${count}`;
    if (!taken.includes(name)) return name;
  }
}

/** A page without visuals after the others; as large as the first. */
export function pageAdded(report: ReportDefinition, displayName: string): { report: ReportDefinition; page: PageDefinition } {
  const [first] = report.pages;
  const page: PageDefinition = {
    name: freeName(
      report.pages.map(({ name }) => name),
      'page',
    ),
    display_name: displayName,
    hidden: false,
    width: first?.width ?? 1280,
    height: first?.height ?? 720,
    mobile_width: first?.mobile_width ?? 324,
    mobile_height: first?.mobile_height ?? 980,
    filters: [],
    visuals: [],
  };
  return { report: { ...report, pages: [...report.pages, page] }, page };
}

export function pageDeleted(report: ReportDefinition, name: string): ReportDefinition {
  return {
    ...report,
    pages: report.pages.filter((page) => page.name !== name),
    bookmarks: report.bookmarks.filter((bookmark) => bookmark.page !== name),
  };
}

/** A second visual like the first, a little aside or where it is wanted. */
export function visualCloned(
  report: ReportDefinition,
  place: VisualPlace,
  wanted: Partial<Layout> = {},
): { report: ReportDefinition; name: string } | undefined {
  const page = report.pages.find((one) => one.name === place.page);
  const visual = page?.visuals.find((one) => one.name === place.visual);
  if (!page || !visual) return undefined;
  const name = freeName(
    page.visuals.map((one) => one.name),
    `${visual.name}_`.slice(0, 50),
  );
  const aside = { ...visual.layout, x: visual.layout.x + 2 * gridStep, y: visual.layout.y + 2 * gridStep, ...wanted };
  const { mobile_layout: _, ...rest } = visual;
  const clone = { ...rest, name, layout: placedOn(page, aside) };
  return { report: withPage(report, page.name, (one) => ({ ...one, visuals: [...one.visuals, clone] })), name };
}
