/** What a DAX expression becomes: SQL with a type, and the branches of the query that can make it other than blank. */
import type { ColumnType } from '../../definitions/model.ts';
import type { ContextFilter, FilterContext, GroupKey, TableSource } from '../filterContext.ts';
import type { ColumnRef, ModelIndex, Table } from '../modelIndex.ts';
import { certain, nullSql, sql, trusted } from '../sql.ts';
import type { Sql } from '../sql.ts';
import { DaxError } from './syntax.ts';
import type { Call, Expression, Position } from './syntax.ts';

export type ScalarType = ColumnType | 'blank';

/** One subquery of the answer: aggregates over one table in one filter context. */
export type Branch = { covers_all_groups: boolean };

/** The value can only be other than blank where one of these branches has a row; `everywhere` for a constant. */
export type Support = ReadonlySet<Branch> | 'everywhere';

export type Scalar = { sql: Sql; type: ScalarType; support: Support };

export type Identity = { username: string; roles: string[]; custom_data?: string };

/** An aggregate in SQL; `where` is nothing, or ` FILTER (…)`, which every aggregate function in it must carry. */
export type Aggregation = (where: Sql) => Sql;

/** Aggregates are computed by the query that is being planned. */
export type Aggregate = { table: Table; context: FilterContext; expression: Aggregation; joined: Table[]; type: ScalarType };

export const everyRow = trusted('');

/**
 * How aggregates come to their value. `branches`: all groups at once, joined on the group, as visuals want it.
 * `subqueries`: each in its place, which is slower and can do everything.
 */
export type Context = {
  filter: FilterContext;
  aggregate: (aggregate: Aggregate) => Scalar;
  /** What is filtered from outside of the visual; not known once CALCULATE or the rows of a table have changed the context. */
  selected?: readonly ContextFilter[];
  subqueries?: { source: TableSource; nextAlias: () => string; relate: Relate };
};

/** Groups with values computed for each of them, as visuals have it: columns g0… and v0…. */
export type Relate = (question: {
  groups: GroupKey[];
  values: ((scope: Scope) => Scalar)[];
  /** Values that do not make a group appear. */
  hidden?: ((scope: Scope) => Scalar)[];
  filters: ContextFilter[];
  using?: FilterContext['using'];
}) => {
  statement: Sql;
  values: Scalar[];
};

export type Scope = {
  index: ModelIndex;
  now: Date;
  identity?: Identity;
  /** The row that is being looked at: in role filters, filter arguments of CALCULATE and iterators. */
  row?: (ref: ColumnRef, at: Position) => Sql;
  /** Columns of the row without their table's name; `computed` are those that have none, as ADDCOLUMNS makes them. */
  named?: (name: string, which: 'computed' | 'any') => Scalar | undefined;
  /** What CALCULATE and measures make of the rows that are being looked at. */
  transition?: readonly ContextFilter[];
  /** In a true/false filter of CALCULATE, where no measure may stand. */
  predicate?: boolean;
  /** The filter context: in measures. */
  context?: Context;
  /** What VAR has named, by lower-case name. */
  variables?: ReadonlyMap<string, Scalar | DaxTable>;
  /** The rows of a group of GROUPBY, one of which is looked at. */
  group?: Scope;
  /** Columns over which the row of SUMMARIZE that is computed is a subtotal. */
  summed?: readonly ColumnRef[];
  /** How many functions that catch errors this stands in. */
  tries?: number;
  /** The measures that are being expanded, to notice one that needs itself. */
  measures: readonly string[];
};

/** Compiles an expression to a value, or to a table. */
export type Compile = {
  (expression: Expression, scope: Scope): Scalar;
  table: (expression: Expression, scope: Scope) => DaxTable;
  isTable: (expression: Expression, scope: Scope) => boolean;
};

/** Thrown where all groups at once cannot say it: the expression is compiled again, with subqueries. */
export class BeyondBranches extends Error {}

/** A scope whose aggregates would stand inside another aggregate: that takes subqueries. */
export function inBranches(scope: Scope, context: Context): Scope {
  const aggregate = (): Scalar => {
    throw new BeyondBranches();
  };
  return { ...scope, context: { ...context, aggregate } };
}

export type DaxFunction = {
  /** Fewest and most arguments. */
  takes: [least: number, most: number];
  compile: (call: Call, scope: Scope, compile: Compile) => Scalar;
};

export type TableFunction = {
  takes: [least: number, most: number];
  compile: (call: Call, scope: Scope, compile: Compile) => DaxTable;
};

/** A column of a table that DAX computes; in SQL it is `c0`, `c1`, … by its position. */
export type DaxColumn = {
  /** The table it is named with; none for columns such as `[Total]`. */
  table?: string;
  name: string;
  type: ScalarType;
  /** The column of the model whose values these are, and which they filter. */
  lineage?: ColumnRef;
};

