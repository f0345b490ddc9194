/** Groups and their subtotals: what SUMMARIZE and SUMMARIZECOLUMNS group by, and the ways in which they do. */
import type { ColumnRef } from '../../modelIndex.ts';
import { argument, columnArgument, textArgument } from '../arguments.ts';
import type { Compile, Scope } from '../scalar.ts';
import { DaxError } from '../syntax.ts';
import type { Call, Expression } from '../syntax.ts';

/** A level of a hierarchy; the column that says whether a row is the subtotal over it; and what chooses among the rows of this level alone. */
type Level = { refs: ColumnRef[]; flag?: string; filter?: Expression };
type Part = { refs: ColumnRef[] } | { levels: Level[]; total?: Expression };

/** A column of the answer: one that is grouped by, or one that says whether a row is a subtotal. */
export type Grouped = { ref: ColumnRef } | { flag: string };

/** One of the ways in which rows are grouped: for each column of the answer whether it is left out, and filters of these rows. */
export type Grouping = { columns: { column: Grouped; summed: boolean }[]; filters: Expression[] };

function isCall(expression: Expression | undefined, name: string): expression is Call {
  return expression?.kind === 'call' && expression.name === name;
}

function levelColumns(call: Call, position: number, scope: Scope): ColumnRef[] {
  const expression = argument(call, position);
  if (!isCall(expression, 'ROLLUPGROUP')) return [columnArgument(call, position, scope)];
  if (expression.args.length === 0) throw new DaxError('Too few arguments were passed to the ROLLUPGROUP function.', expression.at);
  return expression.args.map((_, each) => columnArgument(expression, each, scope));
}

/** Whether an argument is a filter: a table, marked NONVISUAL or not, where a column could stand. */
function isFilter(expression: Expression | undefined, scope: Scope, compile: Compile): expression is Expression {
  if (!expression || isCall(expression, 'ROLLUPGROUP')) return false;
  return isCall(expression, 'NONVISUAL') || compile.isTable(expression, scope);
}

/** `ROLLUPADDISSUBTOTAL([filter of the grand total,] column, name [, filter of this level] …)`. */
function subtotals(call: Call, scope: Scope, compile: Compile): Part {
  const filterAt = (position: number) => {
    const expression = call.args[position];
    return isFilter(expression, scope, compile) ? expression : undefined;
  };
  const total = filterAt(0);
  const levels: Level[] = [];
  for (let position = total ? 1 : 0; position < call.args.length;) {
    const filter = filterAt(position + 2);
    levels.push({ refs: levelColumns(call, position, scope), flag: textArgument(call, position + 1), ...(filter && { filter }) });
    position += filter ? 3 : 2;
  }
  if (levels.length === 0) throw new DaxError(`Too few arguments were passed to the ${call.name} function.`, call.at);
  return { levels, ...(total && { total }) };
}

function groupPart(call: Call, position: number, scope: Scope, compile: Compile): Part | undefined {
  const expression = argument(call, position);
  if (expression.kind === 'column') return { refs: [columnArgument(call, position, scope)] };
  if (isCall(expression, 'ROLLUPGROUP')) return { refs: levelColumns(call, position, scope) };
  if (isCall(expression, 'ROLLUPADDISSUBTOTAL')) return subtotals(expression, scope, compile);
  return undefined;
}

/** The first arguments of SUMMARIZECOLUMNS, as far as they are groups. */
export function groupParts(call: Call, scope: Scope, compile: Compile): Part[] {
  const parts: Part[] = [];
  for (let position = 0; position < call.args.length; position += 1) {
    const part = groupPart(call, position, scope, compile);
    if (!part) break;
    parts.push(part);
  }
  return parts;
}

/** The levels of `ROLLUP(column, …)` in SUMMARIZE, which has no columns for its subtotals. */
export function rollup(call: Call, scope: Scope): Part {
  if (call.args.length === 0) throw new DaxError('Too few arguments were passed to the ROLLUP function.', call.at);
  return { levels: call.args.map((_, position) => ({ refs: levelColumns(call, position, scope) })) };
}

function groupingsOf(part: Part): Grouping[] {
  if ('refs' in part) return [{ columns: part.refs.map((ref) => ({ column: { ref }, summed: false })), filters: [] }];
  const { levels, total } = part;
  return Array.from({ length: levels.length + 1 }, (_, left) => {
    const shown = levels.length - left;
    const filter = shown > 0 ? levels[shown - 1]?.filter : total;
    return {
      columns: levels.flatMap(({ refs, flag }, level) =>
        [...refs.map((ref) => ({ ref })), ...(flag === undefined ? [] : [{ flag }])].map((column) => ({ column, summed: level >= shown })),
      ),
      filters: filter ? [filter] : [],
    };
  });
}

/** From all levels to the grand total. */
export function groupings(parts: Part[]): Grouping[] {
  return parts.reduce<Grouping[]>(
    (before, part) =>
      before.flatMap((one) =>
        groupingsOf(part).map((own) => ({ columns: [...one.columns, ...own.columns], filters: [...one.filters, ...own.filters] })),
      ),
    [{ columns: [], filters: [] }],
  );
}
