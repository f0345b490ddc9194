import { isRecord } from '../../definitions/isRecord.ts';
import type { Cell, ModelFilter } from '../../definitions/queries.ts';
import type { Grain } from './dates.ts';

/** FiltersOperations of powerbi-models. */
export const filtersOperation = { removeAll: 0, replaceAll: 1, add: 2, replace: 3 } as const;

const schemaBase = 'http://powerbi.com/product/schema#';

const typeOfSchema: Record<string, number> = {
  advanced: 0,
  basic: 1,
  includeexclude: 3,
  relativedate: 4,
  topn: 5,
  tuple: 6,
  relativetime: 7,
  identity: 8,
  hierarchy: 9,
};

/**
 * Brings a filter to its wire shape. Instances of the models' classes arrive with `schemaUrl` and without `$schema`,
 * because the host posted them without `toJSON`.
 */
export function normalizeFilter(value: unknown): ModelFilter | undefined {
  if (!isRecord(value) || value.target === undefined) return undefined;
  const { schemaUrl, ...rest } = structuredClone(value);
  const schema = rest.$schema ?? schemaUrl;
  const filter: ModelFilter = rest;
  if (typeof schema === 'string') {
    filter.$schema = schema;
    filter.filterType ??= typeOfSchema[schema.slice(schemaBase.length).toLowerCase()];
  }
  return filter;
}

export function normalizeFilters(value: unknown): ModelFilter[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const filters = value.map(normalizeFilter);
  return filters.some((filter) => filter === undefined) ? undefined : filters.filter((filter) => filter !== undefined);
}

const targetParts = ['table', 'column', 'measure', 'hierarchy', 'hierarchyLevel', 'aggregationFunction', 'grain'] as const;

const targetKey = (target: unknown): unknown => {
  if (Array.isArray(target)) return target.map(targetKey);
  if (!isRecord(target)) return target;
  return targetParts.map((part) => target[part] ?? null);
};

/** Targets are the same when they name the same field, whatever else they carry. */
export function sameTarget(a: unknown, b: unknown): boolean {
  return JSON.stringify(targetKey(a)) === JSON.stringify(targetKey(b));
}

/** The four operations of `updateFilters`; undefined for an unknown one. */
export function applyFilters(current: ModelFilter[], operation: unknown, filters: ModelFilter[]): ModelFilter[] | undefined {
  const known = (list: ModelFilter[], filter: ModelFilter) => list.some((one) => sameTarget(one.target, filter.target));
  switch (operation) {
    case filtersOperation.removeAll:
      return [];
    case filtersOperation.replaceAll:
      return filters;
    case filtersOperation.add:
      return filters.reduce((list, filter) => (known(list, filter) ? list : [...list, filter]), current);
    case filtersOperation.replace:
      return filters.reduce(
        (list, filter) =>
          known(list, filter) ? list.map((one) => (sameTarget(one.target, filter.target) ? filter : one)) : [...list, filter],
        current,
      );
    default:
      return undefined;
  }
}

/** Whether a filter limits anything: "All", an empty list and empty conditions do not. */
export function restricts(filter: ModelFilter): boolean {
  if (filter.filterType === 1) return filter.operator !== 'All' && Array.isArray(filter.values) && filter.values.length > 0;
  if (filter.filterType === 0) {
    const conditions: unknown = filter.conditions;
    return Array.isArray(conditions) && conditions.some((one) => isRecord(one) && one.operator !== 'None');
  }
  return true;
}

export type ColumnTarget = { table: string; column: string; grain?: Grain };

export function basicFilter(target: ColumnTarget, values: Cell[], single = false): ModelFilter {
  return {
    $schema: `${schemaBase}basic`,
    filterType: 1,
    target: { ...target },
    operator: values.length ? 'In' : 'All',
    values,
    requireSingleSelection: single,
  };
}

export type Condition = { operator: string; value?: Cell };

export function advancedFilter(target: ColumnTarget, conditions: Condition[], logicalOperator: 'And' | 'Or' = 'And'): ModelFilter {
  return { $schema: `${schemaBase}advanced`, filterType: 0, target: { ...target }, logicalOperator, conditions };
}

export function tupleFilter(targets: ColumnTarget[], rows: Cell[][]): ModelFilter {
  return {
    $schema: `${schemaBase}tuple`,
    filterType: 6,
    operator: 'In',
    target: targets.map((target) => ({ ...target })),
    values: rows.map((row) => row.map((value) => ({ value }))),
  };
}

export function topFilter(target: ColumnTarget, count: number, orderBy: Record<string, unknown>): ModelFilter {
  return { $schema: `${schemaBase}topN`, filterType: 5, target: { ...target }, operator: 'Top', itemCount: count, orderBy };
}