export type DaxTable = {
  columns: DaxColumn[];
  /** Asked for when all that uses its rows has been compiled. */
  statement: () => Sql;
  /** Marked KEEPFILTERS: what one of its rows filters narrows what was filtered before. */
  keeps?: true;
  /** Rows of a model's table bring along what they are related to: columns that were asked for, `x1_2`. */
  expansion?: { table: Table; used: Map<string, ColumnRef>; using: FilterContext['using'] };
};

export const blank: Scalar = { sql: nullSql, type: 'blank', support: new Set() };

export function constant(value: Sql, type: ScalarType): Scalar {
  return { sql: value, type, support: 'everywhere' };
}

/** A value that stands in the query or follows from what is never blank. */
export function literal(value: Sql, type: ScalarType): Scalar {
  return constant(certain(value), type);
}

/** Blank only where all of the operands are blank, as a sum is. */
export function supportOfAny(supports: Support[]): Support {
  const branches = new Set<Branch>();
  for (const support of supports) {
    if (support === 'everywhere') return 'everywhere';
    for (const branch of support) branches.add(branch);
  }
  return branches;
}

/** Blank where one of the operands is blank, as a product is: the operand whose rows are known best decides. */
export function supportOfAll(supports: Support[]): Support {
  const known = supports.filter((support) => support !== 'everywhere');
  return known.find((support) => [...support].every((branch) => branch.covers_all_groups)) ?? known[0] ?? 'everywhere';
}

export function isNumeric(type: ScalarType): boolean {
  return type === 'integer' || type === 'number';
}

export const typeNames: Record<ScalarType, string> = {
  text: 'Text',
  integer: 'Integer',
  number: 'Number',
  boolean: 'True/False',
  date: 'Date',
  datetime: 'Date',
  blank: 'Blank',
};

export function typeError(what: string, type: ScalarType, at: Position): DaxError {
  return new DaxError(`${what} does not work with values of type ${typeNames[type]}.`, at);
}

/** A number for arithmetic; blanks stay blank. */
export function asNumber(scalar: Scalar, what: string, at: Position): Scalar {
  if (isNumeric(scalar.type)) return scalar;
  if (scalar.type === 'blank') return { ...scalar, sql: sql`CAST(NULL AS BIGINT)`, type: 'integer' };
  if (scalar.type === 'boolean') return { ...scalar, sql: sql`CAST(${scalar.sql} AS BIGINT)`, type: 'integer' };
  throw typeError(what, scalar.type, at);
}

/** A truth that is never blank: blank and zero are false. */
export function asCondition(scalar: Scalar, what: string, at: Position): Sql {
  if (scalar.type === 'boolean') return scalar.sql.certain ? scalar.sql : sql`coalesce(${scalar.sql}, FALSE)`;
  if (scalar.type === 'blank') return trusted('FALSE');
  if (isNumeric(scalar.type)) return sql`coalesce(${scalar.sql} <> 0, FALSE)`;
  throw typeError(what, scalar.type, at);
}

/** Text as DAX writes it when it joins values; blanks stay blank. */
export function asText(scalar: Scalar): Sql {
  switch (scalar.type) {
    case 'text':
      return scalar.sql;
    case 'number':
      return sql`regexp_replace(CAST(${scalar.sql} AS VARCHAR), '\.0$', '')`;
    case 'boolean':
      return sql`CASE WHEN ${scalar.sql} THEN 'True' WHEN NOT ${scalar.sql} THEN 'False' END`;
    // As the language of the model writes it, which is English.
    case 'date':
      return sql`strftime(${scalar.sql}, '%-m/%-d/%Y')`;
    case 'datetime':
      return sql`strftime(${scalar.sql}, CASE WHEN CAST(${scalar.sql} AS TIME) = TIME '00:00:00' THEN '%-m/%-d/%Y' ELSE '%-m/%-d/%Y %-I:%M:%S %p' END)`;
    default:
      return sql`CAST(${scalar.sql} AS VARCHAR)`;
  }
}

/** The type that results of several branches of an expression share. */
export function commonType(types: ScalarType[], at: Position): ScalarType {
  const known = [...new Set(types.filter((type) => type !== 'blank'))];
  if (known.length === 0) return 'blank';
  if (known.length === 1 && known[0]) return known[0];
  if (known.every(isNumeric)) return 'number';
  if (known.every((type) => type === 'date' || type === 'datetime')) return 'datetime';
  throw new DaxError(`The results have different types: ${known.map((type) => typeNames[type]).join(', ')}.`, at);
}
