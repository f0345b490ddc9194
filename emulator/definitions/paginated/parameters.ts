import type { ColumnType, ModelDefinition } from '../model.ts';
import type { ModelFilter, Cell } from '../queries.ts';
import type { PaginatedDefinition, ParameterDefinition } from './report.ts';

/** A value as `parameterValues` gives it; a name with several values comes several times. */
export type GivenParameter = { name: string; value?: string | null | undefined };
/** The values of each parameter that has any, by its name. */
export type ParameterValues = Record<string, Cell[]>;

/** A value that a report does not take; the message is for people. */
export class ParameterProblem extends Error {}

const schema = 'http://powerbi.com/product/schema#';
const date = /^\d{4}-\d{2}-\d{2}$/;
const datetime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?$/;

const readers: Record<ColumnType, (text: string) => Cell | undefined> = {
  text: (text) => text,
  integer: (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined),
  number: (text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined),
  boolean: (text) => (/^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined),
  date: (text) => (date.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined),
  datetime: (text) => (datetime.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined),
};

/** The type of a parameter is that of the column that it filters. */
const typeOf = ({ column }: ParameterDefinition, model: ModelDefinition): ColumnType => {
  const table = model.tables.find(({ name }) => name.toLowerCase() === column.table.toLowerCase());
  return table?.columns.find(({ name }) => name.toLowerCase() === column.column.toLowerCase())?.type ?? 'text';
};

const sameValue = (a: Cell, b: Cell): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b;

/** What was given, read as the types of the parameters. Throws `ParameterProblem`. */
export const readParameters = (definition: PaginatedDefinition, model: ModelDefinition, given: GivenParameter[]): ParameterValues => {
  const read: ParameterValues = {};
  for (const { name, value } of given) {
    const parameter = definition.parameters.find((one) => one.name === name);
    if (!parameter) throw new ParameterProblem(`The report has no parameter '${name}'`);
    const values = (read[name] ??= []);
    // Null is no value, and stands for no default either.
    if (value === null || value === undefined) continue;
    const type = typeOf(parameter, model);
    const cell = readers[type](value);
    if (cell === undefined) throw new ParameterProblem(`The value '${value}' of the parameter '${name}' is no ${type}`);
    if (values.some((known) => sameValue(known, cell))) continue;
    values.push(cell);
    if (values.length > 1 && !parameter.multi_value) throw new ParameterProblem(`The parameter '${name}' takes one value`);
  }
  return read;
};

/**
 * The values that hold: those given, else the defaults. `available` is what can be chosen, null for everything.
 * A default that cannot be chosen is none; throws `ParameterProblem` for a given value that cannot.
 */
export const chosenValues = (parameter: ParameterDefinition, given: Cell[] | undefined, available: Cell[] | null): Cell[] => {
  const offered = (value: Cell): Cell | undefined =>
    available === null ? value : available.find((one) => one !== null && sameValue(one, value));
  if (!given) return parameter.default.flatMap((value) => offered(value) ?? []);
  return given.map((value) => {
    const known = offered(value);
    if (known === undefined)
      throw new ParameterProblem(`The value '${String(value)}' of the parameter '${parameter.name}' is not among its values`);
    return known;
  });
};

/** What the chosen values leave of the rows; no value leaves all. */
export const filterOf = ({ column, condition }: ParameterDefinition, values: Cell[]): ModelFilter[] => {
  if (values.length === 0) return [];
  if (condition === 'in') return [{ $schema: `${schema}basic`, filterType: 1, target: column, operator: 'In', values }];
  const operator = condition === 'from' ? 'GreaterThanOrEqual' : 'LessThanOrEqual';
  const conditions = values.map((value) => ({ operator, value }));
  return [{ $schema: `${schema}advanced`, filterType: 0, target: column, logicalOperator: 'And', conditions }];
};
