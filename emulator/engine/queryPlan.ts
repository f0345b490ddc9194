/**
 * Turns the fields of a visual into one statement.
 * Aggregates over the same table in the same filter context share a branch (a grouped subquery);
 * the branches are joined on the group, and the values are computed from their columns.
 */
import type { FieldRef } from '../definitions/model.ts';
import { frame, frameStatement } from './branch.ts';
import type { Frame } from './branch.ts';
import { compileDax, compileMeasure } from './dax/compile.ts';
import { BeyondBranches, everyRow, supportOfAny } from './dax/scalar.ts';
import type { Aggregate, Aggregation, Branch, Identity, Scalar, Scope } from './dax/scalar.ts';
import { aliasCounter, blankOf, blankRow, subqueryContext } from './dax/subqueries.ts';
import { groupExpression } from './filterContext.ts';
import type { ContextFilter, FilterContext, GroupKey, TableSource } from './filterContext.ts';
import { requireColumn, requireMeasure } from './modelIndex.ts';
import type { ModelIndex, Table } from './modelIndex.ts';
import { QueryError } from './queryError.ts';
import { allOf, joined, sql, trusted } from './sql.ts';
import type { Sql } from './sql.ts';

export type Planner = {
  index: ModelIndex;
  source: TableSource;
  now: Date;
  identity?: Identity;
  /** Names for rows, when the plan is part of a larger one. */
  nextAlias?: () => string;
};

export type Question = {
  groups: GroupKey[];
  values: Value[];
  /** Values that are only needed to sort or to filter. */
  hidden?: Value[];
  filters: ContextFilter[];
  using?: FilterContext['using'];
  /** Without values: the combinations of groups that were recorded, or all of them. */
  combinations?: 'recorded' | 'all';
};

/** A table of answers: columns g0… (groups), s0… (their sort columns), v0… (values, the hidden ones last). */
export type Relation = { statement: Sql; values: Scalar[] };

type PlannedAggregate = { name: string; expression: Aggregation };
type PlannedBranch = Branch & { name: string; frame: Frame; aggregates: Map<string, PlannedAggregate> };

const functionNames = { sum: 'SUM', average: 'AVERAGE', min: 'MIN', max: 'MAX', count: 'COUNT', distinct_count: 'DISTINCTCOUNT' } as const;

/** Compiles a measure or an aggregated column. */
function compileField(field: FieldRef, scope: Scope): Scalar {
  if ('measure' in field) return compileMeasure(requireMeasure(scope.index, field.table, field.measure), scope);
  requireColumn(scope.index, field.table, field.column);
  if (!('aggregation' in field)) {
    throw new QueryError('InvalidFieldReference', `The column '${field.table}'[${field.column}] needs an aggregation to be a value.`);
  }
  const at = { line: 1, column: 1 };
  const column = { kind: 'column', table: field.table, column: field.column, at } as const;
  return compileDax({ kind: 'call', name: functionNames[field.aggregation], args: [column], at }, scope);
}

/** A value that is computed in one of the ways in which a scope can be set up. */
export type Value = (scope: Scope) => Scalar;

/** A measure or an aggregated column as a value. */
export function fieldValue(field: FieldRef): Value {
  return (scope) => compileField(field, scope);
}

function branchPool(planner: Planner, groups: GroupKey[]) {
  let aggregates = 0;
  const branches = new Map<string, PlannedBranch>();
  function branchFor(table: Table, context: FilterContext): PlannedBranch {
    const framed = frame(planner.index, planner.source, table, context);
    const signature = JSON.stringify([table.name, framed.conditions, framed.groups, framed.shifts, framed.using]);
    const known = branches.get(signature);
    if (known) return known;
    const branch = {
      covers_all_groups: framed.groups.length === groups.length,
      name: `b${branches.size}`,
      frame: framed,
      aggregates: new Map(),
    };
    branches.set(signature, branch);
    return branch;
  }
  function aggregate({ table, context, expression, joined: tables, type }: Aggregate): Scalar {
    const branch = branchFor(table, context);
    for (const one of tables) branch.frame.tables.add(one);
    const signature = JSON.stringify(expression(everyRow));
    const column = branch.aggregates.get(signature) ?? { name: `a${aggregates++}`, expression };
    branch.aggregates.set(signature, column);
    return { sql: trusted(column.name), type, support: new Set([branch]) };
  }
  return { branches, aggregate };
}

type Merged = { branch: PlannedBranch; columns: { name: string; expression: Sql }[] };

function conditionsOf(branch: PlannedBranch): Map<string, Sql> {
  return new Map(branch.frame.conditions.map((condition) => [JSON.stringify(condition), condition]));
}

