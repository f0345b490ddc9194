import type { ModelDefinition } from '../definitions/model.ts';
import { QueryError } from './queryError.ts';

export type Table = ModelDefinition['tables'][number];
export type Column = Table['columns'][number];
export type Measure = ModelDefinition['measures'][number];
export type Relationship = ModelDefinition['relationships'][number];
export type ColumnRef = { table: Table; column: Column };

/** A model with its names looked up and its relationships followed. Names match whatever their case, as in DAX. */
export type ModelIndex = {
  model: ModelDefinition;
  findTable: (name: string) => Table | undefined;
  findColumn: (table: string, column: string) => ColumnRef | undefined;
  findMeasure: (name: string) => Measure | undefined;
  /**
   * The relationships from a table to each table whose filters reach it, itself included (with no steps). Those in `using`
   * take the place of the active ones between the same tables; throws when that leaves two ways.
   */
  reachable: (table: Table, using?: readonly Relationship[]) => ReadonlyMap<Table, Relationship[]>;
  /** Relationships in which every row of the many side has its row on the other; known once the data are loaded. */
  complete: Set<Relationship>;
  /** Columns without blanks; known once the data are loaded. */
  filled: Set<Column>;
};

function key(...names: string[]): string {
  return names.map((name) => name.toLowerCase()).join('\u0000');
}

function collectPaths(start: Table, tables: Map<string, Table>, relationships: Relationship[]): Map<Table, Relationship[]> {
  const paths = new Map<Table, Relationship[]>([[start, []]]);
  for (const [table, steps] of paths) {
    for (const relationship of relationships.filter((one) => key(one.from.table) === key(table.name))) {
      const target = tables.get(key(relationship.to.table));
      if (!target) continue;
      if (paths.has(target)) throw new Error(`the relationships lead from '${start.name}' to '${target.name}' in two ways`);
      paths.set(target, [...steps, relationship]);
    }
  }
  return paths;
}

/** Whether two relationships are between the same tables. */
export function sameTables(one: Relationship, other: Relationship): boolean {
  const [from, to] = [key(one.from.table), key(one.to.table)];
  const ends = [key(other.from.table), key(other.to.table)];
  return ends.includes(from) && ends.includes(to);
}

/** Looks up all names of a model; throws for names used twice, dangling relationships and ambiguous paths. */
export function indexModel(model: ModelDefinition): ModelIndex {
  const tables = new Map<string, Table>();
  const columns = new Map<string, ColumnRef>();
  const measures = new Map<string, Measure>();
  for (const table of model.tables) {
    if (tables.has(key(table.name))) throw new Error(`two tables are named '${table.name}'`);
    tables.set(key(table.name), table);
    for (const column of table.columns) {
      if (columns.has(key(table.name, column.name))) throw new Error(`two columns are named '${table.name}'[${column.name}]`);
      columns.set(key(table.name, column.name), { table, column });
    }
  }
  for (const measure of model.measures) {
    if (measures.has(key(measure.name))) throw new Error(`two measures are named [${measure.name}]`);
    if (!tables.has(key(measure.table))) throw new Error(`measure [${measure.name}] stands in the unknown table '${measure.table}'`);
    if (columns.has(key(measure.table, measure.name))) throw new Error(`measure [${measure.name}] has the name of a column of its table`);
    measures.set(key(measure.name), measure);
  }
  for (const { from, to } of model.relationships) {
    for (const end of [from, to]) {
      if (!columns.has(key(end.table, end.column)))
        throw new Error(`a relationship names the unknown column '${end.table}'[${end.column}]`);
    }
  }
  const active = model.relationships.filter((one) => one.active !== false);
  const pathsOver = (relationships: Relationship[]) =>
    new Map(model.tables.map((table) => [table, collectPaths(table, tables, relationships)]));
  const paths = pathsOver(active);
  const others = new Map<string, ReturnType<typeof pathsOver>>();
  const pathsUsing = (using: readonly Relationship[]) => {
    const name = using.map((one) => model.relationships.indexOf(one)).join();
    const known = others.get(name) ?? pathsOver([...active.filter((one) => !using.some((other) => sameTables(one, other))), ...using]);
    others.set(name, known);
    return known;
  };
  return {
    model,
    findTable: (name) => tables.get(key(name)),
    findColumn: (table, column) => columns.get(key(table, column)),
    findMeasure: (name) => measures.get(key(name)),
    reachable: (table, using = []) => (using.length > 0 ? pathsUsing(using) : paths).get(table) ?? new Map(),
    complete: new Set(),
    filled: new Set(),
  };
}

export function requireColumn(index: ModelIndex, table: string, column: string): ColumnRef {
  const found = index.findColumn(table, column);
  if (!found) throw new QueryError('InvalidFieldReference', `The column '${table}'[${column}] does not exist in the model.`);
  return found;
}

export function requireMeasure(index: ModelIndex, table: string, name: string): Measure {
  const found = index.findMeasure(name);
  if (!found || key(found.table) !== key(table)) {
    throw new QueryError('InvalidFieldReference', `The measure '${table}'[${name}] does not exist in the model.`);
  }
  return found;
}
