import type { FormatColumn } from '../format/format.ts';

/** Whether a column stands under each other as numbers do. A whole number may be a name (a year, a code); one with thousands is a quantity. */
export const isNumeric = ({ type, field, format }: FormatColumn): boolean =>
  type === 'number' || (type === 'integer' && ('measure' in field || 'aggregation' in field || (format?.includes(',') ?? false)));
