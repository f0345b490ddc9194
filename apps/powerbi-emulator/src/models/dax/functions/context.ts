/** CALCULATE and what its filter arguments may be. */
import { addFilter, removeColumns, sameColumn, shiftDates, toSelected } from '../../filter-context.ts';
import type { ContextFilter, DateShift, FilterContext, ResolveColumn } from '../../filter-context.ts';
import type { ColumnRef } from '../../model-index.ts';
import { nullSql } from '../../sql.ts';
import { argument, columnArgument, findColumn, findTable, measureContext } from '../arguments.ts';
import { afterTransition, replaceFilter, tableFilter, withoutRows } from '../rows.ts';
import { asCondition, inBranches } from '../scalar.ts';
import type { Compile, Context, DaxFunction, Scope, TableFunction } from '../scalar.ts';
import { callSubqueries, requireSubqueries, valuesTable } from '../subqueries.ts';
import { DaxError } from '../syntax.ts';
import type { Call, Expression } from '../syntax.ts';
import { aggregation } from './aggregation.ts';
import { calendar, dateColumn, unitArgument, wholeNumber } from './calendar.ts';

type ApplyFilter = (context: FilterContext) => FilterContext;

function columnsOf(expression: Expression, scope: Scope, compile: Compile): ColumnRef[] {
  switch (expression.kind) {
    case 'column':
      return [findColumn(scope, expression.table, expression.column, expression.at)];
    case 'call':
      // What is aggregated, or a table of its own, is not a column of the rows that are filtered.
      return expression.name in aggregation || compile.isTable(expression, scope)
        ? []
        : expression.args.flatMap((one) => columnsOf(one, scope, compile));
    case 'tuple':
      return expression.items.flatMap((one) => columnsOf(one, scope, compile));
    case 'unary':
      return columnsOf(expression.operand, scope, compile);
    case 'binary':
      return [...columnsOf(expression.left, scope, compile), ...columnsOf(expression.right, scope, compile)];
    case 'rows':
      return expression.rows.flat().flatMap((one) => columnsOf(one, scope, compile));
    default:
      return [];
  }
}

function conditionFilter(expression: Expression, scope: Scope, compile: Compile): ContextFilter {
  const columns = columnsOf(expression, scope, compile).filter((ref, index, all) => all.findIndex((one) => sameColumn(one, ref)) === index);
  if (columns.length === 0) throw new DaxError('A filter of CALCULATE must name a column.', expression.at);
  if (columns.some((ref) => ref.table !== columns[0]?.table)) {
    throw new DaxError('A filter of CALCULATE may only name columns of one table.', expression.at);
  }
  const rowScope = { ...(scope.context && !scope.context.subqueries ? inBranches(scope, scope.context) : scope), predicate: true };
  const condition = (resolve: ResolveColumn) => {
    if (columns.some((ref) => !resolve(ref))) return undefined;
    const row = (ref: ColumnRef) => resolve(ref) ?? nullSql;
    return asCondition(compile(expression, { ...rowScope, row }), 'A filter of CALCULATE', expression.at);
  };
  // Written once for nothing, so that a mistake in it is an error even where no row meets it.
  condition(() => nullSql);
  return { columns, condition };
}

/** Which columns the tables and columns among the arguments mean; all of them without any. */
function namedColumns(call: Call, scope: Scope): (ref: ColumnRef) => boolean {
  if (call.args.length === 0) return () => true;
  const named = call.args.map((expression) => {
    if (expression.kind === 'table') {
      const reached = scope.index.reachable(findTable(scope, expression.name, expression.at));
      return (ref: ColumnRef) => reached.has(ref.table);
    }
    if (expression.kind !== 'column') throw new DaxError(`The ${call.name} function only accepts tables and columns.`, expression.at);
    const column = findColumn(scope, expression.table, expression.column, expression.at);
    return (ref: ColumnRef) => sameColumn(ref, column);
  });
  return (ref) => named.some((matches) => matches(ref));
}

