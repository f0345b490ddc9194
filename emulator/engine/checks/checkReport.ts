import type { FieldRef, ModelDefinition } from '../../definitions/model.ts';
import type { PageDefinition, ReportDefinition } from '../../definitions/report.ts';
import { compileFilter } from '../filters/compileFilter.ts';
import { readFilter } from '../filters/shapes.ts';
import { indexModel, requireColumn, requireMeasure } from '../modelIndex.ts';
import type { ModelIndex } from '../modelIndex.ts';
import { QueryError } from '../queryError.ts';

function problemOf(place: string, check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof QueryError) return [`${place}: ${error.message}`];
    throw error;
  }
}

function checkField(index: ModelIndex, field: FieldRef): void {
  if ('measure' in field) requireMeasure(index, field.table, field.measure);
  else requireColumn(index, field.table, field.column);
}

function filterProblems(index: ModelIndex, filters: Record<string, unknown>[], place: string): string[] {
  return filters.flatMap((filter, position) =>
    problemOf(`${place}.filters.${position}`, () => compileFilter(index, readFilter(filter), new Date(0))),
  );
}

function repeated(names: string[], place: string): string[] {
  return names.filter((name, position) => names.indexOf(name) < position).map((name) => `${place}: the name ${name} is used twice`);
}

function actionProblems(report: ReportDefinition): string[] {
  const known = { page: report.pages, bookmark: report.bookmarks };
  return report.pages.flatMap(({ visuals }, page) =>
    visuals.flatMap(({ name, action }, position) =>
      action && !known[action.kind].some((one) => one.name === action.target)
        ? [`pages.${page}.visuals.${position} (${name}): there is no ${action.kind} ${action.target}`]
        : [],
    ),
  );
}

function pageProblems(index: ModelIndex, page: PageDefinition, place: string): string[] {
  const visuals = page.visuals.flatMap((visual, position) => {
    const at = `${place}.visuals.${position} (${visual.name})`;
    const fields = [...visual.category, ...visual.series, ...visual.values, ...(visual.sort ? [visual.sort.field] : [])];
    return [...fields.flatMap((field) => problemOf(at, () => checkField(index, field))), ...filterProblems(index, visual.filters, at)];
  });
  const names = page.visuals.map((visual) => visual.name);
  return [...repeated(names, place), ...filterProblems(index, page.filters, place), ...visuals];
}

/** Everything that is wrong with a report on a sound model. */
export function reportProblems(report: ReportDefinition, model: ModelDefinition): string[] {
  const index = indexModel(model);
  const pages = report.pages.map((page) => page.name);
  return [
    ...repeated(pages, 'pages'),
    ...filterProblems(index, report.filters, 'report'),
    ...report.pages.flatMap((page, position) => pageProblems(index, page, `pages.${position}`)),
    ...actionProblems(report),
    ...report.bookmarks.flatMap((bookmark, position) => [
      ...(pages.includes(bookmark.page) ? [] : [`bookmarks.${position}: there is no page ${bookmark.page}`]),
      ...filterProblems(index, bookmark.filters, `bookmarks.${position}`),
    ]),
  ];
}
