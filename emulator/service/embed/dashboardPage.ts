/** A dashboard as the embed page draws it: one page, whose visuals are the tiles. */
import type { Dashboard, Tile } from '../../definitions/dashboard.ts';
import type { ReportDefinition, VisualDefinition } from '../../definitions/report.ts';
import type { TileFacts } from '../../definitions/embedApi.ts';

const columns = 8;
const gap = 16;
const width = 1280;
const cell = { width: (width - gap) / columns, height: 112 };
const phone = { width: 324, gap: 8 };

/** The visual that a tile shows, with every filter that holds for it in its report. */
function visualOf(tile: Tile, report: ReportDefinition): VisualDefinition | undefined {
  const page = report.pages.find(({ name }) => name === tile.page);
  const visual = page?.visuals.find(({ name }) => name === tile.visual);
  if (!page || !visual) return undefined;
  const slicers = page.visuals.filter((one) => one.type === 'slicer' && one.name !== visual.name).flatMap(({ filters }) => filters);
  const { hidden: _, ...shown } = visual;
  return { ...shown, title: tile.title || visual.title, filters: [...report.filters, ...page.filters, ...visual.filters, ...slicers] };
}

/** The first place, row by row, that is free for a tile. */
function placer(): (columnSpan: number, rowSpan: number) => { column: number; row: number } {
  const taken = new Set<string>();
  const cells = (column: number, row: number, columnSpan: number, rowSpan: number) =>
    Array.from({ length: columnSpan * rowSpan }, (_, at) => `${column + (at % columnSpan)} ${row + Math.floor(at / columnSpan)}`);
  return (wanted, rowSpan) => {
    const columnSpan = Math.min(wanted, columns);
    for (let row = 0; ; row++) {
      for (let column = 0; column + columnSpan <= columns; column++) {
        const own = cells(column, row, columnSpan, rowSpan);
        if (own.some((one) => taken.has(one))) continue;
        for (const one of own) taken.add(one);
        return { column, row };
      }
    }
  };
}

/** The page of a dashboard; tiles whose report or visual is gone are left out. */
export function dashboardPage(
  dashboard: Dashboard,
  tiles: Tile[],
  findReport: (id: string) => { report: ReportDefinition; workspace_id: string } | undefined,
): { report: ReportDefinition; tiles: TileFacts[] } {
  const place = placer();
  const facts: TileFacts[] = [];
  const visuals: VisualDefinition[] = [];
  let bottom = gap;
  let phoneBottom = phone.gap;
  for (const tile of tiles) {
    const found = findReport(tile.report);
    const visual = found && visualOf(tile, found.report);
    if (!found || !visual) continue;
    const { column, row } = place(tile.colSpan, tile.rowSpan);
    const layout = {
      x: gap + column * cell.width,
      y: gap + row * cell.height,
      width: Math.min(tile.colSpan, columns) * cell.width - gap,
      height: tile.rowSpan * cell.height - gap,
    };
    const tall = Math.max(120, Math.round((layout.height / layout.width) * phone.width));
    const mobile_layout = { x: phone.gap, y: phoneBottom, width: phone.width - 2 * phone.gap, height: tall };
    phoneBottom += tall + phone.gap;
    bottom = Math.max(bottom, layout.y + layout.height + gap);
    const name = `tile${facts.length}`;
    visuals.push({ ...visual, name, layout, mobile_layout });
    facts.push({ id: tile.id, visual: name, report_id: found.report.id, report_page: tile.page, workspace_id: found.workspace_id });
  }
  const page = {
    name: 'dashboard',
    display_name: dashboard.name,
    hidden: false,
    width,
    height: bottom,
    mobile_width: phone.width,
    mobile_height: phoneBottom,
    filters: [],
    visuals,
  };
  const report = { id: dashboard.id, name: dashboard.name, model: dashboard.id, filters: [], pages: [page], bookmarks: [] };
  return { report, tiles: facts };
}
