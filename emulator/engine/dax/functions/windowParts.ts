/** The arguments that INDEX, OFFSET, WINDOW, ROWNUMBER and RANK share: a relation, its order, and how it is divided. */
import { directionArgument } from '../arguments.ts';
import { findPosition } from '../rows.ts';
import type { DaxTable, Scope } from '../scalar.ts';
import { DaxError } from '../syntax.ts';
import type { Call, Expression } from '../syntax.ts';

export type WindowParts = {
  relation?: Expression;
  order: { by: Expression; direction: 'ascending' | 'descending' }[];
  blanks: 'default' | 'first' | 'last';
  partition: Expression[];
  /** The columns by which the current row is known. */
  match?: Expression[];
};

function isDirection(expression: Expression | undefined): boolean {
  return expression?.kind === 'table' && /^(?:asc|desc)$/i.test(expression.name);
}

function ordersOf(call: Call): WindowParts['order'] {
  const order: WindowParts['order'] = [];
  for (let position = 0; position < call.args.length;) {
    const by = call.args[position];
    if (!by) break;
    const said = isDirection(call.args[position + 1]);
    order.push({ by, direction: (said ? directionArgument(call, position + 1) : undefined) ?? 'ascending' });
    position += said ? 2 : 1;
  }
  return order;
}

/** `DEFAULT`, `FIRST` or `LAST`: where blanks stand. */
function blanksOf(expression: Expression): WindowParts['blanks'] | undefined {
  const word = expression.kind === 'table' ? expression.name.toLowerCase() : undefined;
  return word === 'default' || word === 'first' || word === 'last' ? word : undefined;
}

/** Takes one argument into the parts; says whether it is one of them. */
function take(parts: WindowParts, expression: Expression): boolean {
  if (expression.kind === 'call') {
    if (expression.omitted) return true;
    if (expression.name === 'ORDERBY') parts.order = ordersOf(expression);
    else if (expression.name === 'PARTITIONBY') parts.partition = expression.args;
    else if (expression.name === 'MATCHBY') parts.match = expression.args;
    else return false;
    return true;
  }
  const blanks = blanksOf(expression);
  if (blanks) parts.blanks = blanks;
  return blanks !== undefined;
}

/** Reads the arguments from a position on; the relation can only come first. */
export function windowParts(call: Call, from: number): WindowParts {
  const parts: WindowParts = { order: [], blanks: 'default', partition: [] };
  for (const [position, expression] of call.args.slice(from).entries()) {
    if (take(parts, expression)) continue;
    if (position > 0) throw new DaxError(`The ${call.name} function only accepts ORDERBY, PARTITIONBY and MATCHBY here.`, expression.at);
    parts.relation = expression;
  }
  return parts;
}

/** The position of a column of the relation, named with its table or without. */
export function findNamed(expression: Expression, table: DaxTable, scope: Scope): number {
  if (expression.kind === 'measure') return table.columns.findIndex(({ name }) => name.toLowerCase() === expression.name.toLowerCase());
  const ref = expression.kind === 'column' ? scope.index.findColumn(expression.table, expression.column) : undefined;
  return ref ? findPosition(table, ref) : -1;
}
