/** From a visual's question to SQL, and from its rows to the answer. */
import type { ColumnType, FieldRef } from '../definitions/model.ts';
import type { QueryResult, VisualQuery, Cell } from '../definitions/queries.ts';
import { ordering } from './dax/ordering.ts';
import type { Scalar, ScalarType } from './dax/scalar.ts';
import { compileFilter } from './filters/compileFilter.ts';
import type { TopFilter, ValueFilter } from './filters/compileFilter.ts';
import { readFilter } from './filters/shapes.ts';
import { groupExpression } from './filterContext.ts';
import type { ContextFilter, GroupKey } from './filterContext.ts';
import { requireColumn, requireMeasure } from './modelIndex.ts';
import type { ModelIndex } from './modelIndex.ts';
import { fieldValue, planRelation } from './queryPlan.ts';
import type { Planner, Relation } from './queryPlan.ts';
import { QueryError } from './queryError.ts';
import { allOf, joined, sql, trusted } from './sql.ts';
import type { Sql } from './sql.ts';

type Answered = Extract<QueryResult, { columns: unknown }>;

/** Statements of a question; both answer the visible columns in order. */
export type PlannedQuery = {
  rows: Sql;
  total?: Sql;
  columns: Answered['columns'];
  /** How many rows are wanted; the statement answers one more if there is one. */
  limit: number;
};

/** More rows than any visual draws, and as many as an export may have. */
const mostRows = 30_000;

function groupKey(index: ModelIndex, field: FieldRef, position: number): GroupKey {
  if ('measure' in field || 'aggregation' in field)
    throw new QueryError('InvalidFieldReference', 'A visual can only be grouped by columns.');
  const ref = requireColumn(index, field.table, field.column);
  if (field.grain && ref.column.type !== 'date' && ref.column.type !== 'datetime') {
    throw new QueryError(
      'InvalidFieldReference',
      `The column '${field.table}'[${field.column}] holds no dates to group by ${field.grain}.`,
    );
  }
  const sortBy = ref.column.sort_by && !field.grain ? index.findColumn(field.table, ref.column.sort_by)?.column : undefined;
  return { position, ref, ...(field.grain ? { grain: field.grain } : {}), ...(sortBy ? { sort_by: sortBy } : {}) };
}

function groupType(group: GroupKey): ColumnType {
  return group.grain && group.ref.column.type === 'datetime' ? 'date' : group.ref.column.type;
}

function sameField(one: FieldRef, other: FieldRef): boolean {
  const shape = (field: FieldRef) =>
    [
      field.table,
      'measure' in field ? field.measure : field.column,
      'grain' in field ? field.grain : '',
      'aggregation' in field ? field.aggregation : '',
      'measure' in field,
    ]
      .join('\u0000')
      .toLowerCase();
  return shape(one) === shape(other);
}

/** The top groups of a column by a value; ties stay in, as in Power BI. */
function topFilter(planner: Planner, top: TopFilter, filters: ContextFilter[]): ContextFilter {
  const groups: GroupKey[] = [{ position: 0, ref: top.column, ...(top.grain ? { grain: top.grain } : {}) }];
  const relation = planRelation(planner, { groups, values: [fieldValue(top.field)], filters });
  const direction = trusted(top.direction === 'descending' ? 'DESC' : 'ASC');
  const ranked = sql`SELECT g0 FROM (${relation.statement}) QUALIFY rank() OVER (ORDER BY v0 ${direction}) <= ${top.count}`;
  return {
    columns: [top.column],
    condition: (resolve) => {
      const column = resolve(top.column);
      return (
        column &&
        sql`EXISTS (SELECT 1 FROM (${ranked}) AS ranked WHERE ranked.g0 IS NOT DISTINCT FROM ${groupExpression(column, top.grain)})`
      );
    },
  };
}

/** Only what belongs to one of the groups that a relation answers. */
function withinGroups(groups: GroupKey[], relation: Sql): ContextFilter {
  return {
    columns: groups.map((group) => group.ref),
    condition: (resolve) => {
      const matches = groups.flatMap((group) => {
        const column = resolve(group.ref);
        return column ? [sql`kept.${trusted(`g${group.position}`)} IS NOT DISTINCT FROM ${groupExpression(column, group.grain)}`] : [];
      });
      return matches.length > 0 ? sql`EXISTS (SELECT 1 FROM (${relation}) AS kept WHERE ${allOf(matches)})` : undefined;
    },
  };
}

function readFilters(planner: Planner, query: VisualQuery): { context: ContextFilter[]; values: ValueFilter[] } {
  const compiled = query.filters.flatMap((filter) => compileFilter(planner.index, readFilter(filter), planner.now));
  const context = compiled.flatMap((one) => ('context' in one ? [one.context] : []));
  const tops = compiled.flatMap((one) => ('top' in one ? [topFilter(planner, one.top, context)] : []));
  return { context: [...context, ...tops], values: compiled.flatMap((one) => ('value' in one ? [one.value] : [])) };
}

function columnType(type: ScalarType): ColumnType {
  return type === 'blank' ? 'text' : type;
}

function groupOrdering(group: GroupKey, direction: 'ascending' | 'descending'): Sql {
  const own = ordering({ sql: trusted(`g${group.position}`), type: groupType(group) }, direction);
  return group.sort_by ? sql`${ordering({ sql: trusted(`s${group.position}`), type: group.sort_by.type }, direction)}, ${own}` : own;
}

