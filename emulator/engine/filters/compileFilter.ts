/** What a filter of powerbi-models does to a question: restrict rows, or restrict groups by a value computed for them. */
import type { FieldRef, ColumnType } from '../../definitions/model.ts';
import { groupExpression } from '../filterContext.ts';
import type { ContextFilter, Grain, ResolveColumn } from '../filterContext.ts';
import { requireColumn, requireMeasure } from '../modelIndex.ts';
import type { ColumnRef, ModelIndex } from '../modelIndex.ts';
import { QueryError } from '../queryError.ts';
import { allOf, anyOf, joined, sql, trusted } from '../sql.ts';
import type { Sql } from '../sql.ts';
import { literal } from './literal.ts';
import { relativeRange } from './relativeDate.ts';
import type { AdvancedCondition, ColumnTarget, FilterTarget, FilterValue, ReadFilter } from './shapes.ts';

export type ValueFilter = { field: FieldRef; condition: (value: Sql, type: ColumnType) => Sql };
export type TopFilter = { column: ColumnRef; grain?: Grain; field: FieldRef; direction: 'ascending' | 'descending'; count: number };
type CompiledFilter = { context: ContextFilter } | { value: ValueFilter } | { top: TopFilter };

type Typed = { ref: ColumnRef; type: ColumnType; expression: (column: Sql) => Sql };

const aggregations = {
  sum: 'sum',
  avg: 'average',
  average: 'average',
  min: 'min',
  max: 'max',
  count: 'count',
  distinctcount: 'distinct_count',
  distinct_count: 'distinct_count',
  countnonnull: 'count',
} as const;

/** The field that a target computes, or undefined for a plain column. */
function valueField(index: ModelIndex, target: FilterTarget): FieldRef | undefined {
  if ('measure' in target) {
    requireMeasure(index, target.table, target.measure);
    return { table: target.table, measure: target.measure };
  }
  const name = target.aggregationFunction?.toLowerCase();
  if (name === undefined) return undefined;
  const aggregation = new Map(Object.entries(aggregations)).get(name);
  if (!aggregation) throw new QueryError('InvalidFilter', `The aggregation '${target.aggregationFunction}' is not supported.`);
  return { table: target.table, column: target.column, aggregation };
}

function typed(index: ModelIndex, target: ColumnTarget): Typed {
  if (target.aggregationFunction !== undefined) throw new QueryError('InvalidFilter', 'This kind of filter needs a plain column.');
  const ref = requireColumn(index, target.table, target.column);
  const type = target.grain && ref.column.type === 'datetime' ? 'date' : ref.column.type;
  return { ref, type, expression: (column) => groupExpression(column, target.grain) };
}

/** Text compares whatever its case. */
function fold(value: Sql, type: ColumnType): Sql {
  return type === 'text' ? sql`lower(${value})` : value;
}

/**
 * Conditions may be unknown (NULL) where a column is blank: that lets no row through, and the database plans plain
 * comparisons best. Only what is negated says so with IS NOT TRUE.
 */
function equals(column: Sql, type: ColumnType, value: FilterValue): Sql {
  return value === null ? sql`${column} IS NULL` : sql`${fold(column, type)} = ${fold(literal(value, type), type)}`;
}

function isOneOf(column: Sql, type: ColumnType, values: FilterValue[]): Sql {
  const literals = values.filter((value) => value !== null).map((value) => fold(literal(value, type), type));
  const conditions = literals.length > 0 ? [sql`${fold(column, type)} IN (${joined(literals, ', ')})`] : [];
  if (values.includes(null)) conditions.push(sql`${column} IS NULL`);
  return anyOf(conditions);
}

function onColumn(column: Typed, condition: (value: Sql) => Sql): CompiledFilter {
  // Written once for nothing, so that a value that does not fit is an error whatever the question.
  condition(trusted('NULL'));
  return {
    context: {
      columns: [column.ref],
      condition: (resolve) => {
        const resolved = resolve(column.ref);
        return resolved && condition(column.expression(resolved));
      },
    },
  };
}

/** Operators that ask whether there is a value at all. */
function presence({ operator, value }: AdvancedCondition, column: Sql): Sql | undefined {
  if (operator === 'IsBlank' || ((operator === 'Is' || operator === 'IsNot') && (value === null || value === undefined))) {
    return operator === 'IsNot' ? sql`${column} IS NOT NULL` : sql`${column} IS NULL`;
  }
  if (operator === 'IsNotBlank') return sql`${column} IS NOT NULL`;
  if (operator === 'IsEmptyString') return sql`CAST(${column} AS VARCHAR) = ''`;
  if (operator === 'IsNotEmptyString') return sql`coalesce(CAST(${column} AS VARCHAR) <> '', TRUE)`;
  return undefined;
}

function comparison(condition: AdvancedCondition, column: Sql, type: ColumnType): Sql | undefined {
  const { operator, value } = condition;
  if (operator === 'None') return undefined;
  const present = presence(condition, column);
  if (present) return present;
  if (value === null || value === undefined) throw new QueryError('InvalidFilter', `The operator ${operator} needs a value.`);
  const text = sql`lower(CAST(${column} AS VARCHAR))`;
  const part = sql`lower(${String(value)})`;
  switch (operator) {
    case 'Contains':
      return sql`contains(${text}, ${part})`;
    case 'DoesNotContain':
      return sql`coalesce(NOT contains(${text}, ${part}), TRUE)`;
    case 'StartsWith':
      return sql`starts_with(${text}, ${part})`;
    case 'DoesNotStartWith':
      return sql`coalesce(NOT starts_with(${text}, ${part}), TRUE)`;
    case 'Is':
      return equals(column, type, value);
    case 'IsNot':
      return sql`(${equals(column, type, value)}) IS NOT TRUE`;
    case 'LessThan':
      return ordered(column, '<', value, type);
    case 'LessThanOrEqual':
      return ordered(column, '<=', value, type);
    case 'GreaterThan':
      return ordered(column, '>', value, type);
    default:
      return ordered(column, '>=', value, type);
  }
}

