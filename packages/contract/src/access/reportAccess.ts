/** Assignments: who sees a report, with which filters and row-level roles (docs/reference/product-rules.md 11). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, id } from '../fields.ts';

const can = { capability: 'report_access', right: 'use' } as const;

/**
 * A value that follows the person: `{{email}}`, `{{name}}`, `{{department}}`, `{{group}}` (all groups), `{{field.key}}`
 * (a custom field). Whoever lacks the value gets nothing from the assignment that asks for it.
 */
export const personVariables = ['email', 'name', 'department', 'group'] as const;
/** True for a text that means a variable, known or not. */
export const isVariable = (text: string): boolean => text.startsWith('{{') && text.endsWith('}}') && text.length >= 4;
const knownVariable = new RegExp(String.raw`^\{\{(?:${personVariables.join('|')}|field\.[a-z0-9][a-z0-9_]{0,119})\}\}$`);
const fixedOrVariable = (text: string): boolean => !isVariable(text) || knownVariable.test(text);

/** A column of the model that must have one of the values. Filters are convenience; row-level security is security. */
export const columnFilter = z.strictObject({
  table: z.string().trim().min(1).max(200),
  column: z.string().trim().min(1).max(200),
  values: z
    .array(z.union([z.string().max(500).refine(fixedOrVariable, 'invalid'), z.number(), z.boolean()]))
    .min(1)
    .max(200),
});
export type ColumnFilter = z.infer<typeof columnFilter>;

// Limits of the reporting service: 50 roles, 50 characters each, no comma.
const rlsRole = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .refine((role) => !role.includes(','), 'invalid');
// What the service takes as a user name: up to 256 characters without blanks.
const rlsUsername = z
  .string()
  .trim()
  .min(1)
  .max(256)
  .refine((username) => !/\s/.test(username), 'invalid')
  .refine(fixedOrVariable, 'invalid');

/** What a report can be assigned to. */
const assignees = ['membership', 'user_group', 'unit'] as const;

/** Whom an assignment is for: a membership or a user group of the unit; null for the whole unit. */
export const assignee = z.strictObject({ to: z.enum(assignees), to_id: id.nullable() });

export const grantInput = z.strictObject({
  to: z.enum(assignees),
  /** A membership or a user group of the unit; null for the whole unit. */
  to_id: id.nullable(),
  filters: z.array(columnFilter).max(20).default([]),
  rls_roles: z.array(rlsRole).max(50).default([]),
  /** The name the model sees; null means the reader's e-mail. */
  rls_username: rlsUsername.nullable().default(null),
  /** Whoever sees the report by this assignment may edit it, where the report allows editing. */
  permission_edit: z.boolean().default(false),
  /** Last day of the assignment in the unit's time zone; null means no end. */
  ends_on: day.nullable().default(null),
});
export type GrantInput = z.infer<typeof grantInput>;

const grant = grantInput.extend({ id, to_name: z.string(), to_email: z.string().nullable(), version: z.number() });
export type Grant = z.infer<typeof grant>;

/** A removal: the report was taken from this person. It wins over every assignment. */
const removal = z.object({
  membership_id: id,
  name: z.string(),
  email: z.string(),
  created_at: z.string(),
  removed_by: z.string().nullable(),
});
export type Removal = z.infer<typeof removal>;

/** Why somebody sees a report or not: what was looked at, in this order. The sentences are `reason_<word>`. */
const accessReasons = [
  'report_active',
  'report_inactive',
  'person_inactive',
  'removed',
  'manager',
  'grant_opens',
  'grant_ended',
  'member_ended',
  'no_grant',
  'rule_none',
  'rule_ignored',
  'rule_from',
  'rule_adds_up',
  'rule_overridden',
  'grant_silent',
  'variable_missing',
  'rule_missing',
  'rule_refused',
  'edit_report_off',
  'edit_allowed',
  'edit_not_granted',
] as const;
export const accessReason = z.object({
  word: z.enum(accessReasons),
  /** The assignment it is about; `name` is the group's. */
  grant: z.object({ id, to: z.enum(assignees), name: z.string() }).optional(),
  /** The day on which it ends or ended. */
  date: z.string().nullable().optional(),
  variable: z.string().optional(),
});
export type AccessReason = z.infer<typeof accessReason>;

export const list = endpoint({
  method: 'GET',
  path: '/api/reports/:id/grants',
  can,
  summary: 'Assignments of a report',
  answer: z.object({ data: z.array(grant), removals: z.array(removal) }),
});
export const add = endpoint({
  method: 'POST',
  path: '/api/reports/:id/grants',
  can,
  summary: 'Assigns a report to a person, a group or the whole unit',
  audit: 'report_grant.add',
  status: 201,
  body: grantInput,
  answer: grant,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/reports/:id/grants/:grant_id',
  can,
  summary: 'Changes filters, roles or end of an assignment',
  audit: 'report_grant.update',
  body: grantInput.omit({ to: true, to_id: true }).extend({ version: z.number().int().positive() }),
  answer: grant,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/reports/:id/grants/:grant_id',
  can,
  summary: 'Takes an assignment back',
  audit: 'report_grant.remove',
});

/** Whom a report can be assigned to: people and groups of the unit whose name or e-mail holds the words. */
export const candidates = endpoint({
  method: 'GET',
  path: '/api/reports/:id/grants/candidates',
  can,
  summary: 'People and groups of the unit to assign a report to',
  query: z.strictObject({ q: z.string().trim().max(120).default('') }),
  answer: z.object({
    data: z.array(z.object({ to: z.enum(['membership', 'user_group']), to_id: id, name: z.string(), email: z.string().nullable() })),
  }),
});

