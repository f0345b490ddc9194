import { joined, nullSql, sql, trusted } from '../../sql.ts';
import { argument } from '../arguments.ts';
import { choose, compare } from '../operators.ts';
import { asCondition, asNumber, blank, commonType, literal, supportOfAll, supportOfAny } from '../scalar.ts';
import type { Compile, DaxFunction, Scalar, Scope } from '../scalar.ts';
import type { Call } from '../syntax.ts';

function compileAll(call: Call, scope: Scope, compile: Compile): Scalar[] {
  return call.args.map((expression) => compile(expression, scope));
}

function connective(word: 'AND' | 'OR'): DaxFunction {
  return {
    takes: [2, 2],
    compile: (call, scope, compile) => {
      const [left = blank, right = blank] = compileAll(call, scope, compile);
      const what = `The function ${call.name}`;
      return literal(sql`${asCondition(left, what, call.at)} ${trusted(word)} ${asCondition(right, what, call.at)}`, 'boolean');
    },
  };
}

const condition: DaxFunction = {
  takes: [2, 3],
  compile: (call, scope, compile) => {
    const [when = blank, then = blank, otherwise = blank] = compileAll(call, scope, compile);
    return {
      sql: choose([{ when: asCondition(when, 'IF', call.at), result: then.sql }], otherwise.sql),
      type: commonType([then.type, otherwise.type], call.at),
      support: supportOfAny([then.support, otherwise.support]),
    };
  },
};

const selection: DaxFunction = {
  takes: [3, Infinity],
  compile: (call, scope, compile) => {
    const [value = blank, ...rest] = compileAll(call, scope, compile);
    const otherwise = rest.length % 2 === 1 ? rest.at(-1) : undefined;
    const results = otherwise ? [otherwise] : [];
    const cases = [];
    for (let index = 0; index + 1 < rest.length; index += 2) {
      const when = rest[index] ?? blank;
      const then = rest[index + 1] ?? blank;
      results.push(then);
      cases.push({ when: compare('=', value, when, call.args[index + 1]?.at ?? call.at).sql, result: then.sql });
    }
    return {
      sql: choose(cases, otherwise?.sql ?? nullSql),
      type: commonType(
        results.map((result) => result.type),
        call.at,
      ),
      support: supportOfAny(results.map((result) => result.support)),
    };
  },
};

const divide: DaxFunction = {
  takes: [2, 3],
  compile: (call, scope, compile) => {
    const [left = blank, right = blank, alternate] = compileAll(call, scope, compile);
    const dividend = asNumber(left, 'DIVIDE', call.at);
    const divisor = asNumber(right, 'DIVIDE', call.at);
    const other = alternate ? asNumber(alternate, 'DIVIDE', call.at) : blank;
    const quotient = sql`CAST(${dividend.sql} AS DOUBLE) / CAST(${divisor.sql} AS DOUBLE)`;
    return {
      sql: choose([{ when: sql`coalesce(${divisor.sql}, 0) = 0`, result: other.sql }], quotient),
      type: 'number',
      support: alternate ? supportOfAny([dividend.support, other.support]) : supportOfAll([dividend.support, divisor.support]),
    };
  },
};

const coalesce: DaxFunction = {
  takes: [2, Infinity],
  compile: (call, scope, compile) => {
    const values = compileAll(call, scope, compile);
    return {
      sql: sql`coalesce(${joined(
        values.map((value) => value.sql),
        ', ',
      )})`,
      type: commonType(
        values.map((value) => value.type),
        call.at,
      ),
      support: supportOfAny(values.map((value) => value.support)),
    };
  },
};

export const logic: Record<string, DaxFunction> = {
  TRUE: { takes: [0, 0], compile: () => literal(trusted('TRUE'), 'boolean') },
  FALSE: { takes: [0, 0], compile: () => literal(trusted('FALSE'), 'boolean') },
  BLANK: { takes: [0, 0], compile: () => blank },
  AND: connective('AND'),
  OR: connective('OR'),
  NOT: {
    takes: [1, 1],
    compile: (call, scope, compile) => literal(sql`NOT ${asCondition(compile(argument(call, 0), scope), 'NOT', call.at)}`, 'boolean'),
  },
  IF: condition,
  'IF.EAGER': condition,
  SWITCH: selection,
  DIVIDE: divide,
  COALESCE: coalesce,
  ISBLANK: {
    takes: [1, 1],
    compile: (call, scope, compile) => literal(sql`${compile(argument(call, 0), scope).sql} IS NULL`, 'boolean'),
  },
};
