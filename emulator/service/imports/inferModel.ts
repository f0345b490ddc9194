import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { modelDefinition } from '../../definitions/model.ts';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { DataTable, Relation } from '../../engine/relationships.ts';

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
      columns: columns.map(({ name, type, format }) => ({ name, type, format })),
    })),
    relationships,
    measures: tables.map(({ table }) => ({
      name: countName(table, tables.length),
      table,
      expression: `COUNTROWS('${table.replaceAll("'", "''")}')`,
      format: '#,0',
    })),
  });
