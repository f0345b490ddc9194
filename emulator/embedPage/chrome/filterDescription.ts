import type { ModelFilter, Cell } from '../../definitions/queries.ts';
import type { ReportAnswer } from '../../definitions/embedApi.ts';
import type { FormatColumn, Formatter } from '../../visuals/format/format.ts';
import { isRecord } from '../../definitions/isRecord.ts';
import { restricts } from '../../visuals/view/filters.ts';
import type { Word } from '../../visuals/words/pt-BR.ts';
import type { Say } from '../../visuals/words/words.ts';

const operators: Record<string, Word> = {
  LessThan: 'less_than',
  LessThanOrEqual: 'less_or_equal',
  GreaterThan: 'greater_than',
  GreaterThanOrEqual: 'greater_or_equal',
  Contains: 'contains',
  DoesNotContain: 'contains_not',
  StartsWith: 'starts',
  DoesNotStartWith: 'starts_not',
  Is: 'equal',
  IsNot: 'equal_not',
  IsBlank: 'is_blank',
  IsNotBlank: 'is_not_blank',
  IsEmptyString: 'is_blank',
  IsNotEmptyString: 'is_not_blank',
};

const listed = 3;

export type FieldFacts = Pick<ReportAnswer, 'fields'>['fields'];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The field that a filter names, with the format its values are written in. */
export function filterColumn(filter: ModelFilter, fields: FieldFacts): FormatColumn & { name: string } {
  const target = isRecord(filter.target) ? filter.target : {};
  const table = textOf(target.table);
  const name = textOf(target.column) || textOf(target.measure) || textOf(target.hierarchyLevel);
  const known = fields.find((field) => field.table === table && field.name === name);
  const field = typeof target.measure === 'string' ? { table, measure: name } : { table, column: name };
  return { name, field, type: known?.type ?? 'text', format: known?.format };
}

export function filterTitle(filter: ModelFilter, fields: FieldFacts): string {
  const named = isRecord(filter.displaySettings) ? filter.displaySettings.displayName : undefined;
  if (typeof named === 'string' && named) return named;
  const targets = Array.isArray(filter.target) ? filter.target.flat() : [filter.target];
  return targets.map((target: unknown) => filterColumn({ target }, fields).name).join(', ');
}

const isCell = (value: unknown): value is Cell => value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** What a filter lets through, in words. */
export function describeFilter(filter: ModelFilter, fields: FieldFacts, format: Formatter, say: Say): string {
  if (!restricts(filter)) return say('is_all');
  const column = filterColumn(filter, fields);
  const write = (value: unknown) => format.label(isCell(value) ? value : JSON.stringify(value), column);
  if (filter.filterType === 1 && Array.isArray(filter.values)) {
    const shown = filter.values.slice(0, listed).map(write);
    const rest = filter.values.length - shown.length;
    const values = rest > 0 ? say('and_more', { values: shown.join(', '), count: rest }) : shown.join(say('or'));
    return say(filter.operator === 'NotIn' ? 'is_not' : 'is', { values });
  }
  if (filter.filterType === 0 && Array.isArray(filter.conditions)) {
    const parts = filter.conditions.filter(isRecord).flatMap(({ operator, value }) => {
      const word = operators[String(operator)];
      return word ? [say(word, { value: write(value ?? null) })] : [];
    });
    return parts.join(say(String(filter.logicalOperator).toLowerCase() === 'or' ? 'or' : 'and'));
  }
  if (filter.filterType === 5) {
    const orderBy = filterColumn({ target: filter.orderBy }, fields).name;
    return say(filter.operator === 'Bottom' ? 'bottom' : 'top', { count: Number(filter.itemCount), field: orderBy });
  }
  return say('custom_filter');
}
