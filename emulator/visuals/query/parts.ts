import type { FieldRef } from '../../definitions/model.ts';
import type { VisualDefinition } from '../../definitions/report.ts';
import type { VisualQuery } from '../../definitions/queries.ts';
import { columnTarget, fieldName, grainOf, isTargetOf, modelTarget, sameField } from '../view/fields.ts';
import { topFilter } from '../view/filters.ts';
import type { Sort } from '../view/view.ts';

/** One question of a visual, before the filters of its surroundings are added. */
export type QueryPart = Omit<VisualQuery, 'id' | 'filters'> & Partial<Pick<VisualQuery, 'filters'>>;
/** A visual's questions by name; `main` is the one that exports and tables read. */
export type QueryParts = Record<string, QueryPart>;

/** As many points as Power BI draws before it samples. */
const pointLimit = 3500;
const mapLimit = 10_000;
const tableChunk = 200;
const matrixLimit = 2000;
const slicerLimit = 1000;

const isDateField = (field: FieldRef | undefined): boolean => Boolean(field && grainOf(field));

const byFirst = (definition: VisualDefinition, direction: Sort['direction']): Sort[] => {
  const [field] = definition.category;
  return field ? [{ field, direction }] : [];
};

const byValue = (definition: VisualDefinition): Sort[] => {
  const [field] = definition.values;
  return field ? [{ field, direction: 'descending' }] : byFirst(definition, 'ascending');
};

/** What the reader asked for, else what the author did, else what the type of visual suggests. */
export function sortOf(definition: VisualDefinition, chosen: Sort | undefined): Sort[] {
  const authored = chosen ?? definition.sort;
  if (authored) return [authored];
  switch (definition.type) {
    case 'clusteredBarChart':
    case 'clusteredColumnChart':
    case 'stackedColumnChart':
    case 'pieChart':
    case 'donutChart':
      return isDateField(definition.category[0]) ? byFirst(definition, 'ascending') : byValue(definition);
    case 'scatterChart':
    case 'map':
      return [];
    default:
      return byFirst(definition, 'ascending');
  }
}

/**
 * With a series, rows come in the order of the series: the service knows it (months, sizes), and the picture
 * orders categories by the sum of what they show. Only an order of the categories themselves comes first.
 */
function chartOrder({ category, series }: VisualDefinition, order_by: Sort[]): Sort[] {
  const [field] = series;
  if (!field) return order_by;
  const ofCategory = order_by.filter((sort) => category.some((one) => sameField(one, sort.field)));
  return [...ofCategory, { field, direction: 'ascending' }];
}

/** The first category and its series. With a series, "top n" must count categories and not rows. */
function chart(definition: VisualDefinition, sort: Sort[]): QueryPart {
  const order_by = chartOrder(definition, sort);
  const group_by = [...definition.category.slice(0, 1), ...definition.series.slice(0, 1)];
  const { values, top } = definition;
  const [category] = definition.category;
  const [measure] = values;
  if (!top || !category || !measure) return { group_by, values, order_by, limit: pointLimit };
  if (definition.series.length === 0) return { group_by, values, order_by, limit: top };
  return { group_by, values, order_by, limit: pointLimit, filters: [topFilter(columnTarget(category), top, modelTarget(measure))] };
}

/** A donut shows the total in its centre, from a query of its own: an average of averages or a sum without negative values would be wrong. */
function ring(definition: VisualDefinition, order_by: Sort[]): QueryPart {
  const part = chart(definition, order_by);
  const { top, category, values } = definition;
  const [first] = category;
  const [measure] = values;
  if (!first || !measure) return part;
  return { ...part, total: true, ...(top && { filters: [topFilter(columnTarget(first), top, modelTarget(measure))] }) };
}

/** With "top n" the total counts the shown rows only, as Power BI does. */
function table(definition: VisualDefinition, order_by: Sort[]): QueryPart {
  const { category, series, values, top } = definition;
  const [first] = category;
  const ranked = definition.sort && values.find((field) => sameField(field, definition.sort?.field ?? field));
  const measure = ranked ?? values[0];
  const filters = top && first && measure ? [topFilter(columnTarget(first), top, modelTarget(measure))] : [];
  return { group_by: [...category, ...series], values, order_by, limit: tableChunk, total: values.length > 0, filters };
}

function matrix(definition: VisualDefinition, order_by: Sort[]): QueryParts {
  const { category, series, values } = definition;
  const inRows = order_by.filter((sort) => !series.some((field) => sameField(field, sort.field)));
  const parts: QueryParts = {
    main: { group_by: [...category, ...series], values, order_by: inRows, limit: matrixLimit * 5 },
    rows: { group_by: category, values, order_by: inRows, limit: matrixLimit, total: true },
  };
  // Totals of an outer level cannot be added up from the inner ones: an average or a distinct count would be wrong.
  for (let level = 1; level < category.length; level++) {
    const outer = category.slice(0, level);
    parts[`level${level}`] = { group_by: outer, values, order_by: inRows, limit: matrixLimit };
    if (series.length) parts[`cells${level}`] = { group_by: [...outer, ...series], values, order_by: [], limit: matrixLimit };
  }
  if (series.length) {
    parts.columns = {
      group_by: series,
      values,
      order_by: series.slice(0, 1).map((field) => ({ field, direction: 'ascending' })),
      limit: 60,
    };
  }
  return parts;
}

function slicer(definition: VisualDefinition): QueryParts {
  const [field] = definition.category;
  if (!field) return {};
  const mode = definition.slicer?.mode ?? 'list';
  if (mode === 'range' || mode === 'date') {
    const { table } = field;
    const column = fieldName(field);
    return {
      main: {
        group_by: [],
        values: [
          { table, column, aggregation: 'min' },
          { table, column, aggregation: 'max' },
        ],
      },
    };
  }
  const order = sortOf(definition, undefined).filter((sort) => isTargetOf(modelTarget(field), sort.field));
  return { main: { group_by: [field], values: [], order_by: order, limit: slicerLimit } };
}

/** Everything a visual asks, by its type. */
export function queryParts(definition: VisualDefinition, chosen: Sort | undefined): QueryParts {
  const { category, series, values } = definition;
  const order_by = sortOf(definition, chosen);
  switch (definition.type) {
    case 'textbox':
    case 'actionButton':
      return {};
    case 'card':
      return { main: { group_by: [], values } };
    case 'kpi':
      return { main: { group_by: category.slice(0, 1), values, order_by: byFirst(definition, 'ascending'), limit: pointLimit } };
    case 'scatterChart':
    case 'map':
      return { main: { group_by: [...category, ...series], values, order_by, limit: mapLimit } };
    case 'donutChart':
      return { main: ring(definition, order_by) };
    case 'tableEx':
      return { main: table(definition, order_by) };
    case 'pivotTable':
      return matrix(definition, order_by);
    case 'slicer':
      return slicer(definition);
    default:
      return { main: chart(definition, order_by) };
  }
}
