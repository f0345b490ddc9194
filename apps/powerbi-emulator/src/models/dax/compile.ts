/** Turns DAX into SQL. What it does not know is an error with its position, never a guess. */
import type { Measure } from '../model-index.ts';
import { sql } from '../sql.ts';
import { findColumn } from './arguments.ts';
import { aggregation } from './functions/aggregation.ts';
import { context } from './functions/context.ts';
import { logic } from './functions/logic.ts';
import { values } from './functions/values.ts';
import { binary, contains, unary } from './operators.ts';
import { parseDax } from './parser.ts';
import { constant } from './scalar.ts';
import type { DaxFunction, Scalar, Scope } from './scalar.ts';
import { DaxError } from './syntax.ts';
import type { Call, Expression } from './syntax.ts';

const functions = new Map<string, DaxFunction>(Object.entries({ ...logic, ...aggregation, ...context, ...values }));

function compileCall(call: Call, scope: Scope): Scalar {
  const known = functions.get(call.name);
  if (!known) throw new DaxError(`Failed to resolve name '${call.name}'. It is not a valid table, variable, or function name.`, call.at);
  const [least, most] = known.takes;
  if (call.args.length < least) throw new DaxError(`Too few arguments were passed to the ${call.name} function.`, call.at);
  if (call.args.length > most) throw new DaxError(`Too many arguments were passed to the ${call.name} function.`, call.at);
  return known.compile(call, scope, compileDax);
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
  const measure = scope.index.findMeasure(expression.name);
  if (!measure) throw new DaxError(`The value for '${expression.name}' cannot be determined: there is no such measure.`, expression.at);
  if (!scope.context) throw new DaxError(`The measure [${measure.name}] cannot be used in a row filter.`, expression.at);
  if (scope.measures.includes(measure.name)) {
    throw new DaxError(`A circular dependency was detected: [${[...scope.measures, measure.name].join('], [')}].`, expression.at);
  }
  return compileMeasure(measure, scope);
}

function compileIn(expression: Extract<Expression, { kind: 'binary' }>, scope: Scope): Scalar {
  const { left, right } = expression;
  if (right.kind !== 'rows') throw new DaxError('IN needs a list in braces.', right.at);
  const options = right.rows.map((row) => {
    const [value, ...more] = row;
    if (!value || more.length > 0) throw new DaxError('IN compares one value with a list of single values.', right.at);
    return compileDax(value, scope);
  });
  return contains(compileDax(left, scope), options, expression.at);
}

/** Compiles an expression; the scope says whether it stands in a row, in a measure, or in neither. */
export function compileDax(expression: Expression, scope: Scope): Scalar {
  switch (expression.kind) {
    case 'number':
      return constant(
        expression.integer ? sql`CAST(${expression.value} AS BIGINT)` : sql`${expression.value}`,
        expression.integer ? 'integer' : 'number',
      );
    case 'text':
      return constant(sql`${expression.value}`, 'text');
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
      return binary(expression.operator, compileDax(expression.left, scope), compileDax(expression.right, scope), expression.at);
    case 'table':
      throw new DaxError(`'${expression.name}' is a table or an unknown name; a single value is needed.`, expression.at);
    default:
      throw new DaxError('A list stands only to the right of IN.', expression.at);
  }
}

const parsed = new WeakMap<Measure, Expression>();

/** Compiles a measure of the model in the filter context of the scope. */
export function compileMeasure(measure: Measure, scope: Scope): Scalar {
  const expression = parsed.get(measure) ?? parseDax(measure.expression);
  parsed.set(measure, expression);
  return compileDax(expression, { ...scope, measures: [...scope.measures, measure.name] });
}
