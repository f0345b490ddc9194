import type { PageDefinition, ReportDefinition, VisualDefinition } from '../../src/definition.ts';
import type { ModelFilter, QueryResult, VisualQuery } from '../../src/embed/protocol.ts';
import { createFormatter } from '../../page/format.ts';
import type { QueryTable } from '../../page/query/cache.ts';
import { planPage } from '../../page/query/plan.ts';
import { openingView } from '../../page/session/opening-view.ts';
import { authoredView } from '../../page/state/view.ts';
import type { ViewState } from '../../page/state/view.ts';
import { themeFrom } from '../../page/theme/theme.ts';
import { modelOf } from '../../page/visuals/model.ts';
import { titleOf } from '../../page/visuals/title.ts';
import type { VisualEnvironment, VisualModel } from '../../page/visuals/visual.ts';
import { languageOf, localeOf, sayIn, wordsOf } from '../../page/words/words.ts';
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

type Draw = (sheet: Drawing, box: Box, model: VisualModel, environment: VisualEnvironment) => void | Promise<void>;

const drawings: Partial<Record<VisualDefinition['type'], Draw>> = {
  card: drawCard,
  kpi: drawKpi,
  tableEx: drawTable,
  pivotTable: drawMatrix,
  slicer: drawSlicer,
  textbox: drawTextbox,
  actionButton: drawButton,
};

const nothing = (): void => undefined;

const environmentOf = ({ report, locale }: PrintSettings): VisualEnvironment => {
  const language = languageOf(locale);
  return {
    theme: { ...themeFrom(report.theme, 'light'), font: printFont },
    format: createFormatter(localeOf(locale, language), wordsOf(language)),
    say: sayIn(language),
    select: nothing,
    clearSelection: nothing,
    drillDown: nothing,
    drillUp: nothing,
    toggleDrilling: nothing,
    slice: nothing,
    sortBy: nothing,
    press: nothing,
    followLink: () => false,
    ask: async () => {
      throw new Error('A printed visual asks once');
    },
  };
};

/** The view that an item shows: the author's, then the bookmark, then the filters of the export. */
const viewOf = ({ report, filters }: PrintSettings, item: PrintItem): ViewState => {
  const bookmark = item.bookmark && { ...item.bookmark };
  const marked = openingView(report, authoredView(report), { pageName: item.page, ...(bookmark && { bookmark }) });
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
const drawFrame = (sheet: Drawing, box: Box, definition: VisualDefinition, environment: VisualEnvironment): Box => {
  if (definition.type === 'textbox' || definition.type === 'actionButton') return box;
  const { theme } = environment;
  sheet.rect(box, { fill: theme.surface, stroke: theme.line, radius: 6 });
  const title = titleOf(definition, environment.say);
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
  const environment = environmentOf(settings);
  const view = viewOf(settings, item);
  const { tables, problems } = await fetchTables(view, page, visible, ask);
  const sheet = createSheet(only?.layout.width ?? page.width, only?.layout.height ?? page.height, environment.theme);
  for (const definition of visible.toSorted((a, b) => (a.layout.z ?? 0) - (b.layout.z ?? 0))) {
    const place = only ? { ...definition.layout, x: 0, y: 0 } : definition.layout;
    const room = drawFrame(sheet, place, definition, environment);
    const problem = problems.get(definition.name);
    if (problem !== undefined) {
      sheet.text(problem, room.x, room.y + 16, { size: 12, color: environment.theme.bad, room: room.width });
      continue;
    }
    const model = modelOf(view, page, definition, tables.get(definition.name) ?? {}, false);
    await (drawings[definition.type] ?? drawChart)(sheet, room, model, environment);
  }
  return sheet.done();
};
