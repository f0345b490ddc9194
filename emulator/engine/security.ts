/** Row-level security: what an effective identity may see of each table, as a condition that every use of the table carries. */
import { compileDax } from './dax/compile.ts';
import { parseDax } from './dax/parser.ts';
import { asCondition } from './dax/scalar.ts';
import type { Identity } from './dax/scalar.ts';
import { DaxError } from './dax/syntax.ts';
import { columnOf, tableAlias } from './filterContext.ts';
import type { TableSource } from './filterContext.ts';
import type { ModelIndex, Table } from './modelIndex.ts';
import { QueryError } from './queryError.ts';
import { allOf, anyOf, identifier, sql, trusted } from './sql.ts';
import type { Sql } from './sql.ts';

type Role = ModelIndex['model']['roles'][number];

/** The condition of one role filter on a row of its table. */
export function compileRoleFilter(index: ModelIndex, filter: Role['filters'][number], now: Date, identity: Identity): Sql {
  const table = index.findTable(filter.table);
  if (!table) throw new Error(`a role filters the unknown table '${filter.table}'`);
  const scalar = compileDax(parseDax(filter.expression), {
    index,
    now,
    identity,
    measures: [],
    row: (ref, at) => {
      if (ref.table !== table) throw new DaxError(`A role filter on '${table.name}' can only name columns of '${table.name}'.`, at);
      return columnOf(tableAlias(index.model.tables, table), ref.column);
    },
  });
  return asCondition(scalar, 'A role filter', { line: 1, column: 1 });
}

function rolesOf(index: ModelIndex, identity: Identity | undefined): Role[] {
  const { roles } = index.model;
  if (roles.length === 0) return [];
  if (!identity || identity.roles.length === 0) {
    throw new QueryError(
      'EffectiveIdentityRequired',
      `The model '${index.model.name}' has row-level security and needs an effective identity with roles.`,
    );
  }
  return identity.roles.map((name) => {
    const role = roles.find((one) => one.name === name);
    if (!role) throw new QueryError('RoleNotFound', `The role '${name}' does not exist in the model '${index.model.name}'.`);
    return role;
  });
}

/**
 * Each role lets its own rows through, and filters flow from a table to those that refer to it.
 * Several roles let through what any of them does.
 */
export function secureTables(index: ModelIndex, schema: Sql, now: Date, identity: Identity | undefined): TableSource {
  const roles = rolesOf(index, identity);
  const physical = (table: Table) => sql`${schema}.${identifier(table.name)}`;
  const aliasOf = (table: Table) => trusted(tableAlias(index.model.tables, table));

  function conditionOfRole(table: Table, role: Role): Sql | undefined {
    const conditions = role.filters
      .filter((filter) => index.findTable(filter.table) === table)
      .map((filter) => compileRoleFilter(index, filter, now, identity ?? { username: '', roles: [] }));
    for (const relationship of index.model.relationships.filter((one) => one.active !== false)) {
      const from = index.findColumn(relationship.from.table, relationship.from.column);
      const to = index.findColumn(relationship.to.table, relationship.to.column);
      if (from?.table !== table || !to) continue;
      const visible = conditionOfRole(to.table, role);
      if (!visible) continue;
      const keys = sql`SELECT ${columnOf(aliasOf(to.table).text, to.column)} FROM ${physical(to.table)} AS ${aliasOf(to.table)} WHERE ${visible}`;
      conditions.push(sql`${columnOf(aliasOf(table).text, from.column)} IN (${keys})`);
    }
    return conditions.length > 0 ? allOf(conditions) : undefined;
  }

  return (table) => {
    const perRole = roles.map((role) => conditionOfRole(table, role));
    const restricting = perRole.filter((condition) => condition !== undefined);
    // A role without a filter on the table, direct or flowing to it, shows all of it.
    if (restricting.length < perRole.length || perRole.length === 0) return physical(table);
    return sql`(SELECT * FROM ${physical(table)} AS ${aliasOf(table)} WHERE ${anyOf(restricting)})`;
  };
}
