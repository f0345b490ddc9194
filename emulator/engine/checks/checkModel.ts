import { existsSync } from 'node:fs';
import type { ModelDefinition } from '../../definitions/model.ts';
import { generators } from '../generators/generators.ts';
import { sourceFile } from '../loadModel.ts';
import { checkMeasure } from '../modelFields.ts';
import { indexModel } from '../modelIndex.ts';
import type { ModelIndex } from '../modelIndex.ts';
import { compileRoleFilter } from '../security.ts';

function problemOf(place: string, check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [`${place}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function tableProblems(model: ModelDefinition, directory: string): string[] {
  return model.tables.flatMap((table, position) => {
    const place = `tables.${position}`;
    const missing = table.columns
      .filter((column) => column.sort_by !== undefined && !table.columns.some((one) => one.name === column.sort_by))
      .map((column) => `${place}: column ${column.name} is sorted by the unknown column ${column.sort_by}`);
    if (table.source.kind === 'generated') {
      return generators[table.source.generator]
        ? missing
        : [...missing, `${place}.source: there is no generator ${table.source.generator}`];
    }
    const { path } = table.source;
    const file = problemOf(`${place}.source`, () => {
      if (!existsSync(sourceFile(table, directory) ?? '')) throw new Error(`the file ${path} does not exist`);
    });
    return [...missing, ...file];
  });
}

function expressionProblems(index: ModelIndex): string[] {
  const { measures, roles } = index.model;
  const anybody = { username: 'anybody', roles: [] };
  return [
    ...measures.flatMap((measure, position) => problemOf(`measures.${position} [${measure.name}]`, () => checkMeasure(index, measure))),
    ...roles.flatMap((role, position) =>
      role.filters.flatMap((filter, filterPosition) =>
        problemOf(`roles.${position}.filters.${filterPosition} (${role.name})`, () => {
          if (!index.findTable(filter.table)) throw new Error(`there is no table ${filter.table}`);
          compileRoleFilter(index, filter, new Date(0), anybody);
        }),
      ),
    ),
    ...roles
      .filter((role, position) => roles.findIndex((one) => one.name === role.name) < position)
      .map((role) => `roles: two roles are named ${role.name}`),
  ];
}

/** Everything that is wrong with a model, as far as it can be told without its data. */
export function modelProblems(model: ModelDefinition, directory: string): string[] {
  const broken = problemOf('the model', () => indexModel(model));
  return broken.length > 0 ? broken : [...tableProblems(model, directory), ...expressionProblems(indexModel(model))];
}
