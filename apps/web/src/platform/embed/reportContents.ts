/** What stands in an embedded report, for people to read, to choose from and to take away. A paginated report tells nothing. */
import type { models, Report } from 'powerbi-client';
import { filterLines } from './filterLines.ts';

export type VisualName = { name: string; title: string };

const summarized: models.ExportDataType.Summarized = 0;
/** Kinds of visuals that show no data of their own. */
const withoutData: ReadonlySet<string> = new Set(['slicer', 'textbox', 'image', 'shape', 'actionButton', 'basicShape', 'pageNavigator']);

/** Bookmarks may be grouped; only leaves can be applied. */
const listBookmarks = (bookmarks: readonly models.IReportBookmark[]): { name: string; title: string }[] =>
  bookmarks.flatMap(({ name, displayName, children }) =>
    children && children.length > 0 ? listBookmarks(children) : [{ name, title: displayName || name }],
  );

/** Bookmarks that the author made. */
export const authorBookmarks = async (report: Report): Promise<{ name: string; title: string }[]> =>
  listBookmarks(await report.bookmarksManager.getBookmarks());

/** What filters the present page, a line each. */
export async function shownFilters(report: Report): Promise<string[]> {
  const active = await report.getActivePage();
  const [ofReport, ofPage, visuals] = await Promise.all([report.getFilters(), active.getFilters(), active.getVisuals()]);
  const slicers = visuals.filter(({ type }) => type === 'slicer');
  const states = await Promise.all(slicers.map((slicer) => slicer.getSlicerState()));
  return filterLines([...ofReport, ...ofPage, ...states.flatMap(({ filters }) => filters)]);
}

/** Visuals of the current page whose data can be exported. */
export async function visualsWithData(report: Report): Promise<VisualName[]> {
  const all = await (await report.getActivePage()).getVisuals();
  return all.filter(({ type }) => !withoutData.has(type)).map(({ name, title, type }) => ({ name, title: title || type }));
}

/** The data behind a visual as CSV. */
export async function visualData(report: Report, name: string): Promise<string> {
  const visual = await (await report.getActivePage()).getVisualByName(name);
  const { data } = await visual.exportData(summarized);
  return data;
}
