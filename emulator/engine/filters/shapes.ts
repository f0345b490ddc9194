/** The filters of powerbi-models as they arrive: plain objects, or instances that carry `schemaUrl` in place of `$schema`. */
import { z } from 'zod';
import type { ModelFilter } from '../../definitions/queries.ts';
import { QueryError } from '../queryError.ts';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type FilterValue = z.infer<typeof value>;

const columnTarget = z.object({
  table: z.string(),
  column: z.string(),
  aggregationFunction: z.string().optional(),
  /** Ours: the period that a visual groups a date by. */
  grain: z.enum(['year', 'quarter', 'month', 'week', 'day']).optional(),
});
const measureTarget = z.object({ table: z.string(), measure: z.string() });
const target = z.union([columnTarget, measureTarget]);
export type ColumnTarget = z.infer<typeof columnTarget>;
export type FilterTarget = z.infer<typeof target>;

const point = z.object({ value });
const advancedOperators = [
  'None',
  'LessThan',
  'LessThanOrEqual',
  'GreaterThan',
  'GreaterThanOrEqual',
  'Contains',
  'DoesNotContain',
  'StartsWith',
  'DoesNotStartWith',
  'Is',
  'IsNot',
  'IsBlank',
  'IsNotBlank',
  'IsEmptyString',
  'IsNotEmptyString',
] as const;

const condition = z.object({ operator: z.enum(advancedOperators), value: value.optional() });
export type AdvancedCondition = z.infer<typeof condition>;

const relative = z.object({
  target: columnTarget,
  operator: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  timeUnitsCount: z.number().int().min(1).max(10_000).default(1),
  timeUnitType: z.number().int().min(0).max(8),
  includeToday: z.boolean().default(true),
});
export type RelativeFilter = z.infer<typeof relative>;

const shapes = {
  advanced: z.object({
    target,
    logicalOperator: z.enum(['And', 'Or', 'AND', 'OR']).default('And'),
    conditions: z.array(condition).max(10).default([]),
  }),
  basic: z.object({ target: columnTarget, operator: z.enum(['In', 'NotIn', 'All']), values: z.array(value).default([]) }),
  includeExclude: z.object({
    target: z.union([columnTarget, z.array(z.array(columnTarget))]),
    isExclude: z.boolean().default(false),
    values: z.union([z.array(value), z.array(z.array(z.array(point)))]),
  }),
  relativeDate: relative,
  relativeTime: relative,
  topN: z.object({
    target: columnTarget,
    operator: z.enum(['Top', 'Bottom']),
    itemCount: z.number().int().min(1).max(100_000),
    orderBy: target,
  }),
  tuple: z.object({
    target: z.array(columnTarget).min(1),
    operator: z.enum(['In', 'NotIn']).default('In'),
    values: z.array(z.array(point)),
  }),
};

type Kind = keyof typeof shapes;
export type ReadFilter = { [K in Kind]: { kind: K } & z.infer<(typeof shapes)[K]> }[Kind];

const kindsByNumber: Record<number, Kind> = {
  0: 'advanced',
  1: 'basic',
  3: 'includeExclude',
  4: 'relativeDate',
  5: 'topN',
  6: 'tuple',
  7: 'relativeTime',
};

function invalid(detail: string): QueryError {
  return new QueryError('InvalidFilter', `The filter cannot be applied: ${detail}.`);
}

function kindOf(filter: ModelFilter): Kind {
  const schema = [filter.$schema, filter['schemaUrl']]
    .find((one) => typeof one === 'string')
    ?.split('#')[1]
    ?.toLowerCase();
  const named = Object.values(kindsByNumber).find((kind) => kind.toLowerCase() === schema);
  const kind = schema === undefined ? kindsByNumber[filter.filterType ?? -1] : named;
  if (!kind) throw invalid(`its type ${JSON.stringify(schema ?? filter.filterType ?? null)} is not supported`);
  return kind;
}

/** Recognises a filter and checks its shape. */
export function readFilter(filter: ModelFilter): ReadFilter {
  const kind = kindOf(filter);
  const result = shapes[kind].safeParse(filter);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw invalid(`${issue?.path.join('.') || kind}: ${issue?.message ?? 'unknown shape'}`);
  }
  // The shape was chosen by the kind, which the union of all shapes no longer shows.
  return { kind, ...result.data } as ReadFilter;
}
