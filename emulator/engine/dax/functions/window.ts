/** Rows by their place in an order: INDEX, OFFSET, WINDOW, ROWNUMBER, RANK. */
import { allOf, joined, sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { argument } from '../arguments.ts';
import { rowScope } from '../rows.ts';
import { asNumber, constant, isNumeric } from '../scalar.ts';
import type { Compile, DaxColumn, DaxFunction, DaxTable, Scalar, Scope, TableFunction } from '../scalar.ts';
import { callSubqueries, valuesTable } from '../subqueries.ts';
import type { SubqueryContext } from '../subqueries.ts';
import { DaxError } from '../syntax.ts';
import type { Call, Expression } from '../syntax.ts';
import { findNamed, windowParts } from './windowParts.ts';
import type { WindowParts } from './windowParts.ts';

/** The rows of a relation with `n`, the place in their partition, `total`, how many it has, and `rank`. */
type Placed = { table: DaxTable; statement: () => Sql; partition: number[]; own: number[] };

/** Numbers are ordered with blanks before zero, texts as people read them with blanks before all, unless blanks are said to be first or last. */
function ordered({ sql: value, type }: Scalar, direction: 'ascending' | 'descending', blanks: WindowParts['blanks']): Sql {
  const word = direction === 'descending' ? 'DESC' : 'ASC';
  const nulls = blanks === 'default' ? (direction === 'descending' ? 'NULLS LAST' : 'NULLS FIRST') : `NULLS ${blanks.toUpperCase()}`;
  const end = trusted(`${word} ${nulls}`);
  if (type === 'text') return sql`strip_accents(lower(${value})) ${end}, ${value} ${end}`;
  return isNumeric(type) && blanks === 'default' ? sql`coalesce(${value}, 0) ${trusted(word)}, ${value} ${end}` : sql`${value} ${end}`;
}

/** The relation of a function; without one, what is selected of the columns that order and divide it. */
function relationOf(call: Call, parts: WindowParts, scope: Scope, compile: Compile): DaxTable {
  if (parts.relation) return compile.table(parts.relation, scope);
  const columns = [...parts.order.map(({ by }) => by), ...parts.partition];
  if (columns.length === 0 || columns.some(({ kind }) => kind !== 'column'))
    throw new DaxError(`The ${call.name} function needs a relation, or columns in ORDERBY.`, call.at);
  return compile.table({ kind: 'call', name: 'ALLSELECTED', args: columns, at: call.at }, scope);
}

function placed(call: Call, parts: WindowParts, scope: Scope, compile: Compile): Placed {
  const context = callSubqueries(call, scope);
  const table = relationOf(call, parts, scope, compile);
  const alias = context.subqueries.nextAlias();
  const row = rowScope(scope, context, table, alias);
  const named = (expression: Expression, what: string) => {
    const position = findNamed(expression, table, scope);
    if (position < 0) throw new DaxError(`The ${what} of the ${call.name} function only accepts columns of its relation.`, expression.at);
    return position;
  };
  const partition = parts.partition.map((one) => named(one, 'PARTITIONBY'));
  const matched = parts.match?.map((one) => named(one, 'MATCHBY'));
  const orders = parts.order.map(({ by, direction, blanks }) => ordered(compile(by, row), direction, blanks ?? parts.blanks));
  const column = (position: number): Scalar => constant(trusted(`${alias}.c${position}`), table.columns[position]?.type ?? 'blank');
  // What is left of the relation decides between rows that are equal in the order.
  const rest = table.columns.map((_, position) => ordered(column(position), 'ascending', 'default'));
  const divided =
    partition.length > 0
      ? sql`PARTITION BY ${joined(
          partition.map((one) => column(one).sql),
          ', ',
        )} `
      : trusted('');
  const ranked = joined(orders.length > 0 ? orders : rest, ', ');
  return {
    table,
    partition,
    own: matched ? [...new Set([...matched, ...partition])] : identifying(table),
    statement: () =>
      sql`SELECT *, row_number() OVER (${divided}ORDER BY ${joined([...orders, ...rest], ', ')}) AS n, count(*) OVER (${divided}) AS total, rank() OVER (${divided}ORDER BY ${ranked}) AS skipping, dense_rank() OVER (${divided}ORDER BY ${ranked}) AS dense FROM (${table.statement()}) AS ${trusted(alias)}`,
  };
}

/** The columns by which a row of the relation is known: those of the model, or all where it has none. */
function identifying(table: DaxTable): number[] {
  const positions = table.columns.map((_, position) => position);
  const ofModel = positions.filter((position) => table.columns[position]?.lineage);
  return ofModel.length > 0 ? ofModel : positions;
}

/** The value of a column in the row that is looked at outside; undefined where that row does not have it. */
function outerValue(column: DaxColumn, scope: Scope, call: Call): Sql | undefined {
  if (!column.lineage) return scope.named?.(column.name, 'computed')?.sql;
  try {
    return scope.row?.(column.lineage, call.at);
  } catch (error) {
    if (error instanceof DaxError) return undefined;
    throw error;
  }
}

/** Which rows of the relation are the current ones: as the row outside says, and for its other columns the filter context. */
function current(call: Call, { table }: Placed, positions: number[], alias: string, scope: Scope, context: SubqueryContext): Sql {
  const conditions: Sql[] = [];
  const open = new Map<unknown, number[]>();
  for (const position of positions) {
    const column = table.columns[position];
    const value = column && outerValue(column, scope, call);
    if (value) conditions.push(sql`${trusted(`${alias}.c${position}`)} IS NOT DISTINCT FROM ${value}`);
    else if (column?.lineage) open.set(column.lineage.table, [...(open.get(column.lineage.table) ?? []), position]);
  }
  for (const group of open.values()) {
    const refs = group.flatMap((position) => table.columns[position]?.lineage ?? []);
    const values = valuesTable(scope.index, context.subqueries.source, refs, context.filter, 'with');
    const own = context.subqueries.nextAlias();
    const same = group.map((position, each) => trusted(`${own}.c${each} IS NOT DISTINCT FROM ${alias}.c${position}`));
    conditions.push(sql`EXISTS (SELECT 1 FROM (${values.statement()}) AS ${trusted(own)} WHERE ${allOf(same)})`);
  }
  return allOf(conditions);
}

function list(table: DaxTable, alias: string): Sql {
  return trusted(table.columns.map((_, position) => `${alias}.c${position}`).join(', '));
}

function samePartition({ partition }: Placed, one: string, other: string): Sql[] {
  return partition.map((position) => trusted(`${one}.c${position} IS NOT DISTINCT FROM ${other}.c${position}`));
}

function whole(call: Call, position: number, scope: Scope, compile: Compile): Sql {
  const value = asNumber(compile(argument(call, position), scope), call.name, call.at);
  return sql`CAST(coalesce(${value.sql}, 0) AS BIGINT)`;
}

/** Rows of the relation in the partition of each current row; `where` says which, of `a`, the current one, and `b`. */
function besides(call: Call, place: Placed, positions: number[], scope: Scope, where: (a: string, b: string) => Sql): DaxTable {
  const context = callSubqueries(call, scope);
  const [a, b] = [context.subqueries.nextAlias(), context.subqueries.nextAlias()];
  const { table } = place;
  const isCurrent = current(call, place, positions, a, scope, context);
  const condition = allOf([...samePartition(place, a, b), where(a, b), isCurrent]);
  return {
    columns: table.columns,
    statement: () =>
      sql`SELECT DISTINCT ${list(table, b)} FROM (${place.statement()}) AS ${trusted(a)} JOIN (${place.statement()}) AS ${trusted(b)} ON ${condition}`,
  };
}

/** The row that stands so many places before or after the current one. */
const offset: TableFunction = {
  takes: [1, 7],
  compile: (call, scope, compile) => {
    const place = placed(call, windowParts(call, 1), scope, compile);
    const delta = whole(call, 0, scope, compile);
    return besides(call, place, place.own, scope, (a, b) => sql`${trusted(`${b}.n = ${a}.n`)} + ${delta}`);
  },
};

/** A place from the start, or by a negative number from the end. */
function placeFrom(position: Sql, alias: string): Sql {
  return sql`CASE WHEN ${position} < 0 THEN ${trusted(`${alias}.total`)} + ${position} + 1 ELSE ${position} END`;
}

/** The row at a place of its partition. */
const index: TableFunction = {
  takes: [1, 7],
  compile: (call, scope, compile) => {
    const place = placed(call, windowParts(call, 1), scope, compile);
    const position = whole(call, 0, scope, compile);
    return besides(call, place, place.partition, scope, (_, b) => sql`${trusted(`${b}.n`)} = ${placeFrom(position, b)}`);
  },
};

/** `ABS` counts from the start of the partition, `REL`, or nothing, from the current row. */
function edge(call: Call, position: number, scope: Scope, compile: Compile) {
  const said = call.args[position + 1];
  const word = said?.kind === 'table' || said?.kind === 'call' ? said.name.toUpperCase() : undefined;
  const isSaid = word === 'ABS' || word === 'REL' || (said?.kind === 'call' && said.omitted === true);
  const amount = whole(call, position, scope, compile);
  const absolute = word === 'ABS';
  const place = (a: string, b: string) => (absolute ? placeFrom(amount, b) : sql`${trusted(`${a}.n`)} + ${amount}`);
  return { place, absolute, next: position + (isSaid ? 2 : 1) };
}

/** The rows from one place to another. */
const window: TableFunction = {
  takes: [2, 10],
  compile: (call, scope, compile) => {
    const from = edge(call, 0, scope, compile);
    const to = edge(call, from.next, scope, compile);
    const place = placed(call, windowParts(call, to.next), scope, compile);
    const positions = from.absolute && to.absolute ? place.partition : place.own;
    return besides(call, place, positions, scope, (a, b) => sql`${trusted(`${b}.n`)} BETWEEN ${from.place(a, b)} AND ${to.place(a, b)}`);
  },
};

/** The place of the current row; blank where there is none, or several. */
function placeOf(call: Call, parts: WindowParts, column: string, scope: Scope, compile: Compile): Scalar {
  const context = callSubqueries(call, scope);
  const place = placed(call, parts, scope, compile);
  const a = context.subqueries.nextAlias();
  const isCurrent = current(call, place, place.own, a, scope, context);
  const value = trusted(`${a}.${column}`);
  return constant(
    sql`(SELECT CASE WHEN count(*) = 1 THEN any_value(${value}) END FROM (${place.statement()}) AS ${trusted(a)} WHERE ${isCurrent})`,
    'integer',
  );
}

const rowNumber: DaxFunction = {
  takes: [0, 6],
  compile: (call, scope, compile) => placeOf(call, windowParts(call, 0), 'n', scope, compile),
};

const rank: DaxFunction = {
  takes: [0, 7],
  compile: (call, scope, compile) => {
    const [said] = call.args;
    const word = said?.kind === 'table' ? said.name.toUpperCase() : undefined;
    const isTies = word === 'SKIP' || word === 'DENSE' || (said?.kind === 'call' && said.omitted === true);
    return placeOf(call, windowParts(call, isTies ? 1 : 0), word === 'DENSE' ? 'dense' : 'skipping', scope, compile);
  },
};

export const windows: Record<string, TableFunction> = { INDEX: index, OFFSET: offset, WINDOW: window };
export const places: Record<string, DaxFunction> = { ROWNUMBER: rowNumber, RANK: rank };
