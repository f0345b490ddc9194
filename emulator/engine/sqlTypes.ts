import type { ColumnType } from '../definitions/model.ts';

/** What the database calls the types of a model's columns. */
export const sqlTypes: Record<ColumnType, string> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMP',
};
