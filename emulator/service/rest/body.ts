import type { z } from 'zod';
import { invalidRequest } from '../serviceError.ts';

/** The body in the given shape, or 400 with the first thing that is wrong with it. */
export const bodyAs = <T>(shape: z.ZodType<T>, body: unknown): T => {
  const parsed = shape.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') ?? '';
  throw invalidRequest(where === '' ? 'The request body is not valid.' : `The property '${where}' is not valid: ${issue?.message}.`);
};
