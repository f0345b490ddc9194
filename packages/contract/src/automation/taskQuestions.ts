/** Help with the question of a task before it is saved: what its model has, the query that follows from a choice, and the past of its rule. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, id, moment, text } from '../fields.ts';
import { operators, repeatPolicies, taskLimits, triggerInput, variableTypes } from './task.ts';
import { tryOut } from './tasks.ts';

const write = { capability: 'tasks', right: 'write' } as const;

export const questionLimits = { groups: 5, filters: 10, values: 50, days_to: 1000 } as const;
/** The days that a rule is looked at. */
export const testedDays = [30, 60, 90] as const;

const modelName = z.string().min(1).max(200);
const column = z.strictObject({ table: modelName, name: modelName });
export type ModelName = z.infer<typeof column>;

const field = z.object({ table: z.string(), name: z.string() });
const modelColumn = field.extend({ type: z.enum(variableTypes) });
export type QuestionColumn = z.infer<typeof modelColumn>;

export const model = endpoint({
  method: 'GET',
  path: '/api/task_questions/model',
  can: write,
  summary: 'Columns and measures of the model behind a report, to ask for',
  query: z.strictObject({ report_id: id }),
  answer: z.object({
    columns: z.array(modelColumn),
    measures: z.array(field),
    /** The service tells no measures to this account: columns alone can be chosen. */
    partly: z.boolean(),
  }),
});
export type QuestionModel = z.infer<typeof model.answer>;

export const values = endpoint({
  method: 'GET',
  path: '/api/task_questions/values',
  can: write,
  summary: 'Values of a column of the model behind a report, to choose from',
  query: z.strictObject({ report_id: id, ...column.shape, q: z.string().trim().max(120).default('') }),
  /** As they are typed. None where the service did not answer in time, or answers no such query. */
  answer: z.object({ values: z.array(z.string()) }),
});

export const aggregations = ['sum', 'average', 'min', 'max', 'count', 'distinct'] as const;
export const filterOperators = [
  'in',
  'not_in',
  'more',
  'at_least',
  'less',
  'at_most',
  'contains',
  'empty',
  'not_empty',
  'today',
  'last_days',
] as const;
export type FilterOperator = (typeof filterOperators)[number];
/** Those that need nothing typed. */
export const bareFilters: readonly FilterOperator[] = ['empty', 'not_empty', 'today'];
/** Those that take several values. */
export const listFilters: readonly FilterOperator[] = ['in', 'not_in'];

const filter = z
  .strictObject({
    ...column.shape,
    type: z.enum(variableTypes),
    operator: z.enum(filterOperators),
    /** As they were typed; each becomes a value of the type. */
    values: z.array(text(200).min(1, 'required')).max(questionLimits.values).default([]),
  })
  .superRefine(({ operator, values }, check) => {
    const most = bareFilters.includes(operator) ? 0 : listFilters.includes(operator) ? questionLimits.values : 1;
    if (values.length < Math.min(1, most)) check.addIssue({ code: 'custom', path: ['values'], message: 'required' });
    if (values.length > most) check.addIssue({ code: 'custom', path: ['values'], message: 'invalid' });
  });
export type QuestionFilter = z.infer<typeof filter>;

export const choice = z.strictObject({
  /** A measure, or a column with how its values become one. */
  field: column,
  aggregation: z.enum(aggregations).nullable().default(null),
  groups: z.array(column).max(questionLimits.groups).default([]),
  filters: z.array(filter).max(questionLimits.filters).default([]),
  /** Which group stands in the first row, whose value is compared. */
  first: z.enum(['largest', 'smallest']).default('largest'),
});
export type QuestionChoice = z.infer<typeof choice>;

export const written = endpoint({
  method: 'POST',
  path: '/api/task_questions/written',
  can: write,
  summary: 'The query that asks for what was chosen; what was typed is a value in it and nothing else',
  acting: 'reads',
  body: choice,
  answer: z.object({ query: z.string(), column_name: z.string() }),
});

const rule = {
  query: tryOut.body.shape.query,
  use_variables: tryOut.body.shape.use_variables,
  variables: tryOut.body.shape.variables,
  column_name: tryOut.body.shape.column_name,
  operator: z.enum(operators),
  value: text(200).default(''),
  value_to: text(200).default(''),
  repeat: z.enum(repeatPolicies).default('once'),
  repeat_minutes: z.number().int().min(1).max(43_200).nullable().default(null),
  repetitions: z.number().int().min(1).max(taskLimits.repetitions).default(1),
  tell_recovery: z.boolean().default(false),
  to_self: z.boolean().default(false),
  membership_ids: z.array(id).max(taskLimits.recipients).default([]),
  user_group_ids: z.array(id).max(taskLimits.recipients).default([]),
};

/** Why nothing can be said about the past. */
const gaps = ['no_dates', 'choose_date', 'not_by_day', 'refused', 'no_values'] as const;

const testedDay = z.object({
  day,
  /** The last one of that day; null where the model had none. */
  value: z.string().nullable(),
  number_value: z.number().nullable(),
  runs: z.number(),
  met: z.boolean(),
  fired: z.number(),
  recovered: z.number(),
});
export type TestedDay = z.infer<typeof testedDay>;

export const backTest = endpoint({
  method: 'POST',
  path: '/api/task_questions/back_test',
  can: write,
  summary: 'When a rule would have told people, by the results that are stored or by the dates of the model',
  acting: 'reads',
  body: z.strictObject({
    report_id: id,
    /** The saved task, whose results count as long as it asks the same. */
    task_id: id.nullable().default(null),
    ...rule,
    triggers: z.array(triggerInput).max(taskLimits.triggers).default([]),
    days: z.union(testedDays.map((days) => z.literal(days))),
    /** By which days are told apart where the query does not look at the clock itself. */
    date_column: column.nullable().default(null),
  }),
  answer: z.object({
    source: z.enum(['results', 'model']).nullable(),
    gap: z.enum(gaps).nullable(),
    /** The service's own words where it refused. */
    detail: z.string().nullable(),
    from: day,
    until: day,
    timezone: z.string(),
    /** Moments at which people would have been told. */
    told_at: z.array(moment),
    days: z.array(testedDay),
    fired: z.number(),
    recovered: z.number(),
    /** Those who would be told now. */
    recipients: z.number(),
    /** Those who are named and would not be told. */
    dropped: z.number(),
    messages: z.number(),
  }),
});
export type BackTest = z.infer<typeof backTest.answer>;