/** What a branch demands beyond another over the same rows; undefined where the other does not see all of its rows. */
function conditionsBeyond(branch: PlannedBranch, wider: PlannedBranch): Sql[] | undefined {
  const same = (pick: (frame: Frame) => unknown) => JSON.stringify(pick(branch.frame)) === JSON.stringify(pick(wider.frame));
  if (
    branch.frame.table !== wider.frame.table ||
    !same(({ groups }) => groups) ||
    !same(({ shifts }) => shifts) ||
    !same(({ using }) => using)
  )
    return undefined;
  const own = conditionsOf(branch);
  const others = conditionsOf(wider);
  if (others.size >= own.size || [...others.keys()].some((key) => !own.has(key))) return undefined;
  return [...own].filter(([key]) => !others.has(key)).map(([, condition]) => condition);
}

/** Branches that look at some of the rows of another are computed together with it, in one pass. */
function mergeBranches(branches: PlannedBranch[]): { merged: Merged[]; home: Map<Branch, PlannedBranch> } {
  const home = new Map<Branch, PlannedBranch>();
  const merged = new Map<PlannedBranch, Merged>();
  const widestFirst = branches.toSorted((one, other) => one.frame.conditions.length - other.frame.conditions.length);
  for (const branch of widestFirst) {
    const columnsWith = (where: Sql) =>
      [...branch.aggregates.values()].map(({ name, expression }) => ({ name, expression: expression(where) }));
    const wider = [...merged.values()].map((one) => ({ one, beyond: conditionsBeyond(branch, one.branch) })).find(({ beyond }) => beyond);
    if (wider?.beyond) {
      for (const table of branch.frame.tables) wider.one.branch.frame.tables.add(table);
      wider.one.columns.push(...columnsWith(sql` FILTER (WHERE ${allOf(wider.beyond)})`));
      home.set(branch, wider.one.branch);
    } else {
      merged.set(branch, { branch, columns: columnsWith(everyRow) });
      home.set(branch, branch);
    }
  }
  return { merged: [...merged.values()], home };
}

/** The table whose rows say which combinations of columns exist. */
function commonTable(index: ModelIndex, groups: GroupKey[]): Table {
  const needed = [...new Set(groups.map((group) => group.ref.table))];
  const candidates = [...needed, ...index.model.tables];
  const found = candidates.find((table) => needed.every((one) => index.reachable(table).has(one)));
  if (!found) {
    const names = needed.map((table) => `'${table.name}'`).join(', ');
    throw new QueryError('NoRelationship', `The fields of ${names} are not related to each other.`);
  }
  return found;
}

function matching(groups: Frame['groups'], one: string, other: string): Sql {
  return allOf(groups.map(({ position }) => trusted(`${one}.g${position} IS NOT DISTINCT FROM ${other}.g${position}`)));
}

function groupColumns(groups: GroupKey[], from: string): Sql[] {
  return groups.flatMap(({ position, sort_by }) => [
    trusted(`${from}.g${position}`),
    ...(sort_by ? [trusted(`${from}.s${position}`)] : []),
  ]);
}

type GroupedRows = Pick<Question, 'groups' | 'filters' | 'using'>;

/** The combinations of groups that rows of a table have, with the blank one of rows elsewhere that refer to none of them. */
function combinationsOf(planner: Planner, table: Table, context: GroupedRows): Sql {
  const { index, source } = planner;
  const rows = frameStatement(index, source, frame(index, source, table, context), []);
  const blank = blankRow(index, source, table, context);
  if (!blank) return rows;
  const columns = context.groups.flatMap(({ position, ref, grain, sort_by }) => [
    sql`${groupExpression(blankOf(ref.column), grain)} AS ${trusted(`g${position}`)}`,
    ...(sort_by ? [sql`${blankOf(sort_by)} AS ${trusted(`s${position}`)}`] : []),
  ]);
  return sql`${rows} UNION SELECT ${joined(columns, ', ')} WHERE ${blank}`;
}

/** Every combination of the groups' values that the filters leave, whether or not anything was recorded for it. */
function domainStatement(planner: Planner, { groups, ...context }: GroupedRows): Sql {
  const tables = [...new Set(groups.map((group) => group.ref.table))];
  const parts = tables.map((table, position) => {
    const own = groups.filter((group) => group.ref.table === table);
    return sql`(${combinationsOf(planner, table, { ...context, groups: own })}) AS ${trusted(`d${position}`)}`;
  });
  return sql`SELECT * FROM ${joined(parts, ' CROSS JOIN ')}`;
}

