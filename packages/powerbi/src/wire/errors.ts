/** How refusals of Power BI REST and Azure Resource Manager are worded (docs/reference/powerbi.md A0). What cannot be read is left out. */
import { z } from 'zod';
import { maybeText } from './shapes.ts';

const detail = z.object({ code: maybeText, detail: z.object({ value: maybeText }).catch({}) }).catch({ detail: {} });

export const errorBody = z
  .object({
    error: z
      .object({
        code: maybeText,
        message: maybeText,
        'pbi.error': z.object({ details: z.array(detail).catch([]) }).catch({ details: [] }),
      })
      .catch({ 'pbi.error': { details: [] } }),
    Message: maybeText,
  })
  .catch({ error: { 'pbi.error': { details: [] } } });

/** (a) code and message, (b) code and Power BI details, (d) the gateway's message. */
export type SentError =
  | { error: { code: string; message: string } }
  | {
      error: {
        code: string;
        'pbi.error': {
          code: string;
          parameters: object;
          details: { code: string; detail: { type: number; value: string } }[];
          exceptionCulprit: number;
        };
      };
    }
  | { Message: string };

/** Why a refresh failed: `serviceExceptionJson`, which is JSON as a text. */
export const refreshFailure = z.object({ errorCode: maybeText, errorDescription: maybeText }).catch({});
