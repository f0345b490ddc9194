/** What functions ask of their arguments. */
import type { ColumnRef, Table } from '../model-index.ts';
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

export function tableArgument(call: Call, position: number, scope: Scope): Table {
  const expression = argument(call, position);
  if (expression.kind !== 'table') throw new DaxError(`The ${call.name} function only accepts a table name here.`, expression.at);
  return findTable(scope, expression.name, expression.at);
}

/** The filter context, which only measures have. */
export function measureContext(call: Call, scope: Scope): NonNullable<Scope['context']> {
  if (!scope.context) throw new DaxError(`The ${call.name} function cannot be used in a row filter.`, call.at);
  return scope.context;
}
