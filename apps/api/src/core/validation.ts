/** Schemas of the contract at work: what does not fit is refused in the words of the catalogue. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { Failure } from './fail.ts';

/** Why a field was refused, as a key of `fields.reasons`. Schemas may name one as their message; the rest is told from the issue. */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (/^[a-z_]+$/.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'required';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'too_long';
  return 'invalid';
}

/** Field → reasons. A field inside a list is named by its path, `listIp.0.address`; an unknown field by its own name. */
function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  // A map, because a field may be called `valueOf`.
  const fields = new Map<string, Set<string>>();
  const add = (path: PropertyKey[], reason: string) => {
    const field = path.map(String).join('.') || 'body';
    fields.set(field, (fields.get(field) ?? new Set()).add(reason));
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...issue.path, key], 'invalid');
    else add(issue.path, reasonOf(issue));
  }
  return Object.fromEntries(Array.from(fields, ([field, reasons]) => [field, [...reasons]]));
}

/** A malformed id in a path is a thing that is not there (404); other fields are told one by one (422). */
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
