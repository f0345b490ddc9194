/** Turns DAX into SQL. What it does not know is an error with its position, never a guess. */
import type { Measure } from '../modelIndex.ts';
import { allOf, anyOf, raise, sql, trusted } from '../sql.ts';
import { findColumn } from './arguments.ts';
import { aggregation } from './functions/aggregation.ts';
import { calendar } from './functions/calendar.ts';
import { context, contextTables } from './functions/context.ts';
import { dates } from './functions/dates.ts';
import { format } from './functions/format.ts';
import { groups } from './functions/groupBy.ts';
import { grouping } from './functions/grouping.ts';
import { inspection } from './functions/inspection.ts';
import { joins } from './functions/joins.ts';
import { knownNames, nearestName } from './functions/knownNames.ts';
import { logic } from './functions/logic.ts';
import { lookup } from './functions/lookup.ts';
import { sets } from './functions/sets.ts';
import { listTable, tables } from './functions/tables.ts';
import { statistics } from './functions/statistics.ts';
import { subtotalling, summarizing } from './functions/summarize.ts';
import { text } from './functions/text.ts';
import { values } from './functions/values.ts';
import { places, windows } from './functions/window.ts';
import { binary, compare, contains, unary } from './operators.ts';
import type { Operand } from './operators.ts';
import { parseDax } from './parser.ts';
import { afterTransition, withoutRows } from './rows.ts';
import { BeyondBranches, blank, constant, literal } from './scalar.ts';
import type { Compile, DaxFunction, DaxTable, Scalar, Scope, TableFunction } from './scalar.ts';
import { modelTable, requireSubqueries } from './subqueries.ts';
import { DaxError, operandsOf } from './syntax.ts';
import type { Binary, Call, Expression, Variable } from './syntax.ts';

const functions = new Map<string, DaxFunction>(
  Object.entries({
    ...logic,
    ...aggregation,
    ...context,
    ...values,
    ...text,
    ...dates,
    ...format,
    ...lookup,
    ...inspection,
    ...places,
    ...subtotalling,
  }),
);
const tableFunctions = new Map<string, TableFunction>(
  Object.entries({
    ...tables,
    ...sets,
    ...joins,
    ...grouping,
    ...summarizing,
    ...groups,
    ...windows,
    ...calendar,
    ...contextTables,
    ...statistics,
  }),
);

const placed = new Map([
  ['REMOVEFILTERS', 'among the filters of CALCULATE'],
  ['USERELATIONSHIP', 'among the filters of CALCULATE'],
  ['IGNORE', 'around a value of SUMMARIZECOLUMNS'],
  ['NONVISUAL', 'around a filter of SUMMARIZECOLUMNS'],
  ['ROLLUPADDISSUBTOTAL', 'among the groups of SUMMARIZECOLUMNS'],
  ['ROLLUP', 'among the groups of SUMMARIZE'],
  ['ROLLUPGROUP', 'among the groups of SUMMARIZE and SUMMARIZECOLUMNS'],
  ['ORDERBY', 'in INDEX, OFFSET, WINDOW, RANK and ROWNUMBER'],
  ['PARTITIONBY', 'in INDEX, OFFSET, WINDOW, RANK and ROWNUMBER'],
  ['MATCHBY', 'in INDEX, OFFSET, WINDOW, RANK and ROWNUMBER'],
]);

function countArguments(call: Call, [least, most]: DaxFunction['takes']): void {
  if (call.args.length < least) throw new DaxError(`Too few arguments were passed to the ${call.name} function.`, call.at);
  if (call.args.length > most) throw new DaxError(`Too many arguments were passed to the ${call.name} function.`, call.at);
}

/** Why a function cannot be called: it stands elsewhere, it is not available here, or there is none of its name. */
function unresolved({ name, at }: Call): DaxError {
  const elsewhere = placed.get(name);
  if (elsewhere !== undefined) return new DaxError(`The ${name} function stands only ${elsewhere}.`, at);
  if (knownNames.has(name)) return new DaxError(`The ${name} function is known but not available here.`, at);
  const near = nearestName(name, [...functions.keys(), ...tableFunctions.keys(), ...knownNames]);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return new DaxError(`Failed to resolve name '${name}'. It is not a valid table, variable, or function name.${hint}`, at);
}

function compileCall(call: Call, scope: Scope): Scalar {
  if (tableFunctions.has(call.name)) return singleValue(call, scope);
  const known = functions.get(call.name);
  if (!known) throw unresolved(call);
  countArguments(call, known.takes);
  return known.compile(call, scope, compileDax);
}

