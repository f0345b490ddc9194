import type { PageDefinition, ReportDefinition, VisualDefinition } from '../../definitions/report.ts';
import type { ModelFilter, QueryResult, VisualQuery, QueryTable } from '../../definitions/queries.ts';
import { createFormatter } from '../../visuals/format/format.ts';
import { planPage } from '../../visuals/query/plan.ts';
import { bookmarkedView, openingView } from '../../visuals/view/openingView.ts';
import { authoredView } from '../../visuals/view/view.ts';
import type { ViewState } from '../../visuals/view/view.ts';
import { themeFrom } from '../../visuals/theme/theme.ts';
import { modelOf } from '../../visuals/visualModel.ts';
import { titleOf } from '../../visuals/title.ts';
import type { VisualStyle, VisualModel } from '../../visuals/visual.ts';
import { languageOf, localeOf, sayIn, wordsOf } from '../../visuals/words/words.ts';
import { drawChart } from './chart.ts';
import { drawButton, drawSlicer, drawTextbox } from './controls.ts';
import { drawCard, drawKpi } from './figures.ts';
import { createSheet, printFont } from './sheet.ts';
import type { Box, Drawing, Sheet } from './sheet.ts';
import { drawMatrix, drawTable } from './tables.ts';

/** Asks the service's models, as the effective identity of the export. */
export type Ask = (queries: VisualQuery[]) => Promise<QueryResult[]>;

export type PrintItem = { page: string; visual?: string | undefined; bookmark?: { name?: string; state?: string } | undefined };

export type PrintSettings = { report: ReportDefinition; filters: ModelFilter[]; locale: string };

type Draw = (sheet: Drawing, box: Box, model: VisualModel, style: VisualStyle) => void | Promise<void>;

const drawings: Partial<Record<VisualDefinition['type'], Draw>> = {
  card: drawCard,
  kpi: drawKpi,
  tableEx: drawTable,
  pivotTable: drawMatrix,
  slicer: drawSlicer,
  textbox: drawTextbox,
  actionButton: drawButton,
};

const styleOf = ({ report, locale }: PrintSettings): VisualStyle => {
  const language = languageOf(locale);
  return {
    theme: { ...themeFrom(report.theme, 'light'), font: printFont },
    format: createFormatter(localeOf(locale, language), wordsOf(language)),
    say: sayIn(language),
  };
};

/** The view that an item shows: the author's, then the bookmark, then the filters of the export. */
const viewOf = ({ report, filters }: PrintSettings, item: PrintItem): ViewState => {
  const authored = openingView(report, authoredView(report), { pageName: item.page });
  const marked = item.bookmark ? bookmarkedView(report, authored, item.bookmark) : authored;
  // A page without its bookmark would show more than was meant: the export fails.
  if (!marked) throw new Error('the bookmark of an export is none of its report');
  return { ...openingView(report, { ...marked, page: item.page }, { filters }), page: item.page };
};

const fetchTables = async (view: ViewState, page: PageDefinition, visuals: VisualDefinition[], ask: Ask) => {
  const planned = planPage(view, page, visuals);
  const results = new Map((await ask(planned.map(({ query }) => query))).map((result) => [result.id, result]));
  const tables = new Map<string, Record<string, QueryTable>>();
  const problems = new Map<string, string>();
  for (const { visual, part, query } of planned) {
    const result = results.get(query.id);
    if (result && 'rows' in result) tables.set(visual, { ...tables.get(visual), [part]: result });
    else problems.set(visual, result?.error.detailedMessage ?? '');
  }
  return { tables, problems };
};

const inset = 12;

/** Frame and title of a visual; answers the room that is left. */
const drawFrame = (sheet: Drawing, box: Box, definition: VisualDefinition, style: VisualStyle): Box => {
  if (definition.type === 'textbox' || definition.type === 'actionButton') return box;
  const { theme } = style;
  sheet.rect(box, { fill: theme.surface, stroke: theme.line, radius: 6 });
  const title = titleOf(definition, style.say);
  const isSmall = definition.type === 'slicer';
  const size = isSmall ? 12 : 13;
  if (title !== '') {
    sheet.text(title, box.x + inset, box.y + (isSmall ? 20 : 24), {
      size,
      bold: !isSmall,
      color: isSmall ? theme.muted : theme.text,
      room: box.width - 2 * inset,
    });
  }
  const top = title === '' ? inset : isSmall ? 26 : 34;
  return { x: box.x + inset, y: box.y + top, width: box.width - 2 * inset, height: Math.max(1, box.height - top - inset / 2) };
};

/** One page of a report, or one visual of it, as a picture. */
export const drawItem = async (settings: PrintSettings, item: PrintItem, ask: Ask): Promise<Sheet> => {
  const page = settings.report.pages.find(({ name }) => name === item.page);
  if (!page) throw new Error(`There is no page ${item.page}`);
  const visible = page.visuals.filter((visual) => !visual.hidden && (item.visual === undefined || visual.name === item.visual));
  const [only] = item.visual === undefined ? [] : visible;
  const style = styleOf(settings);
  const view = viewOf(settings, item);
  const { tables, problems } = await fetchTables(view, page, visible, ask);
  const sheet = createSheet(only?.layout.width ?? page.width, only?.layout.height ?? page.height, style.theme);
  for (const definition of visible.toSorted((a, b) => (a.layout.z ?? 0) - (b.layout.z ?? 0))) {
    const place = only ? { ...definition.layout, x: 0, y: 0 } : definition.layout;
    const room = drawFrame(sheet, place, definition, style);
    const problem = problems.get(definition.name);
    if (problem !== undefined) {
      sheet.text(problem, room.x, room.y + 16, { size: 12, color: style.theme.bad, room: room.width });
      continue;
    }
    const model = modelOf(view, page, definition, tables.get(definition.name) ?? {}, false);
    await (drawings[definition.type] ?? drawChart)(sheet, room, model, style);
  }
  return sheet.done();
};
