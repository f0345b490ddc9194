/** Validates input by the contract's schemas and turns issues into the catalogue's reasons. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import type { FieldReason, Refusal } from './fail.ts';
import { Failure, namedFields } from './fail.ts';

/** What is too much of each kind of value. Dates are told as invalid. */
const kinds: Partial<Record<string, readonly [few: FieldReason, many: FieldReason]>> = {
  string: ['too_short', 'too_long'],
  array: ['too_few_items', 'too_many_items'],
  number: ['too_small', 'too_big'],
  int: ['too_small', 'too_big'],
};

/** The reason of a refused field. A schema may give one as its message; otherwise it follows from the issue. */
function reasonOf(issue: z.core.$ZodIssue): Refusal {
  if (/^[a-z_]+$/.test(issue.message)) return issue.message as FieldReason;
  if (issue.code === 'invalid_type') {
    if (issue.message.endsWith('received undefined')) return 'required';
    return issue.expected === 'int' ? 'not_whole' : 'invalid';
  }
  if (issue.code === 'too_small') {
    const least = Number(issue.minimum);
    const [reason] = kinds[issue.origin] ?? [];
    if (least === 1 && issue.inclusive && reason !== 'too_small') return 'required';
    return reason ? `${reason}:${issue.inclusive ? least : least + 1}` : 'invalid';
  }
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum);
    const [, reason] = kinds[issue.origin] ?? [];
    return reason ? `${reason}:${issue.inclusive ? most : most - 1}` : 'invalid';
  }
  return 'invalid';
}

/** Of a value that may be of several kinds: what the kind says that was meant, where one alone takes values of this kind. */
function meant(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const close = issue.errors.filter((issues) => !issues.some(({ code, path }) => path.length === 0 && code.startsWith('invalid_')));
  const [one] = close.length === 1 ? close : issue.errors.filter((issues) => issues.every(({ code }) => code !== 'invalid_type'));
  return one ? one.flatMap(meant).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) : [issue];
}

/** Field → reasons, of the first fields. A field inside a list is named by its path, `allowed_addresses.0.address`; an unknown field by its own name. */
export function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, Refusal[]> {
  // A map, because a field may be called `valueOf`.
  const fields = new Map<string, Set<Refusal>>();
  const add = (path: PropertyKey[], reason: Refusal) => {
    const field = path.map(String).join('.') || 'body';
    fields.set(field, (fields.get(field) ?? new Set()).add(reason));
  };
  for (const issue of issues.flatMap(meant)) {
    if (fields.size >= namedFields) break;
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys.slice(0, namedFields)) add([...issue.path, key], 'unknown');
    else add(issue.path, reasonOf(issue));
  }
  return Object.fromEntries(Array.from(fields, ([field, reasons]) => [field, [...reasons]]));
}

/** A malformed id in a path is 404; other invalid fields are listed with 422. */
export const compileSchema: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    // A request without a body has null for one.
    const parsed = schema.safeParse(httpPart === 'body' ? (data ?? undefined) : data);
    if (parsed.success) return { value: parsed.data };
    return {
      error: httpPart === 'params' ? new Failure('not_found') : new Failure('invalid', {}, { errors: fieldsOf(parsed.error.issues) }),
    };
  };
