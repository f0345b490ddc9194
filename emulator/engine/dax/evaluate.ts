/** Whole DAX queries: what `EVALUATE` answers, as one statement. */
import type { FilterContext } from '../filterContext.ts';
import type { ModelIndex } from '../modelIndex.ts';
import { planRelation } from '../queryPlan.ts';
import type { Planner } from '../queryPlan.ts';
import { joined, sql, trusted } from '../sql.ts';
import type { Sql } from '../sql.ts';
import { compileDax, compileTable, defineMeasure, withVariables } from './compile.ts';
import { compare } from './operators.ts';
import { ordering } from './ordering.ts';
import { parseQuery } from './queryParser.ts';
import { rowScope } from './rows.ts';
import type { DaxColumn, Scalar, Scope } from './scalar.ts';
import { aliasCounter, subqueryContext } from './subqueries.ts';
import { DaxError } from './syntax.ts';
import type { Position, Query } from './syntax.ts';

export type PlannedTable = {
  statement: Sql;
  /** How the REST API names the columns: `Table[Column]`, or `[Name]`. */
  columns: string[];
  /** The query has further tables, which are not answered. */
  further: boolean;
};

const start = { line: 1, column: 1 };
const everything: FilterContext = { filters: [], groups: [] };

function withMeasures(index: ModelIndex, measures: Query['measures']): ModelIndex {
  const own = new Map(
    measures.map(({ table, name, expression, at }) => {
      const known = index.findTable(table);
      if (!known) throw new DaxError(`The table '${table}' cannot be found.`, at);
      return [name.toLowerCase(), defineMeasure(name, known.name, expression)];
    }),
  );
  return { ...index, findMeasure: (name) => own.get(name.toLowerCase()) ?? index.findMeasure(name) };
}

/** Dates leave as the REST API writes them, numbers as doubles. */
function output(column: DaxColumn, name: Sql): Sql {
  switch (column.type) {
    case 'integer':
    case 'number':
      return sql`CAST(${name} AS DOUBLE)`;
    case 'date':
    case 'datetime':
      return sql`strftime(CAST(${name} AS TIMESTAMP), '%Y-%m-%dT%H:%M:%S')`;
    default:
      return name;
  }
}

type OrderKey = { value: Scalar; direction: 'ascending' | 'descending'; start?: Scalar; at?: Position };

/** Rows that come no earlier than the one that START AT describes; expressions without a value begin with their first. */
function fromStart([key, ...others]: OrderKey[]): Sql {
  if (!key?.start || !key.at) return trusted('TRUE');
  const later = compare(key.direction === 'descending' ? '<' : '>', key.value, key.start, key.at).sql;
  const same = compare('=', key.value, key.start, key.at).sql;
  return sql`(${later} OR (${same} AND ${fromStart(others)}))`;
}

/** Plans a query; at most `mostRows` rows are wanted, and one more if there is one. Throws `DaxError`. */
export function planEvaluate(planner: Planner, text: string, mostRows: (columns: number) => number): PlannedTable {
  const query = parseQuery(text);
  const index = withMeasures(planner.index, query.measures);
  const own = { ...planner, index, nextAlias: aliasCounter() };
  const context = {
    ...subqueryContext(own, everything, (question) => planRelation(own, { ...question, combinations: 'all' })),
    selected: everything.filters,
  };
  const outermost: Scope = {
    index,
    now: planner.now,
    ...(planner.identity ? { identity: planner.identity } : {}),
    context,
    measures: [],
  };
  const scope = withVariables(query.variables, outermost);
  // What a query defines must be sound, whether or not it is used.
  for (const { name } of query.measures) compileDax({ kind: 'measure', name, at: start }, scope);
  const [first, ...more] = query.tables;
  if (!first) throw new DaxError('The query has no EVALUATE.', start);
  const table = compileTable(first.expression, scope);
  const row = rowScope(scope, context, table, 'r');
  const keys = first.order.map(({ by, direction, start: value }) => ({
    value: compileDax(by, row),
    direction,
    ...(value && { start: compileDax(value, scope), at: value.at }),
  }));
  const orders = keys.map(({ value, direction }) => ordering(value, direction));
  const list = table.columns.map((column, position) => sql`${output(column, trusted(`r.c${position}`))} AS ${trusted(`c${position}`)}`);
  const begins = keys.some((key) => key.start) ? sql` WHERE ${fromStart(keys)}` : trusted('');
  const rows = sql`SELECT ${joined(list, ', ')} FROM (${table.statement()}) AS r${begins}`;
  // Without an order of its own the answer is the same each time.
  const order = orders.length > 0 ? joined(orders, ', ') : trusted('ALL');
  return {
    statement: sql`${rows} ORDER BY ${order} LIMIT ${trusted(String(mostRows(table.columns.length) + 1))}`,
    columns: table.columns.map(({ table: name, name: column }) => `${name ?? ''}[${column}]`),
    further: more.length > 0,
  };
}
