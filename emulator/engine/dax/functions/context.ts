/** CALCULATE and what its filter arguments may be. */
import { addFilter, removeColumns, sameColumn, shiftDates, toSelected } from '../../filterContext.ts';
import type { ContextFilter, DateShift, FilterContext, ResolveColumn } from '../../filterContext.ts';
import { sameTables } from '../../modelIndex.ts';
import type { ColumnRef, ModelIndex, Relationship, Table } from '../../modelIndex.ts';
import { nullSql } from '../../sql.ts';
import { argument, columnArgument, findColumn, findTable, measureContext } from '../arguments.ts';
import { afterTransition, tableFilter, withoutRows } from '../rows.ts';
import { BeyondBranches, asCondition, inBranches } from '../scalar.ts';
import type { Compile, Context, DaxFunction, Scope, TableFunction } from '../scalar.ts';
import { callSubqueries, requireSubqueries, valuesTable } from '../subqueries.ts';
import { DaxError, operandsOf } from '../syntax.ts';
import type { Call, Expression } from '../syntax.ts';
import { aggregation } from './aggregation.ts';
import { dateColumn, unitArgument, wholeNumber } from './calendar.ts';

type ApplyFilter = (context: FilterContext) => FilterContext;

/**
 * What a filter argument does. All of them look at the context outside: first everything is taken away that they replace,
 * then each adds its own, so that filters beside each other narrow together.
 */
type FilterChange =
  | { kind: 'modifier'; apply: ApplyFilter }
  | { kind: 'shift'; apply: ApplyFilter }
  | { kind: 'filter'; replaced: (ref: ColumnRef) => boolean; filter: ContextFilter };

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
    case 'binary': {
      const [first, ...others] = operandsOf(expression);
      return [first, ...others.map(({ operand }) => operand)].flatMap((one) => columnsOf(one, scope, compile));
    }
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
      const reached = scope.index.reachable(findTable(scope, expression.name, expression.at), scope.context?.filter.using);
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

/** A column of dates that its table is known by: to filter it looks away from whatever else is filtered of the table. */
function isCalendarColumn(scope: Scope, ref: ColumnRef): boolean {
  if (ref.column.type !== 'date' && ref.column.type !== 'datetime') return false;
  return scope.index.model.relationships.some(({ to }) => scope.index.findColumn(to.table, to.column)?.column === ref.column);
}

/** Moved dates where all groups are computed at once; only a table of dates can be joined with itself. */
function shifting(call: Call, scope: Scope): ApplyFilter | undefined {
  if (call.name !== 'DATEADD' && call.name !== 'SAMEPERIODLASTYEAR') return undefined;
  const ref = dateColumn(call, scope);
  const amount = call.name === 'DATEADD' ? wholeNumber(call, 1) : -1;
  const unit: DateShift['unit'] = call.name === 'DATEADD' ? unitArgument(call, 2) : 'YEAR';
  return isCalendarColumn(scope, ref) ? (context) => shiftDates(context, ref, amount, unit) : undefined;
}

/** Follows a relationship instead of the active one between its tables. */
function followed(call: Call, scope: Scope): ApplyFilter {
  const [one, other] = [columnArgument(call, 0, scope), columnArgument(call, 1, scope)];
  const { index, identity } = scope;
  const ends = (relationship: Relationship) =>
    [relationship.from, relationship.to].map(({ table, column }) => index.findColumn(table, column)?.column);
  const relationship = index.model.relationships.find((known) => [one, other].every(({ column }) => ends(known).includes(column)));
  if (!relationship || call.args.length !== 2 || sameColumn(one, other))
    throw new DaxError('USERELATIONSHIP function can only use the two columns reference participating in relationship.', call.at);
  const using = [...(scope.context?.filter.using ?? []).filter((known) => !sameTables(known, relationship)), relationship];
  const from = index.findTable(relationship.from.table);
  const reached = from && reachedBy(index, from, using, call);
  const hidden = index.model.roles
    .filter(({ name }) => identity?.roles.includes(name))
    .flatMap(({ filters }) => filters)
    .map(({ table }) => index.findTable(table))
    .find((table) => table && reached?.has(table));
  if (hidden)
    throw new DaxError(
      `The UseRelationship() and CrossFilter() functions may not be used when querying '${relationship.from.table}' because it is constrained by row-level security defined on '${hidden.name}'.`,
      call.at,
    );
  return (context) => ({ ...context, using });
}

function reachedBy(index: ModelIndex, from: Table, using: Relationship[], call: Call): ReadonlyMap<Table, unknown> {
  try {
    for (const table of index.model.tables) index.reachable(table, using);
    return index.reachable(from, using);
  } catch (error) {
    throw new DaxError(`USERELATIONSHIP: ${error instanceof Error ? error.message : String(error)}.`, call.at);
  }
}

