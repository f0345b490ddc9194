/** The arguments that INDEX, OFFSET, WINDOW, ROWNUMBER and RANK share: a relation, its order, and how it is divided. */
import { findPosition } from '../rows.ts';
import type { DaxTable, Scope } from '../scalar.ts';
import { DaxError } from '../syntax.ts';
import type { Call, Expression } from '../syntax.ts';

/** Where blanks stand in an order. */
type Blanks = 'default' | 'first' | 'last';

export type WindowParts = {
  relation?: Expression;
  order: { by: Expression; direction: 'ascending' | 'descending'; blanks?: Blanks }[];
  blanks: Blanks;
  partition: Expression[];
  /** The columns by which the current row is known. */
  match?: Expression[];
};

/** `ASC` or `DESC`, and where blanks stand if that is said with it. */
function directionOf(expression: Expression | undefined): Omit<WindowParts['order'][number], 'by'> | undefined {
  const [, word, place] = (expression?.kind === 'table' && /^(asc|desc)(?: blanks (\w+))?$/i.exec(expression.name)) || [];
  if (word === undefined) return undefined;
  const blanks = place === undefined ? undefined : blanksNamed(place);
  return { direction: word.toUpperCase() === 'DESC' ? 'descending' : 'ascending', ...(blanks && { blanks }) };
}

function ordersOf(call: Call): WindowParts['order'] {
  const order: WindowParts['order'] = [];
  for (let position = 0; position < call.args.length;) {
    const by = call.args[position];
    if (!by) break;
    const said = directionOf(call.args[position + 1]);
    order.push({ by, ...(said ?? { direction: 'ascending' }) });
    position += said ? 2 : 1;
  }
  return order;
}

function blanksNamed(name: string): Blanks | undefined {
  const word = name.toLowerCase();
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
  const blanks = expression.kind === 'table' ? blanksNamed(expression.name) : undefined;
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
