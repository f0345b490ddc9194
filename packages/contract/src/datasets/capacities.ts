/** Capacities in Azure that the portal looks after: their state and cost, who starts and pauses them, and by which hours. */
import { z } from 'zod';
import type { Answer } from '../endpoint.ts';
import { endpoint } from '../endpoint.ts';
import { id, moment, name as shiftName, version } from '../fields.ts';
import { editableListOf, listQuery, rowCan } from '../list.ts';
import { hourRange } from '../settings/accessHours.ts';
import { wakings } from './capacityResume.ts';

const read = { capability: 'capacity_state', right: 'read' } as const;
const control = { capability: 'capacity_control', right: 'use' } as const;
const manage = { capability: 'reporting_accounts', right: 'write' } as const;
const hours = { capability: 'shifts', right: 'write' } as const;

const capacityStates = ['active', 'pausing', 'paused', 'resuming', 'scaling', 'failed', 'unknown'] as const;
const workKinds = ['resume', 'pause', 'scale'] as const;
export type WorkKind = (typeof workKinds)[number];
export const actSources = ['person', 'rule', 'outside'] as const;
export const actStates = ['asked', 'done', 'failed', 'refused'] as const;
/** Why the rule wants what it wants, and why it did what it did. */
export const ruleReasons = [
  'off',
  'within_hours',
  'outside_hours',
  'idle',
  'in_use',
  'held_refresh',
  'held_export',
  'reader',
  'by_hand',
] as const;
/** Azure's refusals. */
export const refusals = ['no_right', 'quota', 'not_found', 'timeout', 'not_ready', 'silent'] as const;
const problems = ['no_right', 'not_found', 'silent'] as const;

/** Every size that is sold: nothing else is put into a call. */
export const skus = [
  'A1',
  'A2',
  'A3',
  'A4',
  'A5',
  'A6',
  'A7',
  'A8',
  'F2',
  'F4',
  'F8',
  'F16',
  'F32',
  'F64',
  'F128',
  'F256',
  'F512',
  'F1024',
  'F2048',
] as const;
const sku = z.enum(skus);
const amount = z.number().int();

const openAct = z.object({ id, kind: z.enum(workKinds), wanted_sku: sku.nullable(), asked_at: moment });
const place = {
  name: z.string(),
  resource_group: z.string(),
  subscription_id: z.string(),
};
const capacity = z.object({
  id,
  account_id: id,
  account: z.string(),
  ...place,
  sku,
  state: z.enum(capacityStates),
  /** When Azure was asked last; null: never. */
  seen_at: moment.nullable(),
  /** Why the state is not known. */
  problem: z.enum(problems).nullable(),
  /** The one that new workspaces are put on. */
  current: z.boolean(),
  waking: z.enum(wakings),
  shift_count: z.number(),
  /** US cents at list prices; null where the price is not known. */
  cents_per_hour: amount.nullable(),
  month_cents: amount.nullable(),
  open_act: openAct.nullable(),
  version,
  can: rowCan.extend({ work: z.boolean() }),
});
export type Capacity = z.infer<typeof capacity>;

const rule = z.object({
  auto_activate: z.boolean(),
  auto_pause: z.boolean(),
  inactive_minutes: z.number().int().min(15).max(1440),
  use_schedule: z.boolean(),
  activate_outside: z.boolean(),
  force_stop: z.boolean(),
});
const detail = capacity.extend({
  timezone: z.string(),
  /** Sizes that it can be given. */
  sizes: z.array(z.object({ sku, cents_per_hour: amount.nullable() })),
  rule: rule.extend({ shifts: z.array(z.object({ id, name: z.string(), active: z.boolean() })) }),
  verdict: z.object({ wanted: z.enum(['run', 'pause', 'leave']), reason: z.enum(ruleReasons) }),
  /** The next three. */
  next_changes: z.array(z.object({ at: moment, to: z.enum(['run', 'pause']), reason: z.enum(ruleReasons) })),
});
export type CapacityDetail = z.infer<typeof detail>;

/** As Azure has them. */
const azureName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9]{2,62}$/, 'invalid');
const resourceGroup = z
  .string()
  .trim()
  .regex(/^[\w().-]{1,90}$/, 'invalid');
const input = z.strictObject({
  account_id: id,
  name: azureName,
  resource_group: resourceGroup,
  subscription_id: id,
  sku,
  current: z.boolean().default(false),
});

