import type { ReportAnswer } from '../definitions/embedApi.ts';
import { compileMeasure } from './dax/compile.ts';
import type { Scalar } from './dax/scalar.ts';
import { DaxError } from './dax/syntax.ts';
import { aliasCounter, subqueryContext } from './dax/subqueries.ts';
import type { Measure, ModelIndex, Table } from './modelIndex.ts';
import { planRelation } from './queryPlan.ts';
import { identifier } from './sql.ts';

/** What a measure computes, found out without any data. Throws `DaxError` when its expression does not compile. */
export function checkMeasure(index: ModelIndex, measure: Measure): Scalar {
  const planner = { index, now: new Date(0), source: (table: Table) => identifier(table.name), nextAlias: aliasCounter() };
  const context = subqueryContext(planner, { filters: [], groups: [] }, (question) => planRelation(planner, question));
  return compileMeasure(measure, { index, now: planner.now, measures: [], context });
}

function measureType(index: ModelIndex, measure: Measure): ReportAnswer['fields'][number]['type'] {
  try {
    const { type } = checkMeasure(index, measure);
    return type === 'blank' ? 'text' : type;
  } catch (error) {
    // A measure that does not compile fails in the visuals that use it, not in the list of fields.
    if (error instanceof DaxError) return 'text';
    throw error;
  }
}

/** The fields that a report's reader may see named: visible columns and all measures. */
export function modelFields(index: ModelIndex): ReportAnswer['fields'] {
  const columns = index.model.tables.flatMap((table) =>
    table.columns
      .filter((column) => !column.hidden)
      .map((column) => ({
        table: table.name,
        name: column.name,
        kind: 'column' as const,
        type: column.type,
        ...(column.format ? { format: column.format } : {}),
      })),
  );
  const measures = index.model.measures.map((measure) => ({
    table: measure.table,
    name: measure.name,
    kind: 'measure' as const,
    type: measureType(index, measure),
    ...(measure.format ? { format: measure.format } : {}),
  }));
  return [...columns, ...measures];
}
