/** What is filtered, what something is, and what cannot be computed. */
import type { ColumnRef } from '../../modelIndex.ts';
import { sameColumn } from '../../filterContext.ts';
import { nullSql, raise, sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { argument, columnArgument, findTable, measureContext } from '../arguments.ts';
import { commonType, constant, isNumeric, literal, supportOfAny } from '../scalar.ts';
import type { Aggregation, Compile, DaxFunction, Scalar, ScalarType, Scope } from '../scalar.ts';
import { DaxError } from '../syntax.ts';
import type { Call } from '../syntax.ts';

function truth(value: boolean): Scalar {
  return literal(trusted(value ? 'TRUE' : 'FALSE'), 'boolean');
}

/** What the filter context names: filters, groups, and dates that were moved. */
function filtered(call: Call, scope: Scope): ColumnRef[] {
  const { filter } = measureContext(call, scope);
  const shifted = filter.shift ? [filter.shift.ref] : [];
  return [...filter.filters.flatMap(({ columns }) => columns), ...filter.groups.map(({ ref }) => ref), ...shifted];
}

/** Whether a column, or some column of a table, is filtered: itself, or by what leads to it. */
function isFiltered(across: boolean): DaxFunction {
  return {
    takes: [1, 1],
    compile: (call, scope) => {
      const expression = argument(call, 0);
      const column = expression.kind === 'table' ? undefined : columnArgument(call, 0, scope);
      const table = column?.table ?? (expression.kind === 'table' ? findTable(scope, expression.name, expression.at) : undefined);
      const reached = table && scope.index.reachable(table, scope.context?.filter.using);
      const own = (one: ColumnRef) => (column ? sameColumn(one, column) : one.table === table);
      return truth(filtered(call, scope).some((one) => (across ? reached?.has(one.table) : own(one))));
    },
  };
}

/** Whether rows are grouped by a column where this is computed: a subtotal over it is out of its scope. */
const isInScope: DaxFunction = {
  takes: [1, 1],
  compile: (call, scope) => {
    const { filter } = measureContext(call, scope);
    const ref = columnArgument(call, 0, scope);
    const grouped = [...filter.groups.map((group) => group.ref), ...filter.filters.flatMap((one) => one.grouped ?? [])];
    return truth(grouped.some((one) => sameColumn(one, ref)));
  },
};

function ofType(matches: (type: ScalarType) => boolean): DaxFunction {
  return {
    takes: [1, 1],
    compile: (call, scope, compile) => {
      const value = compile(argument(call, 0), scope);
      return matches(value.type) ? constant(sql`${value.sql} IS NOT NULL`, 'boolean') : truth(false);
    },
  };
}

/** The places of a text's parentheses that hold a query, outside of each other; undefined where one is a list to search in. */
function queriesIn(text: string): { from: number; to: number }[] | undefined {
  const found: { from: number; to: number }[] = [];
  let depth = 0;
  let open: { from: number; depth: number } | undefined;
  for (const { 0: token, index } of text.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|(?:EXISTS )?\(SELECT\b|[()]/g)) {
    if (token.endsWith('(SELECT')) {
      if (!open && /\bIN $/.test(text.slice(0, index))) return undefined;
      open ??= { from: index, depth };
      depth += 1;
    } else if (token === '(') depth += 1;
    else if (token === ')') {
      depth -= 1;
      if (open?.depth === depth) {
        found.push({ from: open.from, to: index + 1 });
        open = undefined;
      }
    }
  }
  return found;
}

/** What may fail, and the rows of one that hold what was queried for it: the database does not try queries. */
function tried(value: Sql, alias: string): { value: Sql; rows?: Sql } | undefined {
  const queries = queriesIn(value.text);
  if (!queries) return undefined;
  const valuesBefore = (end: number) =>
    [
      ...value.text
        .slice(0, end)
        .replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, '')
        .matchAll(/\?/g),
    ].length;
  let rest: Sql = { text: '', values: [] };
  const held: Sql[] = [];
  let end = 0;
  const piece = (from: number, to: number): Sql => ({
    text: value.text.slice(from, to),
    values: value.values.slice(valuesBefore(from), valuesBefore(to)),
  });
  for (const { from, to } of queries) {
    rest = sql`${rest}${piece(end, from)}${trusted(`${alias}.e${held.length}`)}`;
    held.push(sql`${piece(from, to)} AS ${trusted(`e${held.length}`)}`);
    end = to;
  }
  rest = sql`${rest}${piece(end, value.text.length)}`;
  return held.length > 0 ? { value: rest, rows: sql`SELECT ${held.reduce((all, one) => sql`${all}, ${one}`)}` } : { value: rest };
}

