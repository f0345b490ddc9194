/** Text, value by value. */
import { joined, raise, sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { argument } from '../arguments.ts';
import { asNumber, asText, commonType, constant, supportOfAny } from '../scalar.ts';
import type { Compile, DaxFunction, ScalarType, Scope } from '../scalar.ts';
import type { Call } from '../syntax.ts';

function textArgument(call: Call, position: number, scope: Scope, compile: Compile): Sql {
  return sql`coalesce(${asText(compile(argument(call, position), scope))}, '')`;
}

function countArgument(call: Call, position: number, scope: Scope, compile: Compile): Sql {
  return sql`CAST(coalesce(${asNumber(compile(argument(call, position), scope), call.name, call.at).sql}, 0) AS BIGINT)`;
}

function ofText(type: ScalarType, expression: (value: Sql) => Sql): DaxFunction {
  return {
    takes: [1, 1],
    compile: (call, scope, compile) => {
      const value = compile(argument(call, 0), scope);
      return { ...value, sql: expression(asText(value)), type };
    },
  };
}

function textPart(from: 'left' | 'right'): DaxFunction {
  return {
    takes: [1, 2],
    compile: (call, scope, compile) => {
      const value = compile(argument(call, 0), scope);
      const length = call.args[1] ? countArgument(call, 1, scope, compile) : trusted('1');
      return { ...value, sql: sql`${trusted(from)}(${asText(value)}, ${length})`, type: 'text' };
    },
  };
}

const middle: DaxFunction = {
  takes: [3, 3],
  compile: (call, scope, compile) => {
    const value = compile(argument(call, 0), scope);
    const [start, length] = [countArgument(call, 1, scope, compile), countArgument(call, 2, scope, compile)];
    return { ...value, sql: sql`substring(${asText(value)}, ${start}, ${length})`, type: 'text' };
  },
};

const contained: DaxFunction = {
  takes: [2, 2],
  compile: (call, scope, compile) => {
    const [within, find] = [textArgument(call, 0, scope, compile), textArgument(call, 1, scope, compile)];
    return constant(sql`contains(lower(${within}), lower(${find}))`, 'boolean');
  },
};

const concatenated: DaxFunction = {
  takes: [2, 2],
  compile: (call, scope, compile) => {
    const parts = call.args.map((expression) => compile(expression, scope));
    return {
      sql: sql`(${textArgument(call, 0, scope, compile)} || ${textArgument(call, 1, scope, compile)})`,
      type: 'text',
      support: supportOfAny(parts.map(({ support }) => support)),
    };
  },
};

/** Every occurrence, in the case in which it is written. */
const substituted: DaxFunction = {
  takes: [3, 3],
  compile: (call, scope, compile) => {
    const value = compile(argument(call, 0), scope);
    const [old, fresh] = [textArgument(call, 1, scope, compile), textArgument(call, 2, scope, compile)];
    return { ...value, sql: sql`replace(${asText(value)}, ${old}, ${fresh})`, type: 'text' };
  },
};

/** Where a text stands in another, from 1; what is given instead when it does not, or else an error. */
function position(fold: 'lower' | ''): DaxFunction {
  return {
    takes: [2, 4],
    compile: (call, scope, compile) => {
      const [find, within] = [0, 1].map((one) => sql`${trusted(fold)}(${textArgument(call, one, scope, compile)})`);
      const start = call.args[2] ? sql`greatest(${countArgument(call, 2, scope, compile)}, 1)` : trusted('1');
      const other = call.args[3] ? compile(call.args[3], scope) : undefined;
      const found = sql`position(${find ?? trusted("''")} IN substring(${within ?? trusted("''")}, ${start}))`;
      const missing = other?.sql ?? raise('The search text provided to the function could not be found in the given text.');
      return constant(
        sql`CASE WHEN ${found} > 0 THEN ${found} + ${start} - 1 ELSE ${missing} END`,
        commonType(['integer', ...(other ? [other.type] : [])], call.at),
      );
    },
  };
}

const repeated: DaxFunction = {
  takes: [2, 2],
  compile: (call, scope, compile) => {
    const value = compile(argument(call, 0), scope);
    return { ...value, sql: sql`repeat(${asText(value)}, ${countArgument(call, 1, scope, compile)})`, type: 'text' };
  },
};

const exact: DaxFunction = {
  takes: [2, 2],
  compile: (call, scope, compile) =>
    constant(sql`(${textArgument(call, 0, scope, compile)} = ${textArgument(call, 1, scope, compile)})`, 'boolean'),
};

/** The number that a text says, in the language of the model, which is English. */
const numberOf: DaxFunction = {
  takes: [1, 1],
  compile: (call, scope, compile) => {
    const value = compile(argument(call, 0), scope);
    return { ...value, sql: sql`CAST(replace(trim(${asText(value)}), ',', '') AS DOUBLE)`, type: 'number' };
  },
};

const character: DaxFunction = {
  takes: [1, 1],
  compile: (call, scope, compile) =>
    constant(sql`chr(CAST(${asNumber(compile(argument(call, 0), scope), call.name, call.at).sql} AS INTEGER))`, 'text'),
};

/** Texts beside each other, with something between. */
const combined: DaxFunction = {
  takes: [3, Infinity],
  compile: (call, scope, compile) => {
    const [delimiter, ...parts] = call.args.map((_, position) => textArgument(call, position, scope, compile));
    return constant(sql`concat_ws(${delimiter ?? trusted("''")}, ${joined(parts, ', ')})`, 'text');
  },
};

export const text: Record<string, DaxFunction> = {
  UPPER: ofText('text', (value) => sql`upper(${value})`),
  LOWER: ofText('text', (value) => sql`lower(${value})`),
  TRIM: ofText('text', (value) => sql`regexp_replace(trim(${value}), ' +', ' ', 'g')`),
  LEN: ofText('integer', (value) => sql`length(${value})`),
  LEFT: textPart('left'),
  RIGHT: textPart('right'),
  MID: middle,
  CONCATENATE: concatenated,
  SUBSTITUTE: substituted,
  SEARCH: position('lower'),
  FIND: position(''),
  REPT: repeated,
  EXACT: exact,
  CONTAINSSTRING: contained,
  VALUE: numberOf,
  UNICHAR: character,
  COMBINEVALUES: combined,
};
