import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { modelDefinition } from '../../definitions/model.ts';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { InspectedColumn } from '../../engine/inspectFile.ts';
import type { DataTable, Relation } from '../../engine/relationships.ts';

/** Numbers that name something and are not to be added up. */
const nameLike =
  /(^|[\s_-])(id|c[oó]d(igo)?|cep|zip|cnpj|cpf|ean|sku|ano|year|m[eê]s|month|dia|day|n[uú]mero|number|telefone|phone|latitude|longitude|lat|lng|lon)($|[\s_.-])/i;

/** Whether a column is something to count by, not a number to add up. */
export const isMeasured = ({ name, type }: InspectedColumn): boolean => (type === 'number' || type === 'integer') && !nameLike.test(name);

const formatOf = (column: InspectedColumn): string | undefined => {
  if (column.type === 'number') return '#,0.00';
  // Dates are written as the reader's language does.
  return column.type === 'integer' ? (isMeasured(column) ? '#,0' : '0') : undefined;
};

/** The name of the measure that counts the rows of a table. */
export const countName = (table: string, tables: number): string => (tables === 1 ? 'Registros' : `Registros de ${table}`);

/** A model of data files that nobody has described: a table for each, its columns with types, and a count of its rows. */
export const inferModel = (name: string, tables: DataTable[], relationships: Relation[]): ModelDefinition =>
  modelDefinition.parse({
    id: randomUUID(),
    name,
    tables: tables.map(({ table, file, columns }) => ({
      name: table,
      source: { kind: 'file', path: basename(file) },
      columns: columns.map((column) => ({ name: column.name, type: column.type, sql: column.sql, format: formatOf(column) })),
    })),
    relationships,
    measures: tables.map(({ table }) => ({
      name: countName(table, tables.length),
      table,
      expression: `COUNTROWS('${table.replaceAll("'", "''")}')`,
      format: '#,0',
    })),
  });
