/** The set-up of a business unit as a document: taken away, compared, and applied to one unit or many (docs/unit-setup.md). */
import { z } from 'zod';
import { download } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { setupSchemaPath, setupSections } from './setupDocument.ts';

const can = { capability: 'unit_settings', right: 'write' } as const;

/** A document may have so many characters, and a call name so many units. */
export const setupFileLimits = { characters: 500_000, units: 100 } as const;

export const schema = endpoint({
  method: 'GET',
  path: setupSchemaPath,
  can: 'public',
  any_host: true,
  summary: 'The JSON Schema of a set-up',
  answer: z.record(z.string(), z.unknown()),
});

export const units = endpoint({
  method: 'GET',
  path: '/api/unit_setups',
  can,
  summary: 'Units whose set-up the caller may take and change: all of the partner, or the own one',
  answer: z.object({
    data: z.array(z.object({ id, name: z.string(), current: z.boolean() })),
    /** Sections that the caller has the rights for. */
    sections: z.array(z.enum(setupSections)),
  }),
});

export const get = endpoint({
  method: 'GET',
  path: '/api/unit_setups/:tenant_id',
  can,
  summary: 'The set-up of a unit as a file; two of the same state are equal byte for byte',
  answer: download,
});

/** `text` is the document as it stands in the file. No sections: all that the document speaks of. */
const wanted = {
  text: z.string().min(1, 'required').max(setupFileLimits.characters),
  sections: z.array(z.enum(setupSections)).max(setupSections.length).default([]),
};
const values = z.record(z.string(), z.unknown()).nullable();

/** A thing that the document and the unit do not have in common. `before` and `after` hold the fields that differ. */
const setupChange = z.object({
  section: z.enum(setupSections),
  /** `only_there`: the unit has it, the document does not speak of it; it stays. */
  kind: z.enum(['added', 'changed', 'only_there']),
  /** Empty for sections that are one thing. */
  name: z.string(),
  before: values,
  after: values,
});
export type SetupChange = z.infer<typeof setupChange>;

const setupProblems = [
  'user_group_missing',
  'subgroup_missing',
  'report_missing',
  'report_no_slide',
  'no_right',
  'value_refused',
  'partners_setting',
  'excludes_you',
  'type_differs',
  'options_needed',
  'options_not_needed',
  'options_repeated',
  'option_in_use',
  'too_many_fields',
  'too_many_searchable',
  'partners_field',
  'unreadable',
  'unreadable_dark',
] as const;

/**
 * Why the document cannot be applied to the unit: `name` is the thing of the document, `about` what it refers to. Of colours, `name` is that of
 * a text and `about` that of what it stands on.
 */
const setupProblem = z.object({ section: z.enum(setupSections), name: z.string(), problem: z.enum(setupProblems), about: z.string() });
export type SetupProblem = z.infer<typeof setupProblem>;

export const compare = endpoint({
  method: 'POST',
  path: '/api/unit_setups/compare',
  can,
  summary: 'What a document would change in units, and what stands against it; nothing is changed',
  max_bytes: 2 * 1024 * 1024,
  body: z.strictObject({ ...wanted, unit_ids: z.array(id).min(1).max(setupFileLimits.units) }),
  answer: z.object({
    /** Sections that the document speaks of. */
    sections: z.array(z.enum(setupSections)),
    units: z.array(z.object({ id, name: z.string(), changes: z.array(setupChange), problems: z.array(setupProblem) })),
  }),
});
export type Comparison = z.infer<typeof compare.answer>;

export const apply = endpoint({
  method: 'POST',
  path: '/api/unit_setups/apply',
  can,
  summary: 'Applies a document to units, each in one transaction; refused before anything is written where something stands against it',
  max_bytes: 2 * 1024 * 1024,
  status: 202,
  audit: 'unit_setup.apply',
  body: compare.body,
  answer: z.object({ rollout_id: id }),
});

const rolloutStates = ['waiting', 'done', 'refused', 'failed'] as const;

export const rollout = endpoint({
  method: 'GET',
  path: '/api/unit_setups/rollouts/:rollout_id',
  can,
  summary: 'How far a document has come: the result of each unit',
  answer: z.object({
    data: z.array(z.object({ id, name: z.string(), state: z.enum(rolloutStates), changed: z.number(), problems: z.array(setupProblem) })),
  }),
});
export type Rollout = z.infer<typeof rollout.answer>;
