import { z } from 'zod';
import { ArmError } from './armError.ts';

/** The body in the given shape, or 400 with everything that is wrong with it. */
export const bodyAs = <T>(shape: z.ZodType<T>, body: unknown): T => {
  const parsed = shape.safeParse(body ?? {});
  if (!parsed.success) throw new ArmError(400, 'BadRequest', z.prettifyError(parsed.error));
  return parsed.data;
};
