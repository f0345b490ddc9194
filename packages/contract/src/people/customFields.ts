/** Custom fields: what a unit wants to know about its people besides the fields that everybody has (docs/reference/product-rules.md 8). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, name, version } from '../fields.ts';
import { editableListOf, listQuery, rowCan } from '../list.ts';

const read = { capability: 'custom_fields', right: 'read' } as const;
const write = { capability: 'custom_fields', right: 'write' } as const;

export const customFieldTypes = ['text', 'number', 'date', 'select', 'checkbox', 'radio'] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

/** Types whose values are chosen from options. */
export const typesWithOptions: readonly CustomFieldType[] = ['select', 'checkbox', 'radio'];

export const customFieldLimits = { unit: 30, global: 15, searchable: 5, options: 50, optionCharacters: 80, textCharacters: 255 } as const;

/** A text, a number, a day `YYYY-MM-DD`, an option, or several options. Nothing is null or left out. */
const customValue = z.union([z.string().max(500), z.number(), z.array(z.string().max(80)).max(50), z.null()]);
export type CustomValue = z.infer<typeof customValue>;

/** Values by the id of their field. */
export const customValues = z.record(id, customValue);
export type CustomValues = z.infer<typeof customValues>;

const settings = {
  name,
  options: z.array(z.string().trim().min(1, 'required').max(customFieldLimits.optionCharacters)).max(customFieldLimits.options).default([]),
  required: z.boolean().default(false),
  searchable: z.boolean().default(false),
  in_registration: z.boolean().default(false),
};

/** What a field is, whoever made it. */
export const customFieldInput = z.strictObject({ ...settings, type: z.enum(customFieldTypes) });

export const customField = z.object({
  ...settings,
  id,
  type: z.enum(customFieldTypes),
  /** Made by the partner and the same in all its units; only the partner changes it. */
  is_global: z.boolean(),
  active: z.boolean(),
  position: z.number(),
  /** People who have a value. */
  value_count: z.number(),
  version: z.number(),
  can: rowCan,
});
export type CustomField = z.infer<typeof customField>;

export const list = endpoint({
  method: 'GET',
  path: '/api/custom_fields',
  can: read,
  summary: 'Custom fields of the unit',
  query: listQuery(['position', 'name']),
  answer: editableListOf(customField, { add_global: z.boolean() }),
});
export const get = endpoint({ method: 'GET', path: '/api/custom_fields/:id', can: read, summary: 'One custom field', answer: customField });
export const add = endpoint({
  method: 'POST',
  path: '/api/custom_fields',
  can: write,
  summary: 'Adds a custom field; a global one appears in every unit of the partner',
  audit: 'custom_field.add',
  status: 201,
  body: customFieldInput.extend({ is_global: z.boolean().default(false) }),
  answer: customField,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/custom_fields/:id',
  can: write,
  summary: 'Changes a custom field; its type stays',
  audit: 'custom_field.update',
  body: z.strictObject({
    ...settings,
    active: z.boolean().default(true),
    /** Clears the values of options that are removed; without it, an option that people have is not removed. */
    clear_values: z.boolean().default(false),
    version,
  }),
  answer: customField,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/custom_fields/:id',
  can: write,
  summary: 'Deletes a custom field with everybody’s values',
  audit: 'custom_field.remove',
});
