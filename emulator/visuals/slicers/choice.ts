import type { ModelFilter, Cell } from '../../definitions/queries.ts';
import { isRecord } from '../../definitions/isRecord.ts';
import { advancedFilter, basicFilter } from '../view/filters.ts';
import type { ColumnTarget, Condition } from '../view/filters.ts';

const isCell = (value: unknown): value is Cell => value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** The values that a list slicer has chosen; empty means all. */
export function chosenValues(filters: ModelFilter[]): Cell[] {
  const [filter] = filters;
  if (filter?.filterType !== 1 || filter.operator === 'All' || !Array.isArray(filter.values)) return [];
  return filter.values.filter(isCell);
}

export function valuesFilter(target: ColumnTarget, values: Cell[], single: boolean): ModelFilter[] {
  return values.length ? [basicFilter(target, values, single)] : [];
}

export type Span = { from?: string | number; to?: string | number };

const bound = (conditions: unknown[], operators: string[]): string | number | undefined => {
  const found = conditions.find((one) => isRecord(one) && operators.includes(String(one.operator)));
  const value = isRecord(found) ? found.value : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
};

/** The range that a range slicer has chosen. */
export function chosenSpan(filters: ModelFilter[]): Span {
  const conditions: unknown = filters[0]?.filterType === 0 ? filters[0].conditions : undefined;
  if (!Array.isArray(conditions)) return {};
  return { from: bound(conditions, ['GreaterThanOrEqual', 'GreaterThan']), to: bound(conditions, ['LessThanOrEqual', 'LessThan']) };
}

export function spanFilter(target: ColumnTarget, { from, to }: Span): ModelFilter[] {
  const conditions: Condition[] = [];
  if (from !== undefined) conditions.push({ operator: 'GreaterThanOrEqual', value: from });
  if (to !== undefined) conditions.push({ operator: 'LessThanOrEqual', value: to });
  return conditions.length ? [advancedFilter(target, conditions)] : [];
}
