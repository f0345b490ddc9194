/**
 * Turns the fields of a visual into one statement.
 * Aggregates over the same table in the same filter context share a branch (a grouped subquery);
 * the branches are joined on the group, and the values are computed from their columns.
 */
import type { FieldRef } from '../definition.ts';
import { frame, frameStatement } from './branch.ts';
import type { Frame } from './branch.ts';
import { compileDax, compileMeasure } from './dax/compile.ts';
import { supportOfAny } from './dax/scalar.ts';
import type { Aggregate, Branch, Identity, Scalar, Scope } from './dax/scalar.ts';
import type { ContextFilter, FilterContext, GroupKey } from './filter-context.ts';
import { requireColumn, requireMeasure } from './model-index.ts';
import type { ModelIndex, Table } from './model-index.ts';
import { QueryError } from './query-error.ts';
import type { TableSource } from './security.ts';
import { allOf, joined, sql, trusted } from './sql.ts';
import type { Sql } from './sql.ts';

export type Planner = { index: ModelIndex; source: TableSource; now: Date; identity?: Identity };

/** A table of answers: columns g0… (groups), s0… (their sort columns), v0… (values, the hidden ones last). */
export type Relation = { statement: Sql; values: Scalar[] };

type PlannedBranch = Branch & { name: string; frame: Frame; aggregates: Map<string, { name: string; expression: Sql }> };

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

function branchPool(planner: Planner, groups: GroupKey[]) {
  const branches = new Map<string, PlannedBranch>();
  function branchFor(table: Table, context: FilterContext): PlannedBranch {
    const framed = frame(planner.index, planner.source, table, context);
    const signature = JSON.stringify([table.name, framed.conditions, framed.groups, framed.shifts]);
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
    const signature = JSON.stringify(expression);
    const column = branch.aggregates.get(signature) ?? { name: `a${branch.aggregates.size}`, expression };
    branch.aggregates.set(signature, column);
    return { sql: trusted(`${branch.name}.${column.name}`), type, support: new Set([branch]) };
  }
  return { branches, aggregate };
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

/** Every combination of the groups' values that the filters leave, whether or not anything was recorded for it. */
function domainStatement(planner: Planner, groups: GroupKey[], filters: ContextFilter[]): Sql {
  const tables = [...new Set(groups.map((group) => group.ref.table))];
  const parts = tables.map((table, position) => {
    const own = groups.filter((group) => group.ref.table === table);
    const statement = frameStatement(
      planner.index,
      planner.source,
      frame(planner.index, planner.source, table, { filters, groups: own }),
      [],
    );
    return sql`(${statement}) AS ${trusted(`d${position}`)}`;
  });
  return sql`SELECT * FROM ${joined(parts, ' CROSS JOIN ')}`;
}

/** Which rows the answer has: those of one branch, of several, or all combinations. */
function keysStatement(
  planner: Planner,
  groups: GroupKey[],
  filters: ContextFilter[],
  visible: Scalar[],
  branches: PlannedBranch[],
): { branch: string } | { statement: Sql } {
  if (visible.length === 0) {
    const table = commonTable(planner.index, groups);
    return {
      statement: frameStatement(planner.index, planner.source, frame(planner.index, planner.source, table, { filters, groups }), []),
    };
  }
  const support = supportOfAny(visible.map((value) => value.support));
  const suppliers = support === 'everywhere' ? [] : branches.filter((branch) => support.has(branch));
  const [only, ...more] = suppliers;
  if (!only || suppliers.some((branch) => !branch.covers_all_groups)) return { statement: domainStatement(planner, groups, filters) };
  if (more.length === 0) return { branch: only.name };
  return {
    statement: joined(
      suppliers.map((branch) => sql`SELECT ${joined(groupColumns(groups, branch.name), ', ')} FROM ${trusted(branch.name)}`),
      ' UNION ',
    ),
  };
}

/** Plans the answer to a question: its groups, its values, and values that are only needed to sort or to filter. */
export function planRelation(
  planner: Planner,
  question: { groups: GroupKey[]; values: FieldRef[]; hidden: FieldRef[]; filters: ContextFilter[] },
): Relation {
  const { groups, filters } = question;
  const pool = branchPool(planner, groups);
  const scope: Scope = {
    index: planner.index,
    now: planner.now,
    ...(planner.identity ? { identity: planner.identity } : {}),
    context: { filter: { filters, groups }, aggregate: pool.aggregate },
    measures: [],
  };
  const visible = question.values.map((field) => compileField(field, scope));
  const values = [...visible, ...question.hidden.map((field) => compileField(field, scope))];
  const branches = [...pool.branches.values()];
  const keys = groups.length > 0 ? keysStatement(planner, groups, filters, visible, branches) : { statement: trusted('SELECT 1') };
  const base = 'branch' in keys ? keys.branch : 'k';
  const subqueries = branches.map(
    (branch) =>
      sql`${trusted(branch.name)} AS (${frameStatement(planner.index, planner.source, branch.frame, [...branch.aggregates.values()])})`,
  );
  if ('statement' in keys) subqueries.push(sql`k AS (${keys.statement})`);
  const joins = branches
    .filter((branch) => branch.name !== base)
    .map((branch) => sql` LEFT JOIN ${trusted(branch.name)} ON ${matching(branch.frame.groups, base, branch.name)}`);
  const columns = [...groupColumns(groups, base), ...values.map((value, position) => sql`${value.sql} AS ${trusted(`v${position}`)}`)];
  const list = columns.length > 0 ? joined(columns, ', ') : trusted('1');
  const rows = sql`WITH ${joined(subqueries, ', ')} SELECT ${list} FROM ${trusted(base)}${joined(joins, '')}`;
  if (groups.length === 0 || visible.length === 0) return { statement: rows, values };
  const someValue = visible.map((_, position) => `v${position} IS NOT NULL`).join(' OR ');
  return { statement: sql`SELECT * FROM (${rows}) WHERE ${trusted(someValue)}`, values };
}
