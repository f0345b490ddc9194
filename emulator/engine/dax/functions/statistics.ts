/** What a model says of itself. */
import { columnOf, tableAlias } from '../../filterContext.ts';
import { joined, sql, trusted } from '../../sql.ts';
import { callSubqueries } from '../subqueries.ts';
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

export const statistics: Record<string, TableFunction> = { COLUMNSTATISTICS: columnStatistics };
