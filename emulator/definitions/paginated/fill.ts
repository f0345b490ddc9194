import type { FieldRef, ModelDefinition } from '../model.ts';
import type { EmbedError } from '../embedError.ts';
import type { QueryResult, VisualQuery } from '../queries.ts';
import type { PaginatedDefinition } from './report.ts';
import { composeDocument } from './document.ts';
import type { PaginatedDocument, ShownParameter } from './document.ts';
import { chosenValues, filterOf, readParameters } from './parameters.ts';
import type { GivenParameter } from './parameters.ts';

/** Rows of one report at most: what a person still turns pages of. */
const mostRows = 20_000;
/** Values that one parameter offers at most. */
const mostValues = 1_000;

type Ask = (queries: VisualQuery[]) => Promise<QueryResult[]>;
type Answered = Extract<QueryResult, { columns: unknown }>;

/** The model could not answer; `problem` is what the embed page raises. */
export class FillFailure extends Error {
  readonly problem: EmbedError;
  constructor(problem: EmbedError) {
    super(problem.detailedMessage);
    this.problem = problem;
  }
}

const answered = (results: QueryResult[]): Answered[] =>
  results.map((result) => {
    if ('error' in result) throw new FillFailure(result.error);
    return result;
  });

const ordered = (fields: FieldRef[]): VisualQuery['order_by'] => fields.map((field) => ({ field, direction: 'ascending' as const }));

const shownParameters = async (
  { parameters }: PaginatedDefinition,
  given: ReturnType<typeof readParameters>,
  ask: Ask,
): Promise<ShownParameter[]> => {
  const queries = parameters.map(({ name, column }): VisualQuery => {
    return { id: name, group_by: [column], values: [], filters: [], order_by: ordered([column]), limit: mostValues };
  });
  const answers = answered(await ask(queries));
  return parameters.flatMap((parameter, at): ShownParameter[] => {
    const answer = answers[at];
    const [column] = answer?.columns ?? [];
    if (!answer || !column) return [];
    const { name, prompt, condition, multi_value, required } = parameter;
    const inColumn = answer.rows.flatMap(([value]) => (value === null || value === undefined ? [] : [value]));
    const available = parameter.available === 'column' ? inColumn : (parameter.available ?? null);
    const chosen = chosenValues(parameter, given[name], available);
    return [{ name, prompt, condition, multi_value, required, column, available, chosen }];
  });
};

/**
 * A report with its data; no document while a parameter that needs a value has none.
 * Throws `ParameterProblem` for values that it does not take, `FillFailure` when the model cannot answer.
 */
export const fillReport = async (
  definition: PaginatedDefinition,
  model: ModelDefinition,
  given: GivenParameter[],
  ask: Ask,
): Promise<{ parameters: ShownParameter[]; document: PaginatedDocument | null }> => {
  const parameters = await shownParameters(definition, readParameters(definition, model, given), ask);
  if (parameters.some(({ required, chosen }) => required && chosen.length === 0)) return { parameters, document: null };
  const chosen = new Map(parameters.map((one) => [one.name, one.chosen]));
  const filters = [...definition.filters, ...definition.parameters.flatMap((one) => filterOf(one, chosen.get(one.name) ?? []))];
  const groups = definition.groups.map(({ field }) => field);
  const fields = definition.columns.map(({ field }) => field);
  const isValue = (field: FieldRef): boolean => 'measure' in field || 'aggregation' in field;
  const values = fields.filter(isValue);
  const described = [...groups, ...fields.filter((field) => !isValue(field))];
  // Each total is the answer to a question of its own, never a sum of what is shown.
  const levels = values.length === 0 ? [] : groups.map((_, level) => groups.slice(0, level + 1));
  const queries: VisualQuery[] = [
    { id: 'rows', group_by: described, values, filters, order_by: ordered(described), limit: mostRows },
    ...levels.map((group_by, level) => ({ id: `level ${level}`, group_by, values, filters, limit: mostRows })),
    ...(values.length === 0 ? [] : [{ id: 'all', group_by: [], values, filters }]),
  ];
  const [rows, ...others] = answered(await ask(queries));
  if (!rows) throw new Error('The rows of the report were not answered');
  return {
    parameters,
    document: composeDocument(definition, { rows, totals: others.slice(0, levels.length), all: others[levels.length] }),
  };
};