/** Numbers leave as doubles, dates as text. */
function output(column: string, type: ColumnType): Sql {
  const name = trusted(column);
  switch (type) {
    case 'integer':
    case 'number':
      return sql`CAST(${name} AS DOUBLE)`;
    case 'date':
      return sql`strftime(${name}, '%Y-%m-%d')`;
    case 'datetime':
      return sql`strftime(${name}, '%Y-%m-%dT%H:%M:%S')`;
    default:
      return name;
  }
}

function valueColumn(index: ModelIndex, field: FieldRef, value: Scalar): Answered['columns'][number] {
  const type = columnType(value.type);
  if ('measure' in field) {
    const measure = requireMeasure(index, field.table, field.measure);
    return { name: measure.name, field, type, ...(measure.format ? { format: measure.format } : {}) };
  }
  const { column } = requireColumn(index, field.table, field.column);
  const counts = 'aggregation' in field && (field.aggregation === 'count' || field.aggregation === 'distinct_count');
  const format = counts ? '#,0' : column.format;
  return { name: column.name, field, type, ...(format ? { format } : {}) };
}

function groupColumn(field: FieldRef, group: GroupKey): Answered['columns'][number] {
  // A period is written as a period. One of days is a date: as the model writes its dates, else as the reader does.
  const dated = group.grain === undefined || ((group.grain === 'day' || group.grain === 'week') && group.ref.column.type === 'date');
  const format = dated ? group.ref.column.format : undefined;
  return { name: group.ref.column.name, field, type: groupType(group), ...(format ? { format } : {}) };
}

function restricted(relation: Relation, filters: ValueFilter[], fields: FieldRef[]): Sql {
  if (filters.length === 0) return relation.statement;
  const conditions = filters.map((filter) => {
    const position = fields.findIndex((field) => sameField(field, filter.field));
    return filter.condition(trusted(`v${position}`), columnType(relation.values[position]?.type ?? 'blank'));
  });
  return sql`SELECT * FROM (${relation.statement}) WHERE ${allOf(conditions)}`;
}

/** Plans one visual's question for an identity. */
export function planQuery(planner: Planner, query: VisualQuery): PlannedQuery {
  const { index } = planner;
  const groups = query.group_by.map((field, position) => groupKey(index, field, position));
  if (groups.length === 0 && query.values.length === 0) throw new QueryError('InvalidQuery', 'The question names no field.');
  const filters = readFilters(planner, query);
  const orderBy = query.order_by ?? [];
  const isGroup = (field: FieldRef) => query.group_by.some((one) => sameField(one, field));
  const needed = [...filters.values.map((filter) => filter.field), ...orderBy.map((one) => one.field).filter((field) => !isGroup(field))];
  const hidden = needed.filter((field, position) => ![...query.values, ...needed.slice(0, position)].some((one) => sameField(one, field)));
  const fields = [...query.values, ...hidden];
  const relation = planRelation(planner, {
    groups,
    values: query.values.map(fieldValue),
    hidden: hidden.map(fieldValue),
    filters: filters.context,
  });
  const rows = restricted(relation, filters.values, fields);
  const columns = [
    ...groups.map((group, position) => groupColumn(query.group_by[position] ?? { table: '', column: '' }, group)),
    ...query.values.map((field, position) =>
      valueColumn(index, field, relation.values[position] ?? { sql: trusted('NULL'), type: 'blank', support: new Set() }),
    ),
  ];
  const outputs = columns.map((column, position) =>
    output(position < groups.length ? `g${position}` : `v${position - groups.length}`, column.type),
  );
  const orders = [
    ...orderBy.map(({ field, direction }) => {
      const group = groups[query.group_by.findIndex((one) => sameField(one, field))];
      if (group) return groupOrdering(group, direction);
      const position = fields.findIndex((one) => sameField(one, field));
      return ordering({ sql: trusted(`v${position}`), type: relation.values[position]?.type ?? 'blank' }, direction);
    }),
    ...groups.map((group) => groupOrdering(group, 'ascending')),
  ];
  const limit = Math.max(1, Math.min(Math.trunc(query.limit ?? mostRows), mostRows));
  const offset = Math.max(0, Math.trunc(query.offset ?? 0));
  const order = orders.length > 0 ? sql` ORDER BY ${joined(orders, ', ')}` : trusted('');
  const statement = sql`SELECT ${joined(outputs, ', ')} FROM (${rows})${order} LIMIT ${trusted(`${limit + 1} OFFSET ${offset}`)}`;
  if (!query.total || query.values.length === 0) return { rows: statement, columns, limit };
  const totalFilters = filters.values.length > 0 ? [...filters.context, withinGroups(groups, rows)] : filters.context;
  const totalRelation = planRelation(planner, { groups: [], values: query.values.map(fieldValue), filters: totalFilters });
  const total = sql`SELECT ${joined(outputs.slice(groups.length), ', ')} FROM (${totalRelation.statement})`;
  return { rows: statement, total, columns, limit };
}

/** Shapes what the database answered. */
export function queryResult(id: string, planned: PlannedQuery, rows: Cell[][], total: Cell[] | undefined): Answered {
  const groupCount = planned.columns.length - (total?.length ?? 0);
  return {
    id,
    columns: planned.columns,
    rows: rows.slice(0, planned.limit),
    ...(total ? { total: [...Array.from({ length: groupCount }, () => null), ...total] } : {}),
    more: rows.length > planned.limit,
  };
}