function removing(call: Call, scope: Scope): ApplyFilter {
  const removed = namedColumns(call, scope);
  return (context) => removeColumns(context, removed);
}

/** Where the context is the visual's own, what a reader has selected is known; elsewhere it would be a guess. */
function selectedOutside(call: Call, scope: Scope): readonly ContextFilter[] {
  const { selected } = measureContext(call, scope);
  if (!selected || (scope.transition ?? []).length > 0)
    throw new DaxError(
      'ALLSELECTED is supported in the context of a visual only: not for rows of a table, nor inside of another CALCULATE.',
      call.at,
    );
  return selected;
}

function removingInVisual(call: Call, scope: Scope): ApplyFilter {
  const removed = namedColumns(call, scope);
  const selected = selectedOutside(call, scope);
  return (context) => toSelected(context, selected, removed);
}

/** The values of columns that a reader has selected, whichever of them the visual looks at. */
const allSelected: TableFunction = {
  takes: [1, Infinity],
  compile: (call, scope) => {
    const { subqueries, filter } = callSubqueries(call, scope);
    const context = toSelected(filter, selectedOutside(call, scope), namedColumns(call, scope));
    const [first] = call.args;
    const table = first?.kind === 'table' && call.args.length === 1 ? findTable(scope, first.name, first.at) : undefined;
    const refs = table
      ? table.columns.map((column) => ({ table, column }))
      : call.args.map((_, position) => columnArgument(call, position, scope));
    if (refs.some((ref) => ref.table !== refs[0]?.table))
      throw new DaxError('All column arguments of the ALLSELECTED function must be from the same table.', call.at);
    return valuesTable(scope.index, subqueries.source, refs, context, 'with');
  },
};

/** Moved dates where all groups are computed at once; only a table of dates can be joined with itself. */
function shifting(call: Call, scope: Scope): ApplyFilter | undefined {
  if (call.name !== 'DATEADD' && call.name !== 'SAMEPERIODLASTYEAR') return undefined;
  const ref = dateColumn(call, scope);
  const isCalendar = scope.index.model.relationships.some(({ to }) => scope.index.findColumn(to.table, to.column)?.column === ref.column);
  const amount = call.name === 'DATEADD' ? wholeNumber(call, 1) : -1;
  const unit: DateShift['unit'] = call.name === 'DATEADD' ? unitArgument(call, 2) : 'YEAR';
  return isCalendar ? (context) => shiftDates(context, ref, amount, unit) : undefined;
}

/** A table of dates takes the place of whatever filtered its table, or only its column where the table holds more than dates. */
function dateFilter(call: Call, scope: Scope, compile: Compile): ApplyFilter {
  const { subqueries } = callSubqueries(call, scope);
  const ref = dateColumn(call, scope);
  const filter = tableFilter(scope.index, compile.table(call, scope), subqueries.nextAlias());
  const isCalendar = scope.index.model.relationships.some(({ to }) => scope.index.findColumn(to.table, to.column)?.column === ref.column);
  const overridden = (one: ColumnRef) => (isCalendar ? one.table === ref.table : sameColumn(one, ref));
  return (context) => addFilter(removeColumns(context, overridden), filter);
}

function removingAllExcept(call: Call, scope: Scope): ApplyFilter {
  const [first, ...kept] = call.args;
  if (first?.kind !== 'table') throw new DaxError('The ALLEXCEPT function needs a table first.', call.at);
  const reached = scope.index.reachable(findTable(scope, first.name, first.at));
  const left = kept.map((expression) => {
    if (expression.kind !== 'column') throw new DaxError('The ALLEXCEPT function only accepts columns after its table.', expression.at);
    return findColumn(scope, expression.table, expression.column, expression.at);
  });
  return (context) => removeColumns(context, (ref) => reached.has(ref.table) && !left.some((one) => sameColumn(one, ref)));
}

const removers = new Set(['ALL', 'ALLSELECTED', 'ALLNOBLANKROW', 'ALLEXCEPT', 'REMOVEFILTERS']);

