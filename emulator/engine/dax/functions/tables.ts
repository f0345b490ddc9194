/** Functions that answer tables. */
import { columnOf, removeColumns } from '../../filterContext.ts';
import type { FilterContext } from '../../filterContext.ts';
import type { ColumnRef } from '../../modelIndex.ts';
import { joined, nullSql, sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { argument, columnArgument, directionArgument, findTable, textArgument } from '../arguments.ts';
import { ordering } from '../ordering.ts';
import { rowScope, withColumns } from '../rows.ts';
import { asCondition, asNumber, blank, commonType } from '../scalar.ts';
import type { DaxColumn, DaxTable, Scalar, TableFunction } from '../scalar.ts';
import { callSubqueries, modelTable, rowsWithBlank, valuesTable } from '../subqueries.ts';
import type { SubqueryContext } from '../subqueries.ts';
import { DaxError } from '../syntax.ts';
import type { Call, Expression } from '../syntax.ts';

const unfiltered: FilterContext = { filters: [], groups: [] };

function values(blankRow: 'with' | 'without'): TableFunction {
  return {
    takes: [1, 1],
    compile: (call, scope, compile) => {
      const { subqueries, filter } = callSubqueries(call, scope);
      const expression = argument(call, 0);
      if (expression.kind === 'column') {
        return valuesTable(scope.index, subqueries.source, [columnArgument(call, 0, scope)], filter, blankRow);
      }
      if (blankRow === 'without') return distinctRows(compile.table(expression, scope));
      if (expression.kind !== 'table')
        throw new DaxError(`The ${call.name} function only accepts a table or a column here.`, expression.at);
      return rowsWithBlank(scope.index, subqueries.source, findTable(scope, expression.name, expression.at), filter);
    },
  };
}

function distinctRows(table: DaxTable): DaxTable {
  return {
    columns: table.columns,
    statement: () =>
      sql`SELECT DISTINCT ${trusted(table.columns.map((_, position) => `c${position}`).join(', '))} FROM (${table.statement()})`,
  };
}

/** ALL: whatever is filtered; of a table, or of columns of one table. */
function all(blankRow: 'with' | 'without'): TableFunction {
  return {
    takes: [1, Infinity],
    compile: (call, scope) => {
      const { subqueries } = callSubqueries(call, scope);
      const [first] = call.args;
      if (first?.kind === 'table' && call.args.length === 1) {
        const table = findTable(scope, first.name, first.at);
        if (blankRow === 'without') return modelTable(scope.index, subqueries.source, table, unfiltered);
        return rowsWithBlank(scope.index, subqueries.source, table, unfiltered);
      }
      const refs = call.args.map((_, position) => columnArgument(call, position, scope));
      if (refs.some((ref) => ref.table !== refs[0]?.table)) {
        throw new DaxError(`All column arguments of the ${call.name} function must be from the same table.`, call.at);
      }
      return valuesTable(scope.index, subqueries.source, refs, unfiltered, blankRow);
    },
  };
}

const filter: TableFunction = {
  takes: [2, 2],
  compile: (call, scope, compile) => {
    const context = callSubqueries(call, scope);
    const table = compile.table(argument(call, 0), scope);
    const alias = context.subqueries.nextAlias();
    const condition = asCondition(compile(argument(call, 1), rowScope(scope, context, table, alias)), 'FILTER', call.at);
    const { keeps: _, ...rows } = table;
    return { ...rows, statement: () => sql`SELECT * FROM (${table.statement()}) AS ${trusted(alias)} WHERE ${condition}` };
  },
};

/** `"Name", expression` pairs from a position on. */
export function namedArguments(call: Call, from: number): { name: string; expression: Expression }[] {
  const pairs: { name: string; expression: Expression }[] = [];
  for (let position = from; position < call.args.length; position += 2) {
    pairs.push({ name: textArgument(call, position), expression: argument(call, position + 1) });
  }
  return pairs;
}

const addColumns: TableFunction = {
  takes: [3, Infinity],
  compile: (call, scope, compile) => {
    const context = callSubqueries(call, scope);
    const table = compile.table(argument(call, 0), scope);
    const alias = context.subqueries.nextAlias();
    const row = rowScope(scope, context, table, alias);
    const added = namedArguments(call, 1).map(({ name, expression }) => {
      const value = compile(expression, row);
      return { column: { name, type: value.type }, value };
    });
    return withColumns(table, alias, added);
  },
};

function selectedColumn(expression: Expression, value: Scalar, lineage: ColumnRef | undefined, name: string | undefined): DaxColumn {
  const column = { type: value.type, ...(lineage ? { lineage } : {}) };
  if (name !== undefined) return { ...column, name };
  if (lineage) return { ...column, table: lineage.table.name, name: lineage.column.name };
  throw new DaxError('SELECTCOLUMNS needs a name for what is no column.', expression.at);
}

/** `SELECTCOLUMNS(T, "name", expression, …)`; a plain column may stand without a name. */
const selectColumns: TableFunction = {
  takes: [2, Infinity],
  compile: (call, scope, compile) => {
    const context = callSubqueries(call, scope);
    const table = compile.table(argument(call, 0), scope);
    const alias = context.subqueries.nextAlias();
    const row = rowScope(scope, context, table, alias);
    const selected: { column: DaxColumn; value: Scalar }[] = [];
    for (let position = 1; position < call.args.length; position += 1) {
      const first = argument(call, position);
      const named = first.kind === 'text';
      if (named) position += 1;
      const expression = named ? argument(call, position) : first;
      const value = compile(expression, row);
      const lineage = expression.kind === 'column' ? scope.index.findColumn(expression.table, expression.column) : undefined;
      selected.push({ column: selectedColumn(expression, value, lineage, named ? first.value : undefined), value });
    }
    return {
      columns: selected.map(({ column }) => column),
      statement: () => sql`SELECT ${projection(selected.map(({ value }) => value))} FROM (${table.statement()}) AS ${trusted(alias)}`,
    };
  },
};

function projection(list: Scalar[]) {
  return joined(
    list.map((value, position) => sql`${value.sql} AS ${trusted(`c${position}`)}`),
    ', ',
  );
}

const row: TableFunction = {
  takes: [2, Infinity],
  compile: (call, scope, compile) => {
    callSubqueries(call, scope);
    const pairs = namedArguments(call, 0).map(({ name, expression }) => ({ name, value: compile(expression, scope) }));
    return {
      columns: pairs.map(({ name, value }) => ({ name, type: value.type })),
      statement: () => sql`SELECT ${projection(pairs.map(({ value }) => value))}`,
    };
  },
};

/** The first rows by one or more orders; rows that are equal in all of them come along. */
const topN: TableFunction = {
  takes: [2, Infinity],
  compile: (call, scope, compile) => {
    const context = callSubqueries(call, scope);
    const count = asNumber(compile(argument(call, 0), scope), 'TOPN', call.at);
    const table = compile.table(argument(call, 1), scope);
    const alias = context.subqueries.nextAlias();
    const rows = rowScope(scope, context, table, alias);
    const orders: Sql[] = [];
    for (let position = 2; position < call.args.length; position += 2) {
      const value = compile(argument(call, position), rows);
      orders.push(ordering(value, directionArgument(call, position + 1) ?? 'descending'));
    }
    const name = trusted(alias);
    const wanted = sql`coalesce(${count.sql}, 0)`;
    const { keeps: _, ...first } = table;
    return {
      ...first,
      statement: () =>
        orders.length > 0
          ? sql`SELECT * FROM (${table.statement()}) AS ${name} QUALIFY rank() OVER (ORDER BY ${joined(orders, ', ')}) <= ${wanted}`
          : sql`SELECT * FROM (${table.statement()}) AS ${name} QUALIFY row_number() OVER () <= ${wanted}`,
    };
  },
};

/** The first or the last value of a column for which an expression is not blank. */
function nonBlank(order: 'ASC' | 'DESC'): TableFunction {
  return {
    takes: [2, 2],
    compile: (call, scope, compile) => {
      const context = callSubqueries(call, scope);
      const table = valuesTable(scope.index, context.subqueries.source, [columnArgument(call, 0, scope)], context.filter, 'with');
      const alias = context.subqueries.nextAlias();
      const value = compile(argument(call, 1), rowScope(scope, context, table, alias));
      const [column] = table.columns;
      const by = ordering({ sql: trusted(`${alias}.c0`), type: column?.type ?? 'blank' }, order === 'ASC' ? 'ascending' : 'descending');
      return {
        ...table,
        statement: () =>
          sql`SELECT * FROM (${table.statement()}) AS ${trusted(alias)} WHERE ${value.sql} IS NOT NULL ORDER BY ${by} LIMIT 1`,
      };
    },
  };
}

/** Texts as the columns spell them: what differs from one of their values by its case alone is that value. */
function spelledAs(refs: ColumnRef[], table: DaxTable, { subqueries }: SubqueryContext): DaxTable {
  const row = subqueries.nextAlias();
  const spelled = refs.map((ref, position) => {
    const value = trusted(`${row}.c${position}`);
    if (ref.column.type !== 'text' || table.columns[position]?.type !== 'text') return sql`${value} AS ${trusted(`c${position}`)}`;
    const alias = subqueries.nextAlias();
    const column = columnOf(alias, ref.column);
    const known = sql`SELECT min(${column}) FROM ${subqueries.source(ref.table)} AS ${trusted(alias)} WHERE lower(${column}) = lower(${value})`;
    return sql`coalesce((${known}), ${value}) AS ${trusted(`c${position}`)}`;
  });
  return { ...table, statement: () => sql`SELECT DISTINCT ${joined(spelled, ', ')} FROM (${table.statement()}) AS ${trusted(row)}` };
}

/** The values of a table, as if they were those of columns of the model. */
const treatAs: TableFunction = {
  takes: [2, Infinity],
  compile: (call, scope, compile) => {
    const context = callSubqueries(call, scope);
    const table = compile.table(argument(call, 0), scope);
    const refs = call.args.slice(1).map((_, position) => columnArgument(call, position + 1, scope));
    if (refs.length !== table.columns.length) throw new DaxError('TREATAS needs as many columns as its table has.', call.at);
    return {
      columns: refs.map((ref) => ({ table: ref.table.name, name: ref.column.name, type: ref.column.type, lineage: ref })),
      statement: () => spelledAs(refs, table, context).statement(),
    };
  },
};

/** Every column of a table but those named, whatever is filtered. */
const allExcept: TableFunction = {
  takes: [2, Infinity],
  compile: (call, scope) => {
    const { subqueries, filter: context } = callSubqueries(call, scope);
    const [first] = call.args;
    if (first?.kind !== 'table') throw new DaxError('The ALLEXCEPT function needs a table first.', call.at);
    const table = findTable(scope, first.name, first.at);
    const kept = call.args.slice(1).map((_, position) => columnArgument(call, position + 1, scope).column);
    const refs = table.columns.filter((column) => !kept.includes(column)).map((column) => ({ table, column }));
    const left = removeColumns(context, (ref) => ref.table !== table || !kept.includes(ref.column));
    return valuesTable(scope.index, subqueries.source, refs, left, 'with');
  },
};

/** `{1, 2}` and `{("a", 1), ("b", 2)}`. */
export function listTable(rows: Scalar[][], at: Call['at']): DaxTable {
  const width = rows[0]?.length ?? 0;
  if (rows.some((one) => one.length !== width)) throw new DaxError('The rows of a list must have the same number of values.', at);
  const columns = Array.from({ length: width }, (_, position) => ({
    name: width === 1 ? 'Value' : `Value${position + 1}`,
    type: commonType(
      rows.map((one) => (one[position] ?? blank).type),
      at,
    ),
  }));
  return {
    columns,
    statement: () =>
      rows.length === 0
        ? sql`SELECT ${nullSql} AS c0 WHERE FALSE`
        : joined(
            rows.map((one) => sql`SELECT ${projection(one)}`),
            ' UNION ALL ',
          ),
  };
}

export const tables: Record<string, TableFunction> = {
  VALUES: values('with'),
  DISTINCT: values('without'),
  ALL: all('with'),
  ALLNOBLANKROW: all('without'),
  ALLEXCEPT: allExcept,
  FILTER: filter,
  ADDCOLUMNS: addColumns,
  SELECTCOLUMNS: selectColumns,
  ROW: row,
  TOPN: topN,
  FIRSTNONBLANK: nonBlank('ASC'),
  LASTNONBLANK: nonBlank('DESC'),
  TREATAS: treatAs,
  KEEPFILTERS: {
    takes: [1, 1],
    compile: (call, scope, compile) => ({ ...compile.table(argument(call, 0), scope), keeps: true }),
  },
};