export const list = endpoint({
  method: 'GET',
  path: '/api/capacities',
  can: read,
  summary: 'Capacities of the accounts that the caller may use, with what was seen of them last',
  query: listQuery(['name', 'account']),
  answer: editableListOf(capacity),
});
export const accounts = endpoint({
  method: 'GET',
  path: '/api/capacity_accounts',
  can: manage,
  summary: 'Accounts to which a capacity can be added',
  answer: z.object({ data: z.array(z.object({ id, name: z.string(), subscription_id: z.string().nullable() })) }),
});
export const discover = endpoint({
  method: 'GET',
  path: '/api/capacity_accounts/:account_id/found',
  can: manage,
  summary: 'Capacities that the account sees in its subscription',
  answer: z.object({ data: z.array(z.object({ ...place, sku: z.string(), state: z.enum(capacityStates), added: z.boolean() })) }),
});
export const get = endpoint({
  method: 'GET',
  path: '/api/capacities/:id',
  can: read,
  summary: 'One capacity, with its rule and the next changes',
  answer: detail,
});
export const look = endpoint({
  method: 'POST',
  path: '/api/capacities/:id/look',
  can: control,
  summary: 'Asks Azure for the state now',
  answer: detail,
});
export const add = endpoint({
  method: 'POST',
  path: '/api/capacities',
  can: manage,
  summary: 'Adds a capacity to the portal',
  audit: 'capacity.add',
  status: 201,
  body: input,
  answer: z.object({ id }),
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/capacities/:id',
  can: manage,
  summary: 'Changes what the portal has written down about a capacity',
  audit: 'capacity.update',
  body: input.omit({ account_id: true, sku: true }).extend({ waking: z.enum(wakings), version }),
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/capacities/:id',
  can: manage,
  summary: 'Takes a capacity out of the portal; in Azure it stays as it is',
  audit: 'capacity.remove',
});
export const work = endpoint({
  method: 'POST',
  path: '/api/capacities/:id/work',
  can: control,
  summary: 'Starts, pauses or scales a capacity',
  audit: 'capacity.work',
  status: 202,
  body: z.strictObject({ kind: z.enum(workKinds), sku: sku.nullable().default(null), force: z.boolean().default(false) }),
  answer: detail,
});
export const setRule = endpoint({
  method: 'PUT',
  path: '/api/capacities/:id/rule',
  can: hours,
  summary: 'By which shifts and after how much rest it starts and pauses by itself',
  audit: 'capacity.rule',
  body: z.strictObject({ ...rule.shape, shift_ids: z.array(id).max(20), version }),
});
export const history = endpoint({
  method: 'GET',
  path: '/api/capacities/:id/history',
  can: read,
  summary: 'Acts, the newest first, and what each hour of the last days cost',
  answer: z.object({
    acts: z.array(
      z.object({
        id,
        kind: z.enum(workKinds),
        source: z.enum(actSources),
        by: z.string().nullable(),
        reason: z.enum(ruleReasons).nullable(),
        state: z.enum(actStates),
        refusal: z.enum(refusals).nullable(),
        from_sku: z.string().nullable(),
        to_sku: z.string().nullable(),
        asked_at: moment,
        ended_at: moment.nullable(),
      }),
    ),
    hours: z.array(z.object({ hour: moment, sku: z.string(), minutes: z.number(), cents: amount.nullable() })),
  }),
});

const figures = z.object({
  hours_on: z.number(),
  cold_starts: z.number(),
  /** Who opened a report while it started. */
  waiting: z.number(),
  cents: amount.nullable(),
});
/** What an average week was, or would have been. */
export type WeekFigures = z.infer<typeof figures>;

/** In a week. Who accepts more of them needs no calendar; how long a proposal takes grows with its square. */
export const coldStartsAtMost = 20;
const coldStarts = z.coerce.number().int().min(0).max(coldStartsAtMost);

export const plan = endpoint({
  method: 'GET',
  path: '/api/capacities/:id/plan',
  can: read,
  summary: 'What weeks of the use on record would have been by other hours, and the hours that cost least with few cold starts',
  query: z.strictObject({ cold_starts: coldStarts.default(3), shift_id: id.optional() }),
  answer: z.object({
    /** How much of the log was gone through; 0: nothing is on record. */
    days: z.number(),
    uses: z.number(),
    timezone: z.string(),
    inactive_minutes: z.number(),
    /** How long a start takes: the middle one of its own, or a usual one. */
    start_seconds: z.number(),
    /** Never paused; by its shifts of today; only when somebody comes; by the shift that was asked for. */
    always: figures,
    own: figures.nullable(),
    on_demand: figures,
    shift: figures.nullable(),
    proposal: figures.extend({ ranges: z.array(hourRange) }),
    version,
  }),
});
export type CapacityPlan = Answer<typeof plan>;

export const applyPlan = endpoint({
  method: 'POST',
  path: '/api/capacities/:id/plan',
  can: hours,
  summary: 'Makes a shift of the proposed hours and has the capacity follow it',
  audit: 'capacity.rule',
  body: z.strictObject({ name: shiftName, cold_starts: coldStarts, version }),
});