/** A table of one row and one column is a value. */
function singleValue(expression: Expression, scope: Scope): Scalar {
  requireSubqueries(scope, 'A table', expression.at);
  const table = compileTable(expression, scope);
  const [column, ...more] = table.columns;
  if (!column || more.length > 0) {
    throw new DaxError('The expression refers to multiple columns. Multiple columns cannot be converted to a scalar value.', expression.at);
  }
  const several = 'A table of multiple values was supplied where a single value was expected.';
  // The error is no value: whatever the column holds, the first is one of 0 others.
  const value = sql`CASE WHEN count(*) > 1 THEN list(c0)[${raise(several)}] ELSE any_value(c0) END`;
  return constant(sql`(SELECT ${value} FROM (${table.statement()}))`, column.type);
}

function compileColumn(expression: Extract<Expression, { kind: 'column' }>, scope: Scope): Scalar {
  const measure = scope.index.findColumn(expression.table, expression.column) ? undefined : scope.index.findMeasure(expression.column);
  if (measure && measure.table.toLowerCase() === expression.table.toLowerCase()) {
    return compileMeasureReference({ kind: 'measure', name: measure.name, at: expression.at }, scope);
  }
  const ref = findColumn(scope, expression.table, expression.column, expression.at);
  if (!scope.row) {
    throw new DaxError(
      `A single value for column '${ref.column.name}' in table '${ref.table.name}' cannot be determined; an aggregation such as SUM is needed.`,
      expression.at,
    );
  }
  return constant(scope.row(ref, expression.at), ref.column.type);
}

function compileMeasureReference(expression: Extract<Expression, { kind: 'measure' }>, scope: Scope): Scalar {
  const computed = scope.named?.(expression.name, 'computed');
  if (computed) return computed;
  const measure = scope.index.findMeasure(expression.name);
  const unqualified = measure ? undefined : scope.named?.(expression.name, 'any');
  if (unqualified) return unqualified;
  if (!measure) throw new DaxError(`The value for '${expression.name}' cannot be determined: there is no such measure.`, expression.at);
  if (!scope.context) throw new DaxError(`The measure [${measure.name}] cannot be used in a row filter.`, expression.at);
  if (scope.measures.includes(measure.name)) {
    throw new DaxError(`A circular dependency was detected: [${[...scope.measures, measure.name].join('], [')}].`, expression.at);
  }
  if (scope.predicate)
    throw new DaxError(`The measure [${measure.name}] cannot be used in a true/false filter; FILTER can.`, expression.at);
  const filter = afterTransition(scope, scope.context.filter);
  const { selected, ...context } = scope.context;
  const own = selected && (scope.transition ?? []).length === 0 ? { selected } : {};
  return compileMeasure(measure, { ...withoutRows(scope), context: { ...context, ...own, filter } });
}

function compileName(expression: Extract<Expression, { kind: 'table' }>, scope: Scope): Scalar {
  const known = scope.variables?.get(expression.name.toLowerCase());
  if (known && 'columns' in known) return singleValue(expression, scope);
  if (!known) throw new DaxError(`'${expression.name}' is a table or an unknown name; a single value is needed.`, expression.at);
  // Inside the rows of one subquery the columns of another cannot be seen.
  if (scope.row && scope.context && !scope.context.subqueries && known.support !== 'everywhere') throw new BeyondBranches();
  return known;
}

function compileBlock<Result>(
  block: Extract<Expression, { kind: 'block' }>,
  scope: Scope,
  result: (expression: Expression, scope: Scope) => Result,
): Result {
  return result(block.result, withVariables(block.variables, scope));
}

/** The scope after `VAR a = … VAR b = …`: each is computed where it is defined, and sees those before it. */
export function withVariables(definitions: Variable[], scope: Scope): Scope {
  return definitions.reduce((inner, { name, value }) => {
    const compiled = isTable(value, inner) ? compileTable(value, inner) : compileDax(value, inner);
    return { ...inner, variables: new Map(inner.variables).set(name.toLowerCase(), compiled) };
  }, scope);
}

/** Whether an expression is a table, as far as its outermost name tells. */
function isTable(expression: Expression, scope: Scope, local: Variable[] = []): boolean {
  switch (expression.kind) {
    case 'table': {
      const own = local.findLast(({ name }) => name.toLowerCase() === expression.name.toLowerCase());
      if (own) return isTable(own.value, scope, local.slice(0, local.indexOf(own)));
      const known = scope.variables?.get(expression.name.toLowerCase());
      return known ? 'columns' in known : scope.index.findTable(expression.name) !== undefined;
    }
    case 'call':
      return tableFunctions.has(expression.name);
    case 'block':
      return isTable(expression.result, scope, [...local, ...expression.variables]);
    default:
      return expression.kind === 'rows';
  }
}