/** What may stand in filters and names besides fixed values; `name` is that of the custom field. */
export const variables = endpoint({
  method: 'GET',
  path: '/api/report_grants/variables',
  can,
  summary: 'Variables of assignments: values that follow the person',
  answer: z.object({ data: z.array(z.object({ token: z.string(), name: z.string().nullable() })) }),
});

const columnName = columnFilter.shape.column;
const modelColumn = z.object({ table: columnName, column: columnName });

/** What a role lets through, as far as its rule is simple: every row, rows with these values, rows that name the reader, or more than that. */
const modelRole = z.object({
  name: z.string(),
  rows: z.enum(['all', 'values', 'reader', 'other']),
  column: z.string().nullable(),
  values: z.array(z.string()),
});
export type ModelRole = z.infer<typeof modelRole>;

/** What rows can be chosen by: roles and columns of the report's model. */
export const model = endpoint({
  method: 'GET',
  path: '/api/reports/:id/model',
  can,
  summary: 'Roles and columns of the model behind a report, as far as the reporting service tells them',
  answer: z.object({
    roles: z.array(modelRole),
    /** Where the roles are from: the model itself, or only those in use; `asking`: the service has not answered yet. */
    roles_from: z.enum(['model', 'use', 'asking']),
    /** Null where the service does not tell. */
    columns: z.array(modelColumn.extend({ distinct: z.number() })).nullable(),
  }),
});

export const modelValues = endpoint({
  method: 'GET',
  path: '/api/reports/:id/model/values',
  can,
  summary: 'Values of a column of the model behind a report, to choose from',
  query: z.strictObject({ table: columnName, column: columnName, q: z.string().trim().max(120).default('') }),
  /** Null: the service did not answer in time, or answers no queries. */
  answer: z.object({ values: columnFilter.shape.values.element.array().nullable(), more: z.boolean() }),
});

/** An assignment that is not saved yet, for several receivers, or in place of an existing one. */
export const grantDraft = grantInput.omit({ to: true, to_id: true, ends_on: true }).extend({
  receivers: z.array(assignee).min(1).max(20),
  grant_id: id.nullable().default(null),
  /** Who has asked for access, where a request is granted: joins the chosen group, and is taken off the report no longer. */
  asker_id: id.nullable().default(null),
});

/** How many values of a filtered column are seen: the same for all, or between two numbers. */
const columnCount = modelColumn.extend({ least: z.number(), most: z.number(), all: z.number() });

export const preview = endpoint({
  method: 'POST',
  path: '/api/reports/:id/grants/preview',
  can,
  summary: 'What an assignment would give before it is saved: to how many people, which rows, checked with the reporting service',
  body: grantDraft,
  answer: z.object({
    /** People who belong to the receivers and may sign in. */
    people: z.number(),
    /** How many of them were looked at. */
    looked_at: z.number(),
    /** Of those: who opens the report, who finds it without a rule, whose rule the service refuses, who stays out. */
    sees: z.number(),
    no_data_rule: z.number(),
    rule_refused: z.number(),
    closed: z.number(),
    /** Of those who open it: whose rows come from another assignment, or who administer and see all. */
    ruled_elsewhere: z.number(),
    /** Null where the service cannot count: with roles, or when it does not answer. */
    counts: z.array(columnCount).nullable(),
    /** True once the service has given a token for what the people would get. */
    checked: z.boolean(),
    /** Values that their column does not have, with the one that was probably meant. */
    unknown: z.array(modelColumn.extend({ value: z.string(), like: z.string().nullable() })),
    /** Some who would open it, to look with their eyes. */
    examples: z.array(z.object({ membership_id: id, name: z.string(), email: z.string() })),
  }),
});
export type Preview = z.infer<typeof preview.answer>;

export const removePerson = endpoint({
  method: 'PUT',
  path: '/api/reports/:id/removals/:membership_id',
  can,
  summary: 'Takes a person off the report, whatever assigns it to them; doing it twice changes nothing',
  audit: 'report_removal.add',
});
export const restorePerson = endpoint({
  method: 'DELETE',
  path: '/api/reports/:id/removals/:membership_id',
  can,
  summary: 'Lets the assignments of a person hold again',
  audit: 'report_removal.remove',
});

const receiver = z.object({ to: z.enum(['membership', 'user_group']), to_id: id, name: z.string(), email: z.string().nullable() });

/** People and groups of the unit, for bulk assignments and for asking who sees what. */
export const receiversFound = endpoint({
  method: 'GET',
  path: '/api/report_grants/receivers',
  can,
  summary:
    'People and groups of the unit whose name or e-mail holds the words; active people alone, where somebody is to answer for something',
  query: z.strictObject({ q: z.string().trim().max(120).default(''), active: z.enum(['true']).optional() }),
  answer: z.object({ data: z.array(receiver) }),
});

/** The effective identity: as whom the dataset's model filters rows. */
export const rowIdentity = z.object({ username: z.string(), roles: z.array(z.string()) });

export const why = endpoint({
  method: 'GET',
  path: '/api/reports/:id/access/:membership_id',
  can,
  summary: 'Whether a person sees the report now, with which rows, and why',
  answer: z.object({
    name: z.string(),
    email: z.string(),
    see: z.boolean(),
    why: z.enum(['not_found', 'no_data_rule', 'rule_refused']).nullable(),
    removed: z.boolean(),
    filters: z.array(columnFilter),
    identity: rowIdentity.nullable(),
    edit: z.boolean(),
    reasons: z.array(accessReason),
  }),
});
export type Why = z.infer<typeof why.answer>;