function ordered(column: Sql, operator: '<' | '<=' | '>' | '>=', value: string | number | boolean, type: ColumnType): Sql {
  return sql`${fold(column, type)} ${trusted(operator)} ${fold(literal(value, type), type)}`;
}

function advanced(index: ModelIndex, filter: Extract<ReadFilter, { kind: 'advanced' }>): CompiledFilter {
  const combine = filter.logicalOperator.toLowerCase() === 'or' ? anyOf : allOf;
  const condition = (value: Sql, type: ColumnType) => {
    const conditions = filter.conditions.map((one) => comparison(one, value, type)).filter((one) => one !== undefined);
    return conditions.length > 0 ? combine(conditions) : trusted('TRUE');
  };
  const field = valueField(index, filter.target);
  if (field) return { value: { field, condition } };
  if ('measure' in filter.target) throw new QueryError('InvalidFilter', 'The filter names no field.');
  const column = typed(index, filter.target);
  return onColumn(column, (value) => condition(value, column.type));
}

/** Rows whose columns hold one of the tuples. Columns that do not reach a table fall out of the tuples. */
function tuples(columns: Typed[], rows: FilterValue[][], exclude: boolean): CompiledFilter {
  if (rows.some((row) => row.length !== columns.length)) throw new QueryError('InvalidFilter', 'The filter has tuples of a wrong length.');
  const condition = (resolve: ResolveColumn) => {
    const resolved = columns.map((column) => ({ column, value: resolve(column.ref) }));
    if (resolved.every(({ value }) => !value)) return undefined;
    if (exclude && resolved.some(({ value }) => !value)) return undefined;
    const matches = anyOf(
      rows.map((row) =>
        allOf(
          resolved.flatMap(({ column, value }, position) =>
            value ? [equals(column.expression(value), column.type, row[position] ?? null)] : [],
          ),
        ),
      ),
    );
    return exclude ? sql`(${matches}) IS NOT TRUE` : matches;
  };
  condition(() => trusted('NULL'));
  return { context: { columns: columns.map((column) => column.ref), condition } };
}

function includeExclude(index: ModelIndex, filter: Extract<ReadFilter, { kind: 'includeExclude' }>): CompiledFilter[] {
  if (!Array.isArray(filter.target)) {
    const column = typed(index, filter.target);
    const values = filter.values.filter((value): value is FilterValue => !Array.isArray(value));
    const condition = (value: Sql) => isOneOf(value, column.type, values);
    return [onColumn(column, (value) => (filter.isExclude ? sql`(${condition(value)}) IS NOT TRUE` : condition(value)))];
  }
  const groups = filter.values.filter((value) => Array.isArray(value));
  if (filter.target.length > 1 && !filter.isExclude)
    throw new QueryError('InvalidFilter', 'A filter that includes points of several fields at once is not supported.');
  return filter.target.map((targets, position) => {
    const rows = (groups[position] ?? []).map((points) => points.map((point) => point.value));
    return tuples(
      targets.map((target) => typed(index, target)),
      rows,
      filter.isExclude,
    );
  });
}

function relative(index: ModelIndex, filter: Extract<ReadFilter, { kind: 'relativeDate' | 'relativeTime' }>, now: Date): CompiledFilter {
  const column = typed(index, filter.target);
  if (column.type !== 'date' && column.type !== 'datetime')
    throw new QueryError('InvalidFilter', 'A relative date filter needs a column of dates.');
  const { start, end } = relativeRange(filter, now);
  const type = column.type;
  return onColumn(
    column,
    (value) => sql`${ordered(value, '>=', start.toISOString(), type)} AND ${ordered(value, '<', end.toISOString(), type)}`,
  );
}

/** Finds out what a filter does; throws `QueryError` for fields and values that do not fit the model. */
export function compileFilter(index: ModelIndex, filter: ReadFilter, now: Date): CompiledFilter[] {
  switch (filter.kind) {
    case 'basic': {
      const column = typed(index, filter.target);
      if (filter.operator === 'All' || filter.values.length === 0) return [];
      const condition = (value: Sql) => isOneOf(value, column.type, filter.values);
      return [onColumn(column, (value) => (filter.operator === 'NotIn' ? sql`(${condition(value)}) IS NOT TRUE` : condition(value)))];
    }
    case 'advanced':
      return [advanced(index, filter)];
    case 'tuple': {
      const columns = filter.target.map((target) => typed(index, target));
      const rows = filter.values.map((row) => row.map((point) => point.value));
      return [tuples(columns, rows, filter.operator === 'NotIn')];
    }
    case 'includeExclude':
      return includeExclude(index, filter);
    case 'relativeDate':
    case 'relativeTime':
      return [relative(index, filter, now)];
    default: {
      const field = valueField(index, filter.orderBy);
      if (!field) throw new QueryError('InvalidFilter', 'A top N filter needs a measure or an aggregated column to order by.');
      const { grain } = filter.target;
      const column = typed(index, filter.target).ref;
      const direction = filter.operator === 'Top' ? 'descending' : 'ascending';
      return [{ top: { column, ...(grain ? { grain } : {}), field, direction, count: filter.itemCount } }];
    }
  }
}