/** A value that cannot be computed, or is no number, becomes an error that can be caught; `other` takes its place. */
function caught(value: Scalar, other: Sql, scope: Scope): Sql {
  const alias = scope.context?.subqueries?.nextAlias() ?? 'held';
  const parts = tried(value.sql, alias) ?? { value: value.sql };
  const checked = isNumeric(value.type)
    ? sql`CASE WHEN isfinite(CAST(${parts.value} AS DOUBLE)) IS FALSE THEN ${raise('no number')} ELSE ${parts.value} END`
    : parts.value;
  const answer = sql`struct_extract(coalesce(TRY({'v': ${checked}}), {'v': ${other}}), 'v')`;
  return parts.rows ? sql`(SELECT ${answer} FROM (${parts.rows}) AS ${trusted(alias)})` : answer;
}

/** The value of a row, with the place where queries stand that it holds; nothing where it cannot be computed. */
function attempted(value: Sql, scope: Scope, otherwise = nullSql): Sql {
  const alias = scope.context?.subqueries?.nextAlias() ?? 'held';
  const parts = tried(value, alias) ?? { value };
  const answer = sql`coalesce(TRY({'v': ${parts.value}}), ${otherwise})`;
  return parts.rows ? sql`(SELECT ${answer} FROM (${parts.rows}) AS ${trusted(alias)})` : answer;
}

const noNumber = trusted("CAST('nan' AS DOUBLE)");

/**
 * Within a function that catches errors an aggregate of rows, one of which cannot be computed, is no number, which is caught outside:
 * the database cannot try a query. `carries`: the aggregate of values one of which is no number is none by itself.
 */
export function ofAttempts(value: Scalar, row: Scope, aggregate: (value: Sql) => Aggregation, carries: boolean): Aggregation {
  if (row.tries === undefined) return aggregate(value.sql);
  if (carries) {
    const known = attempted(sql`CAST(${value.sql} AS DOUBLE)`, row, sql`{'v': ${noNumber}}`);
    return aggregate(sql`struct_extract(${known}, 'v')`);
  }
  const known = attempted(value.sql, row);
  return (where) =>
    sql`CASE WHEN bool_or(${known} IS NULL)${where} THEN ${noNumber} ELSE ${aggregate(sql`struct_extract(${known}, 'v')`)(where)} END`;
}

/** The database takes twice as long for each further one inside of another. */
const deepestTries = 8;

/** The first argument, whose errors are caught. */
function triedArgument(call: Call, scope: Scope, compile: Compile): Scalar {
  const tries = (scope.tries ?? 0) + 1;
  if (tries > deepestTries) throw new DaxError(`The ${call.name} function is nested too deeply.`, call.at);
  return compile(argument(call, 0), { ...scope, tries });
}

const ifError: DaxFunction = {
  takes: [2, 2],
  compile: (call, scope, compile) => {
    const [value, other] = [triedArgument(call, scope, compile), compile(argument(call, 1), scope)];
    return {
      sql: caught(value, other.sql, scope),
      type: commonType([value.type, other.type], call.at),
      support: supportOfAny([value.support, other.support]),
    };
  },
};

const isError: DaxFunction = {
  takes: [1, 1],
  compile: (call, scope, compile) => {
    const value = triedArgument(call, scope, compile);
    const known = {
      ...value,
      sql: sql`coalesce(${isNumeric(value.type) ? sql`${value.sql} * 0.0` : sql`CASE WHEN ${value.sql} IS NULL THEN 0.0 END`}, 0.0)`,
      type: 'number' as const,
    };
    return constant(sql`${caught(known, nullSql, scope)} IS NULL`, 'boolean');
  },
};

export const inspection: Record<string, DaxFunction> = {
  ISFILTERED: isFiltered(false),
  ISCROSSFILTERED: isFiltered(true),
  ISINSCOPE: isInScope,
  ISNUMBER: ofType(isNumeric),
  ISTEXT: ofType((type) => type === 'text'),
  ISLOGICAL: ofType((type) => type === 'boolean'),
  IFERROR: ifError,
  ISERROR: isError,
};
