/** Filters of an embedded report as text, for reported problems. They come from a frame, so every part is checked. */

const text = (value: unknown): string =>
  value === null || value === undefined ? '∅' : typeof value === 'string' ? value : JSON.stringify(value);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function fieldOf(target: unknown): string {
  const [first]: unknown[] = Array.isArray(target) ? target : [target];
  if (!isRecord(first)) return '';
  return [first.table, first.column ?? first.measure ?? first.hierarchy].filter((part) => typeof part === 'string').join(' · ');
}

function valuesOf(filter: Record<string, unknown>): string {
  if (Array.isArray(filter.values) && filter.values.length > 0) {
    const not = filter.operator === 'NotIn' ? '≠ ' : '';
    return not + filter.values.map(text).join(', ');
  }
  if (Array.isArray(filter.conditions)) {
    return filter.conditions
      .filter(isRecord)
      .map(({ operator, value }) => `${text(operator)} ${text(value)}`)
      .join(` ${text(filter.logicalOperator)} `);
  }
  return '';
}

/** `Loja · Região: Sul, Norte`; filters that filter nothing are left out. */
export const filterLines = (filters: readonly unknown[]): string[] =>
  [
    ...new Set(
      filters
        .filter(isRecord)
        .map((filter) => ({ field: fieldOf(filter.target), values: valuesOf(filter) }))
        .filter(({ field, values }) => field !== '' && values !== '')
        .map(({ field, values }) => `${field}: ${values}`.slice(0, 300)),
    ),
  ].slice(0, 50);
