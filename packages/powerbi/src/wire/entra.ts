/** The token endpoint of Entra ID (docs/reference/powerbi.md A1). */
import { z } from 'zod';
import { maybeText } from './shapes.ts';
import type { Sent } from './shapes.ts';

export const tokenReply = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
export type SentToken = Sent<typeof tokenReply>;

/** A refusal; `error_codes` hold the AADSTS number. What cannot be read is left out. */
export const tokenRefusal = z
  .object({
    error: maybeText,
    error_description: maybeText,
    error_codes: z.array(z.number()).optional().catch(undefined),
    trace_id: maybeText,
  })
  .catch({});
export type SentTokenRefusal = { error: string; error_description: string; error_codes: number[]; trace_id: string } & Record<
  string,
  unknown
>;
