/** What a model says of itself. */
import { columnOf, tableAlias } from '../../filterContext.ts';
import type { ModelIndex } from '../../modelIndex.ts';
import { joined, sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { callSubqueries } from '../subqueries.ts';
import type { ColumnType } from '../../../definitions/model.ts';
import type { TableFunction } from '../scalar.ts';

/** One row for each column of the model. Least and greatest value are texts here, whatever the column holds. */
const columnStatistics: TableFunction = {
  takes: [0, 0],
  compile: (call, scope) => {
    const { index } = scope;
    const { subqueries } = callSubqueries(call, scope);
    const columns = [
      { name: 'Table Name', type: 'text' },
      { name: 'Column Name', type: 'text' },
      { name: 'Min', type: 'text' },
      { name: 'Max', type: 'text' },
      { name: 'Cardinality', type: 'integer' },
      { name: 'Max Length', type: 'integer' },
    ] as const;
    const statement = () =>
      joined(
        index.model.tables.flatMap((table) => {
          const alias = tableAlias(index.model.tables, table);
          return table.columns.map((column) => {
            const value = columnOf(alias, column);
            const text = sql`CAST(${value} AS VARCHAR)`;
            const length = column.type === 'text' ? sql`max(length(${text}))` : sql`CAST(NULL AS BIGINT)`;
            return sql`SELECT ${table.name} AS c0, ${column.name} AS c1, CAST(min(${value}) AS VARCHAR) AS c2, CAST(max(${value}) AS VARCHAR) AS c3, count(DISTINCT ${value}) + CAST(count(*) > count(${value}) AS INTEGER) AS c4, ${length} AS c5 FROM ${subqueries.source(table)} AS ${trusted(alias)}`;
          });
        }),
        ' UNION ALL ',
      );
    return { columns: [...columns], statement };
  },
};

/** The types of columns in the words of the view. */
const typeWords: Record<ColumnType, string> = {
  text: 'Text',
  integer: 'Integer',
  number: 'Number',
  boolean: 'Boolean',
  date: 'DateTime',
  datetime: 'DateTime',
};

const fact = (table: string, name: string, kind: string | undefined, hidden: boolean) =>
  sql`SELECT ${table} AS c0, ${name} AS c1, ${kind === undefined ? trusted('CAST(NULL AS VARCHAR)') : sql`${kind}`} AS c2, ${trusted(hidden ? 'true' : 'false')} AS c3`;

const view = (facts: (index: ModelIndex) => Sql[]): TableFunction => ({
  takes: [0, 0],
  compile: (_call, { index }) => ({
    columns: [
      { name: 'Table', type: 'text' },
      { name: 'Name', type: 'text' },
      { name: 'DataType', type: 'text' },
      { name: 'IsHidden', type: 'boolean' },
    ],
    statement: () => {
      const all = facts(index);
      return all.length > 0 ? joined(all, ' UNION ALL ') : sql`SELECT * FROM (${fact('', '', undefined, false)}) WHERE false`;
    },
  }),
});

/** One row for each column, with those that reports do not show. */
const columnsView = view(({ model }) =>
  model.tables.flatMap((table) => table.columns.map(({ name, type, hidden = false }) => fact(table.name, name, typeWords[type], hidden))),
);

/** One row for each measure. What a measure answers is known by asking it. */
const measuresView = view(({ model }) => model.measures.map(({ table, name }) => fact(table, name, undefined, false)));

export const statistics: Record<string, TableFunction> = {
  COLUMNSTATISTICS: columnStatistics,
  'INFO.VIEW.COLUMNS': columnsView,
  'INFO.VIEW.MEASURES': measuresView,
};
