import type { FieldRef, ModelDefinition } from '../../definitions/model.ts';
import { compileFilter } from '../filters/compileFilter.ts';
import { readFilter } from '../filters/shapes.ts';
import { indexModel, requireColumn, requireMeasure } from '../modelIndex.ts';
import { QueryError } from '../queryError.ts';
import type { PaginatedDefinition } from '../../definitions/paginated/report.ts';
import { ParameterProblem, chosenValues, filterOf, readParameters } from '../../definitions/paginated/parameters.ts';

/** Everything that is wrong with a paginated report on a sound model. */
export const paginatedProblems = (report: PaginatedDefinition, model: ModelDefinition): string[] => {
  const index = indexModel(model);
  const problems: string[] = [];
  const check = (place: string, work: () => unknown): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof QueryError || error instanceof ParameterProblem)) throw error;
      problems.push(`${place}: ${error.message}`);
    }
  };
  const field = (place: string, one: FieldRef): void =>
    check(place, () => ('measure' in one ? requireMeasure(index, one.table, one.measure) : requireColumn(index, one.table, one.column)));

  report.columns.forEach((column, at) => field(`columns.${at}`, column.field));
  const [first] = report.columns;
  if (first && ('measure' in first.field || 'aggregation' in first.field))
    problems.push('columns.0: the first column names the rows and their totals');
  report.groups.forEach((group, at) => {
    field(`groups.${at}`, group.field);
    if ('measure' in group.field || 'aggregation' in group.field) problems.push(`groups.${at}: rows are grouped by columns`);
  });
  report.filters.forEach((filter, at) => check(`filters.${at}`, () => compileFilter(index, readFilter(filter), new Date(0))));
  report.parameters.forEach((parameter, at) => {
    const place = `parameters.${at} (${parameter.name})`;
    field(place, parameter.column);
    if (report.parameters.findIndex(({ name }) => name === parameter.name) < at) problems.push(`${place}: the name is used twice`);
    const listed = Array.isArray(parameter.available) ? parameter.available : null;
    check(place, () => {
      readParameters(
        report,
        model,
        parameter.default.map((value) => ({ name: parameter.name, value: String(value) })),
      );
      for (const filter of filterOf(parameter, chosenValues(parameter, parameter.default, listed)))
        compileFilter(index, readFilter(filter), new Date(0));
    });
  });
  return problems;
};
