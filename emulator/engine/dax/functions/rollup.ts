/** What SUMMARIZECOLUMNS groups by: columns, and levels with their subtotals. */
import type { ColumnRef } from '../../modelIndex.ts';
import { argument, columnArgument, textArgument } from '../arguments.ts';
import type { Scope } from '../scalar.ts';
import { DaxError } from '../syntax.ts';
import type { Call } from '../syntax.ts';

/** A level of a hierarchy, and the name of the column that says whether a row is the subtotal over it. */
type Level = { refs: ColumnRef[]; flag: string };
type Part = { refs: ColumnRef[] } | { levels: Level[] };

/** A column of the answer: one that is grouped by, or one that says whether a row is a subtotal. */
export type Grouped = { ref: ColumnRef } | { flag: string };

/** One of the ways in which rows are grouped: for each column of the answer whether it is left out. */
type Grouping = { column: Grouped; summed: boolean }[];

function levelColumns(call: Call, position: number, scope: Scope): ColumnRef[] {
  const expression = argument(call, position);
  if (expression.kind !== 'call' || expression.name !== 'ROLLUPGROUP') return [columnArgument(call, position, scope)];
  return expression.args.map((_, each) => columnArgument(expression, each, scope));
}

function levelsOf(call: Call, scope: Scope): Level[] {
  if (call.args.length % 2 !== 0)
    throw new DaxError('The filters of the ROLLUPADDISSUBTOTAL function are known but not available here.', call.at);
  const levels: Level[] = [];
  for (let position = 0; position < call.args.length; position += 2)
    levels.push({ refs: levelColumns(call, position, scope), flag: textArgument(call, position + 1) });
  return levels;
}

/** The first arguments of SUMMARIZECOLUMNS, as far as they are groups. */
export function groupParts(call: Call, scope: Scope): Part[] {
  const parts: Part[] = [];
  for (const [position, expression] of call.args.entries()) {
    if (expression.kind === 'column') parts.push({ refs: [columnArgument(call, position, scope)] });
    else if (expression.kind === 'call' && expression.name === 'ROLLUPADDISSUBTOTAL') parts.push({ levels: levelsOf(expression, scope) });
    else break;
  }
  return parts;
}

function groupingsOf(part: Part): Grouping[] {
  if ('refs' in part) return [part.refs.map((ref) => ({ column: { ref }, summed: false }))];
  const { levels } = part;
  return Array.from({ length: levels.length + 1 }, (_, shown) =>
    levels.flatMap(({ refs, flag }, level) =>
      [...refs.map((ref) => ({ ref })), { flag }].map((column) => ({ column, summed: level >= levels.length - shown })),
    ),
  );
}

/** From all levels to the grand total. */
export function groupings(parts: Part[]): Grouping[] {
  return parts.reduce<Grouping[]>((before, part) => before.flatMap((one) => groupingsOf(part).map((own) => [...one, ...own])), [[]]);
}