/** A condition on rows, or a table whose rows are let through. */
function plainFilter(expression: Expression, scope: Scope, compile: Compile): ContextFilter {
  if (!compile.isTable(expression, scope)) return conditionFilter(expression, scope, compile);
  const { subqueries } = requireSubqueries(scope, 'A table', expression.at);
  return tableFilter(scope.index, compile.table(expression, scope), subqueries.nextAlias());
}

function filterArgument(expression: Expression, scope: Scope, compile: Compile): ApplyFilter {
  if (expression.kind === 'call') {
    if (expression.name === 'ALLEXCEPT') return removingAllExcept(expression, scope);
    if (expression.name === 'ALLSELECTED') return removingInVisual(expression, scope);
    if (removers.has(expression.name)) return removing(expression, scope);
    if (expression.name === 'KEEPFILTERS') {
      const filter = plainFilter(argument(expression, 0), scope, compile);
      return (context) => addFilter(context, filter);
    }
    const shifted = scope.context?.subqueries ? undefined : shifting(expression, scope);
    if (shifted) return shifted;
    if (expression.name in calendar) return dateFilter(expression, scope, compile);
  }
  const filter = plainFilter(expression, scope, compile);
  return (context) => replaceFilter(context, filter);
}

/** All filter arguments look at the context outside: what removes comes first, then moved dates, then conditions. */
function stage(expression: Expression): number {
  if (expression.kind !== 'call') return 2;
  if (removers.has(expression.name)) return 0;
  return expression.name in calendar ? 1 : 2;
}

/** The scope in which CALCULATE computes its first argument. */
function calculated(call: Call, filters: Expression[], scope: Scope, compile: Compile): Scope & { context: Context } {
  const context = measureContext(call, scope);
  if (scope.predicate) throw new DaxError(`The ${call.name} function cannot be used in a true/false filter; FILTER can.`, call.at);
  const sorted = filters.toSorted((one, other) => stage(one) - stage(other));
  const start = afterTransition(scope, context.filter);
  const filter = sorted.reduce((applied, one) => filterArgument(one, scope, compile)(applied), start);
  const { selected, ...changed } = context;
  // Without filters and rows the context is still the visual's.
  const own = selected && filters.length === 0 && (scope.transition ?? []).length === 0 ? { selected } : {};
  return { ...withoutRows(scope), context: { ...changed, ...own, filter } };
}

const calculate: DaxFunction = {
  takes: [1, Infinity],
  compile: (call, scope, compile) => compile(argument(call, 0), calculated(call, call.args.slice(1), scope, compile)),
};

const calculateTable: TableFunction = {
  takes: [1, Infinity],
  compile: (call, scope, compile) => compile.table(argument(call, 0), calculated(call, call.args.slice(1), scope, compile)),
};

/** `TOTALYTD(x, dates, filter)` is `CALCULATE(x, DATESYTD(dates), filter)`. */
function totalToDate(dates: 'DATESYTD' | 'DATESQTD' | 'DATESMTD'): DaxFunction {
  return {
    takes: [2, 4],
    compile: (call, scope, compile) => {
      const rest = call.args.slice(2);
      const last = rest.at(-1);
      const yearEnd = last?.kind === 'text' ? [last] : [];
      const filters = yearEnd.length > 0 ? rest.slice(0, -1) : rest;
      const toDate: Call = { kind: 'call', name: dates, args: [argument(call, 1), ...yearEnd], at: call.at };
      return compile(argument(call, 0), calculated(call, [toDate, ...filters], scope, compile));
    },
  };
}

export const context: Record<string, DaxFunction> = {
  CALCULATE: calculate,
  TOTALYTD: totalToDate('DATESYTD'),
  TOTALQTD: totalToDate('DATESQTD'),
  TOTALMTD: totalToDate('DATESMTD'),
};
export const contextTables: Record<string, TableFunction> = { ALLSELECTED: allSelected, CALCULATETABLE: calculateTable };
