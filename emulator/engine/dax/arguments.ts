/** What functions ask of their arguments. */
import type { ColumnRef, Table } from '../modelIndex.ts';
import { DaxError } from './syntax.ts';
import type { Call, Expression, Position } from './syntax.ts';
import type { Scope } from './scalar.ts';

export function argument(call: Call, position: number): Expression {
  const found = call.args[position];
  if (!found) throw new DaxError(`Too few arguments were passed to the ${call.name} function.`, call.at);
  return found;
}

export function findTable(scope: Scope, name: string, at: Position): Table {
  const table = scope.index.findTable(name);
  if (!table) throw new DaxError(`The table '${name}' cannot be found.`, at);
  return table;
}

export function findColumn(scope: Scope, table: string, column: string, at: Position): ColumnRef {
  findTable(scope, table, at);
  const ref = scope.index.findColumn(table, column);
  if (!ref) throw new DaxError(`Column '${column}' in table '${table}' cannot be found.`, at);
  return ref;
}

export function columnArgument(call: Call, position: number, scope: Scope): ColumnRef {
  const expression = argument(call, position);
  if (expression.kind !== 'column') throw new DaxError(`The ${call.name} function only accepts a column reference here.`, expression.at);
  return findColumn(scope, expression.table, expression.column, expression.at);
}

export function textArgument(call: Call, position: number): string {
  const expression = argument(call, position);
  if (expression.kind !== 'text') throw new DaxError(`The ${call.name} function needs a name in quotes here.`, expression.at);
  return expression.value;
}

/** `ASC` or `DESC`, also written as a number or a truth; undefined where nothing is said. */
export function directionArgument(call: Call, position: number): 'ascending' | 'descending' | undefined {
  const expression = call.args[position];
  if (!expression) return undefined;
  const said =
    expression.kind === 'table' || expression.kind === 'call'
      ? expression.name.toUpperCase()
      : expression.kind === 'number' && expression.value;
  if (said === 'ASC' || said === 'TRUE' || said === 1) return 'ascending';
  if (said === 'DESC' || said === 'FALSE' || said === 0) return 'descending';
  throw new DaxError('An order is ASC or DESC.', expression.at);
}

/** The filter context, which only measures have. */
export function measureContext(call: Call, scope: Scope): NonNullable<Scope['context']> {
  if (!scope.context) throw new DaxError(`The ${call.name} function cannot be used in a row filter.`, call.at);
  return scope.context;
}