function removingAllExcept(call: Call, scope: Scope): ApplyFilter {
  const [first, ...kept] = call.args;
  if (first?.kind !== 'table') throw new DaxError('The ALLEXCEPT function needs a table first.', call.at);
  const reached = scope.index.reachable(findTable(scope, first.name, first.at), scope.context?.filter.using);
  const left = kept.map((expression) => {
    if (expression.kind !== 'column') throw new DaxError('The ALLEXCEPT function only accepts columns after its table.', expression.at);
    return findColumn(scope, expression.table, expression.column, expression.at);
  });
  return (context) => removeColumns(context, (ref) => reached.has(ref.table) && !left.some((one) => sameColumn(one, ref)));
}

const removers = new Set(['ALL', 'ALLNOBLANKROW', 'REMOVEFILTERS']);

/** A condition on rows, or a table whose rows are let through. */
function plainFilter(expression: Expression, scope: Scope, compile: Compile): ContextFilter {
  if (!compile.isTable(expression, scope)) return conditionFilter(expression, scope, compile);
  const { subqueries } = requireSubqueries(scope, 'A table', expression.at);
  return tableFilter(scope.index, compile.table(expression, scope), subqueries.nextAlias());
}

function filterArgument(expression: Expression, scope: Scope, compile: Compile): FilterChange {
  if (expression.kind === 'call') {
    const modifier = modifierOf(expression, scope);
    if (modifier) return { kind: 'modifier', apply: modifier };
    if (expression.name === 'KEEPFILTERS')
      return { kind: 'filter', filter: plainFilter(argument(expression, 0), scope, compile), replaced: () => false };
    const shifted = scope.context?.subqueries ? undefined : shifting(expression, scope);
    if (shifted) return { kind: 'shift', apply: shifted };
  }
  const filter = plainFilter(expression, scope, compile);
  const ofDates = new Set(filter.columns.filter((one) => isCalendarColumn(scope, one)).map(({ table }) => table));
  return { kind: 'filter', filter, replaced: (ref) => ofDates.has(ref.table) || filter.columns.some((one) => sameColumn(one, ref)) };
}

function modifierOf(call: Call, scope: Scope): ApplyFilter | undefined {
  if (call.name === 'ALLEXCEPT') return removingAllExcept(call, scope);
  if (call.name === 'ALLSELECTED') return removingInVisual(call, scope);
  if (call.name === 'USERELATIONSHIP') return followed(call, scope);
  return removers.has(call.name) ? removing(call, scope) : undefined;
}

/** The context after all filter arguments, none of which sees what the others do. */
function changed(start: FilterContext, changes: FilterChange[]): FilterContext {
  const ofKind = <Kind extends FilterChange['kind']>(kind: Kind) =>
    changes.filter((one): one is Extract<FilterChange, { kind: Kind }> => one.kind === kind);
  const modified = ofKind('modifier').reduce((context, { apply }) => apply(context), start);
  const [shift, ...further] = ofKind('shift').map(({ apply }) => apply(start).shift);
  // One move can be joined; several are computed in their place.
  if (further.length > 0) throw new BeyondBranches();
  const filters = ofKind('filter');
  const { shift: before, ...bare } = removeColumns(
    modified,
    (ref) => ref.table === shift?.ref.table || filters.some(({ replaced }) => replaced(ref)),
  );
  const kept = shift ?? before;
  const rest: FilterContext = kept ? { ...bare, shift: kept } : bare;
  return filters.reduce((context, { filter }) => addFilter(context, filter), rest);
}

/** The scope in which CALCULATE computes its first argument. */
function calculated(call: Call, filters: Expression[], scope: Scope, compile: Compile): Scope & { context: Context } {
  const context = measureContext(call, scope);
  if (scope.predicate) throw new DaxError(`The ${call.name} function cannot be used in a true/false filter; FILTER can.`, call.at);
  const start = afterTransition(scope, context.filter);
  const filter = changed(
    start,
    filters.map((one) => filterArgument(one, scope, compile)),
  );
  const { selected, ...others } = context;
  // Without filters and rows the context is still the visual's.
  const own = selected && filters.length === 0 && (scope.transition ?? []).length === 0 ? { selected } : {};
  return { ...withoutRows(scope), context: { ...others, ...own, filter } };
}

const calculate: DaxFunction = {
  takes: [1, Infinity],
  compile: (call, scope, compile) => compile(argument(call, 0), calculated(call, call.args.slice(1), scope, compile)),
};

const calculateTable: TableFunction = {
  takes: [1, Infinity],
  compile: (call, scope, compile) => compile.table(argument(call, 0), calculated(call, call.args.slice(1), scope, compile)),
};

/** The rows of a table that the current rows lead to. */
const relatedTable: TableFunction = {
  takes: [1, 1],
  compile: (call, scope, compile) => compile.table(argument(call, 0), calculated(call, [], scope, compile)),
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
export const contextTables: Record<string, TableFunction> = {
  ALLSELECTED: allSelected,
  CALCULATETABLE: calculateTable,
  RELATEDTABLE: relatedTable,
};
