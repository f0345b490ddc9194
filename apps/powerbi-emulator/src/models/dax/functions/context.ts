/** CALCULATE and what its filter arguments may be. */
import { addFilter, removeColumns, sameColumn, shiftDates } from '../../filter-context.ts';
import type { ContextFilter, DateShift, FilterContext, ResolveColumn } from '../../filter-context.ts';
import type { ColumnRef } from '../../model-index.ts';
import { nullSql } from '../../sql.ts';
import { argument, columnArgument, findColumn, findTable, measureContext } from '../arguments.ts';
import { asCondition } from '../scalar.ts';
import type { Compile, DaxFunction, Scope } from '../scalar.ts';
import { DaxError } from '../syntax.ts';
import type { Call, Expression } from '../syntax.ts';

type ApplyFilter = (context: FilterContext) => FilterContext;

function columnsOf(expression: Expression, scope: Scope): ColumnRef[] {
  switch (expression.kind) {
    case 'column':
      return [findColumn(scope, expression.table, expression.column, expression.at)];
    case 'call':
      return expression.args.flatMap((one) => columnsOf(one, scope));
    case 'unary':
      return columnsOf(expression.operand, scope);
    case 'binary':
      return [...columnsOf(expression.left, scope), ...columnsOf(expression.right, scope)];
    case 'rows':
      return expression.rows.flat().flatMap((one) => columnsOf(one, scope));
    default:
      return [];
  }
}

function conditionFilter(expression: Expression, scope: Scope, compile: Compile): ContextFilter {
  const columns = columnsOf(expression, scope).filter((ref, index, all) => all.findIndex((one) => sameColumn(one, ref)) === index);
  if (columns.length === 0) throw new DaxError('A filter of CALCULATE must name a column.', expression.at);
  if (columns.some((ref) => ref.table !== columns[0]?.table)) {
    throw new DaxError('A filter of CALCULATE may only name columns of one table.', expression.at);
  }
  const { context: _, ...rowScope } = scope;
  const condition = (resolve: ResolveColumn) => {
    if (columns.some((ref) => !resolve(ref))) return undefined;
    const row = (ref: ColumnRef) => resolve(ref) ?? nullSql;
    return asCondition(compile(expression, { ...rowScope, row }), 'A filter of CALCULATE', expression.at);
  };
  // Written once for nothing, so that a mistake in it is an error even where no row meets it.
  condition(() => nullSql);
  return { columns, condition };
}

function replacing(filter: ContextFilter): ApplyFilter {
  return (context) =>
    addFilter(
      removeColumns(context, (ref) => filter.columns.some((one) => sameColumn(one, ref))),
      filter,
    );
}

function removing(call: Call, scope: Scope): ApplyFilter {
  if (call.args.length === 0) return (context) => removeColumns(context, () => true);
  const named = call.args.map((expression) => {
    if (expression.kind === 'table') {
      const reached = scope.index.reachable(findTable(scope, expression.name, expression.at));
      return (ref: ColumnRef) => reached.has(ref.table);
    }
    if (expression.kind !== 'column') throw new DaxError(`The ${call.name} function only accepts tables and columns.`, expression.at);
    const column = findColumn(scope, expression.table, expression.column, expression.at);
    return (ref: ColumnRef) => sameColumn(ref, column);
  });
  return (context) => removeColumns(context, (ref) => named.some((matches) => matches(ref)));
}

function shifting(call: Call, scope: Scope, amount: number, unit: DateShift['unit']): ApplyFilter {
  const ref = columnArgument(call, 0, scope);
  if (ref.column.type !== 'date') throw new DaxError(`The ${call.name} function needs a column of dates.`, call.at);
  return (context) => shiftDates(context, ref, amount, unit);
}

function dateAdd(call: Call, scope: Scope): ApplyFilter {
  const negative = call.args[1]?.kind === 'unary' && call.args[1].operator === '-';
  const amount = call.args[1]?.kind === 'unary' ? call.args[1].operand : call.args[1];
  const unit = call.args[2];
  if (amount?.kind !== 'number' || !amount.integer) throw new DaxError('DATEADD needs a whole number of intervals.', call.at);
  if (unit?.kind !== 'table') throw new DaxError('DATEADD needs an interval: DAY, MONTH, QUARTER or YEAR.', call.at);
  const name = (['DAY', 'MONTH', 'QUARTER', 'YEAR'] as const).find((one) => one === unit.name.toUpperCase());
  if (!name) throw new DaxError('DATEADD needs an interval: DAY, MONTH, QUARTER or YEAR.', unit.at);
  return shifting(call, scope, negative ? -amount.value : amount.value, name);
}

function filterArgument(expression: Expression, scope: Scope, compile: Compile): ApplyFilter {
  if (expression.kind === 'call') {
    switch (expression.name) {
      case 'ALL':
      case 'REMOVEFILTERS':
        return removing(expression, scope);
      case 'KEEPFILTERS': {
        const filter = conditionFilter(argument(expression, 0), scope, compile);
        return (context) => addFilter(context, filter);
      }
      case 'SAMEPERIODLASTYEAR':
        return shifting(expression, scope, -1, 'YEAR');
      case 'DATEADD':
        return dateAdd(expression, scope);
      default:
        break;
    }
  }
  return replacing(conditionFilter(expression, scope, compile));
}

/** All filter arguments look at the context outside: what removes comes first, then moved dates, then conditions. */
function stage(expression: Expression): number {
  if (expression.kind !== 'call') return 2;
  if (expression.name === 'ALL' || expression.name === 'REMOVEFILTERS') return 0;
  return expression.name === 'SAMEPERIODLASTYEAR' || expression.name === 'DATEADD' ? 1 : 2;
}

const calculate: DaxFunction = {
  takes: [1, Infinity],
  compile: (call, scope, compile) => {
    const context = measureContext(call, scope);
    const filters = call.args.slice(1).toSorted((one, other) => stage(one) - stage(other));
    const applied = filters.reduce((filter, one) => filterArgument(one, scope, compile)(filter), context.filter);
    return compile(argument(call, 0), { ...scope, context: { ...context, filter: applied } });
  },
};

export const context: Record<string, DaxFunction> = { CALCULATE: calculate };
