/** What is wrong with a form, in the words of docs/reference/specification.md 5. */
import '#platform/zod.ts';
import type { z } from 'zod';

type Complaint = 'required' | 'invalid' | 'too_long' | 'too_short' | 'too_small' | 'too_big' | 'too_few_items' | 'too_many_items';

export type FieldError = { complaint: Complaint; limit?: number };

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const valueAt = (values: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === String(key))?.[1] : undefined,
    values,
  );

function complain(issue: z.core.$ZodIssue, value: unknown): FieldError {
  if (isBlank(value) || issue.message === 'required') return { complaint: 'required' };
  if (issue.code === 'too_big') {
    const limit = Number(issue.maximum);
    return { complaint: issue.origin === 'string' ? 'too_long' : issue.origin === 'array' ? 'too_many_items' : 'too_big', limit };
  }
  if (issue.code === 'too_small') {
    const limit = Number(issue.minimum);
    return { complaint: issue.origin === 'string' ? 'too_short' : issue.origin === 'array' ? 'too_few_items' : 'too_small', limit };
  }
  return { complaint: 'invalid' };
}

/** A rule with a word of its own has a sentence that says more than “invalid”: the portal's answer tells it. */
const isToldByAnswer = ({ code, message }: z.core.$ZodIssue): boolean =>
  code === 'custom' && /^[a-z_]+$/.test(message) && message !== 'required' && message !== 'invalid';

/** The first error of each field, by its path (`name`, `filters.0.table`). Empty when the values are valid but for what only the answer tells. */
export function fieldErrors(schema: z.ZodType, values: unknown): Record<string, FieldError> {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const errors: Record<string, FieldError> = {};
  for (const issue of result.error.issues) {
    if (isToldByAnswer(issue) && !isBlank(valueAt(values, issue.path))) continue;
    errors[issue.path.join('.')] ??= complain(issue, valueAt(values, issue.path));
  }
  return errors;
}