/** Which rows the answer has: those of one branch, of several, or all combinations. */
function keysStatement(
  planner: Planner,
  { groups, combinations, ...more }: Question,
  visible: Scalar[],
  home: Map<Branch, PlannedBranch>,
): { branch: string } | { statement: Sql } {
  const context = { filters: more.filters, ...(more.using ? { using: more.using } : {}) };
  if (visible.length === 0 && combinations !== 'all') {
    return { statement: combinationsOf(planner, commonTable(planner.index, groups), { ...context, groups }) };
  }
  const support = supportOfAny(visible.map((value) => value.support));
  const suppliers = support === 'everywhere' ? [] : [...new Set([...support].flatMap((branch) => home.get(branch) ?? []))];
  const [only, ...others] = suppliers;
  if (!only || suppliers.some((branch) => !branch.covers_all_groups))
    return { statement: domainStatement(planner, { ...context, groups }) };
  if (others.length === 0) return { branch: only.name };
  return {
    statement: joined(
      suppliers.map((branch) => sql`SELECT ${joined(groupColumns(groups, branch.name), ', ')} FROM ${trusted(branch.name)}`),
      ' UNION ',
    ),
  };
}

/** What a group filters where its values are computed one by one. */
function groupFilter({ position, ref, grain }: GroupKey, keys: string): ContextFilter {
  return {
    columns: [ref],
    grouped: [ref],
    condition: (resolve) => {
      const column = resolve(ref);
      return column && sql`${groupExpression(column, grain)} IS NOT DISTINCT FROM ${trusted(`${keys}.g${position}`)}`;
    },
  };
}

function scopesOf(
  planner: Planner & { nextAlias: () => string },
  keys: string,
  { groups, filters, using }: Question,
  pool: ReturnType<typeof branchPool>,
) {
  const { index, now, identity } = planner;
  const outside = { index, now, ...(identity ? { identity } : {}), measures: [] };
  const also = using ? { using } : {};
  const filter = { filters, groups, ...also };
  const inGroup = { filters: [...filters, ...groups.map((group) => groupFilter(group, keys))], groups: [], ...also };
  return {
    branches: { ...outside, context: { filter, aggregate: pool.aggregate, selected: filters } },
    trial: { ...outside, context: { filter, aggregate: branchPool(planner, groups).aggregate, selected: filters } },
    subqueries: {
      ...outside,
      context: {
        ...subqueryContext(planner, inGroup, (question) => planRelation(planner, { ...question, combinations: 'all' })),
        selected: filters,
      },
    },
  } satisfies Record<string, Scope>;
}

function needsSubqueries(value: Value, trial: Scope): boolean {
  try {
    value(trial);
    return false;
  } catch (error) {
    if (error instanceof BeyondBranches) return true;
    throw error;
  }
}

/** Plans the answer to a question. */
export function planRelation(planner: Planner, question: Question): Relation {
  const { groups } = question;
  const nextAlias = planner.nextAlias ?? aliasCounter();
  const keysName = nextAlias();
  const pool = branchPool(planner, groups);
  const scopes = scopesOf({ ...planner, nextAlias }, keysName, question, pool);
  const demanding = new Set([...question.values, ...(question.hidden ?? [])].filter((value) => needsSubqueries(value, scopes.trial)));
  const compile = (value: Value) => value(demanding.has(value) ? scopes.subqueries : scopes.branches);
  const visible = question.values.map(compile);
  const values = [...visible, ...(question.hidden ?? []).map(compile)];
  const { merged, home } = mergeBranches([...pool.branches.values()]);
  const known = groups.length > 0 ? keysStatement(planner, question, visible, home) : { statement: trusted('SELECT 1') };
  // Subqueries name the groups of the keys, which therefore need a name of their own.
  const keys =
    'branch' in known && demanding.size > 0
      ? { statement: sql`SELECT ${joined(groupColumns(groups, known.branch), ', ')} FROM ${trusted(known.branch)}` }
      : known;
  const base = 'branch' in keys ? keys.branch : keysName;
  const subqueries = merged.map(
    ({ branch, columns }) => sql`${trusted(branch.name)} AS (${frameStatement(planner.index, planner.source, branch.frame, columns)})`,
  );
  if ('statement' in keys) subqueries.push(sql`${trusted(keysName)} AS (${keys.statement})`);
  const joins = merged
    .filter(({ branch }) => branch.name !== base)
    .map(({ branch }) => sql` LEFT JOIN ${trusted(branch.name)} ON ${matching(branch.frame.groups, base, branch.name)}`);
  const columns = [...groupColumns(groups, base), ...values.map((value, position) => sql`${value.sql} AS ${trusted(`v${position}`)}`)];
  const list = columns.length > 0 ? joined(columns, ', ') : trusted('1');
  const rows = sql`WITH ${joined(subqueries, ', ')} SELECT ${list} FROM ${trusted(base)}${joined(joins, '')}`;
  if (groups.length === 0 || visible.length === 0) return { statement: rows, values };
  const someValue = visible.map((_, position) => `v${position} IS NOT NULL`).join(' OR ');
  return { statement: sql`SELECT * FROM (${rows}) WHERE ${trusted(someValue)}`, values };
}