/** Compiles an expression that must be a table. */
export function compileTable(expression: Expression, scope: Scope): DaxTable {
  switch (expression.kind) {
    case 'table': {
      const known = scope.variables?.get(expression.name.toLowerCase());
      if (known && 'columns' in known) return known;
      const table = known ? undefined : scope.index.findTable(expression.name);
      if (!table) throw new DaxError(`The table '${expression.name}' cannot be found.`, expression.at);
      const { subqueries, filter } = requireSubqueries(scope, 'A table', expression.at);
      return modelTable(scope.index, subqueries.source, table, filter);
    }
    case 'rows': {
      requireSubqueries(scope, 'A list', expression.at);
      const rows = expression.rows.map((row) => row.map((one) => compileDax(one, scope)));
      return listTable(rows, expression.at);
    }
    case 'block':
      return compileBlock(expression, scope, compileTable);
    case 'call': {
      const known = tableFunctions.get(expression.name);
      if (known) {
        countArguments(expression, known.takes);
        return known.compile(expression, scope, compileDax);
      }
      if (functions.has(expression.name)) break;
      throw unresolved(expression);
    }
    default:
      break;
  }
  throw new DaxError('The expression specified in the query is not a valid table expression.', expression.at);
}

function compileIn(expression: Extract<Expression, { kind: 'binary' }>, scope: Scope): Scalar {
  const { left, right } = expression;
  const values = (left.kind === 'tuple' ? left.items : [left]).map((one) => compileDax(one, scope));
  const [value, ...more] = values;
  if (right.kind !== 'rows') return inTable(values, right, scope);
  const rows = right.rows.map((row) => row.map((one) => compileDax(one, scope)));
  if (!value || rows.some((row) => row.length !== values.length)) {
    throw new DaxError('IN compares as many values as the rows of its list have.', right.at);
  }
  if (more.length === 0)
    return contains(
      value,
      rows.map(([option = blank]) => option),
      expression.at,
    );
  const row = (options: Scalar[]) =>
    allOf(options.map((option, position) => compare('==', values[position] ?? blank, option, expression.at).sql));
  return constant(anyOf(rows.map(row)), 'boolean');
}

/** `value IN table`. */
function inTable(values: Scalar[], expression: Expression, scope: Scope): Scalar {
  const { subqueries } = requireSubqueries(scope, 'A table', expression.at);
  const table = compileTable(expression, scope);
  if (table.columns.length !== values.length) {
    throw new DaxError('IN compares as many values as its table has columns.', expression.at);
  }
  const alias = subqueries.nextAlias();
  const same = table.columns.map(({ type }, position) => {
    const column = constant(trusted(`${alias}.c${position}`), type);
    return compare('==', values[position] ?? blank, column, expression.at).sql;
  });
  return constant(sql`EXISTS (SELECT 1 FROM (${table.statement()}) AS ${trusted(alias)} WHERE ${allOf(same)})`, 'boolean');
}

function compileRow(expression: Binary, scope: Scope): Scalar {
  const [first, next, ...more] = operandsOf(expression);
  const compiled = ({ operator, operand, at }: typeof next): Operand => ({ operator, value: compileDax(operand, scope), at });
  return binary(compileDax(first, scope), [compiled(next), ...more.map(compiled)]);
}

function compileScalar(expression: Expression, scope: Scope): Scalar {
  switch (expression.kind) {
    case 'number':
      return literal(
        expression.integer ? sql`CAST(${expression.value} AS BIGINT)` : sql`${expression.value}`,
        expression.integer ? 'integer' : 'number',
      );
    case 'text':
      return literal(sql`${expression.value}`, 'text');
    case 'date':
      return expression.value.length > 10
        ? literal(sql`CAST(${expression.value} AS TIMESTAMP)`, 'datetime')
        : literal(sql`CAST(${expression.value} AS DATE)`, 'date');
    case 'column':
      return compileColumn(expression, scope);
    case 'measure':
      return compileMeasureReference(expression, scope);
    case 'call':
      return compileCall(expression, scope);
    case 'unary':
      return unary(expression.operator, compileDax(expression.operand, scope), expression.at);
    case 'binary':
      if (expression.operator === 'IN') return compileIn(expression, scope);
      return compileRow(expression, scope);
    case 'table':
      return compileName(expression, scope);
    case 'block':
      return compileBlock(expression, scope, compileDax);
    case 'rows':
      return singleValue(expression, scope);
    default:
      throw new DaxError('Several values in parentheses stand only to the left of IN.', expression.at);
  }
}

/** Compiles an expression; the scope says whether it stands in a row, in a measure, or in neither. */
export const compileDax: Compile = Object.assign(compileScalar, { table: compileTable, isTable });

const parsed = new WeakMap<Measure, Expression>();

/** Lets a query define a measure by an expression that has been read already. */
export function defineMeasure(name: string, table: string, expression: Expression): Measure {
  const measure: Measure = { name, table, expression: '' };
  parsed.set(measure, expression);
  return measure;
}

/** Compiles a measure of the model in the filter context of the scope. */
export function compileMeasure(measure: Measure, scope: Scope): Scalar {
  const expression = parsed.get(measure) ?? parseDax(measure.expression);
  parsed.set(measure, expression);
  const { variables: _, ...outside } = scope;
  return compileDax(expression, { ...outside, measures: [...scope.measures, measure.name] });
}
