import type { FieldRef } from '../../definitions/model.ts';
import { isRecord } from '../../definitions/isRecord.ts';
import type { Grain } from './dates.ts';
import type { ColumnTarget } from './filters.ts';

export function fieldName(field: FieldRef): string {
  return 'measure' in field ? field.measure : field.column;
}

export function sameField(a: FieldRef, b: FieldRef): boolean {
  return fieldKey(a) === fieldKey(b);
}

export function fieldKey(field: FieldRef): string {
  if ('measure' in field) return `${field.table}[${field.measure}]`;
  const how = 'aggregation' in field ? field.aggregation : (field.grain ?? '');
  return `${field.table}[${field.column}]${how}`;
}

/** The column to filter by. A period that a date is grouped by stays with it: the service compares whole periods. */
export function columnTarget(field: FieldRef): ColumnTarget {
  const grain = grainOf(field);
  return { table: field.table, column: fieldName(field), ...(grain && { grain }) };
}

export function grainOf(field: FieldRef): Grain | undefined {
  return 'grain' in field ? field.grain : undefined;
}

const aggregationNames: Record<string, string> = {
  sum: 'Sum',
  average: 'Avg',
  min: 'Min',
  max: 'Max',
  count: 'Count',
  distinct_count: 'DistinctCount',
};

/** The field in the shape of powerbi-models' filter targets. */
export function modelTarget(field: FieldRef): Record<string, string> {
  if ('measure' in field) return { table: field.table, measure: field.measure };
  if ('aggregation' in field) {
    return { table: field.table, column: field.column, aggregationFunction: aggregationNames[field.aggregation] ?? field.aggregation };
  }
  return { table: field.table, column: field.column };
}

/** Whether a target of the host (`{table, column}` or `{table, measure}`) names this field. */
export function isTargetOf(target: unknown, field: FieldRef): boolean {
  if (!isRecord(target) || target.table !== field.table) return false;
  return 'measure' in field ? target.measure === field.measure : target.column === field.column;
}
