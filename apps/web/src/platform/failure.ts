/** What went wrong with a call, in one shape: a refusal of the server, or no answer at all. */
import type { ErrorBody, ErrorWord } from '@vitrine/contract/errors.ts';
import { configurationCodec, fromErrorWord } from '@vitrine/contract/wire.ts';
import { isAxiosError } from 'axios';

export type Failure = {
  /** The server's word, or null when it did not answer. */
  word: ErrorWord | null;
  /** The HTTP status, or null when there was no answer. */
  status: number | null;
  /** The server's sentence in the person's language; without an answer the client's own ('Network Error', 'Request aborted', 'timeout of N ms exceeded'). */
  message: string;
  /** The first message of each field that was refused. */
  fields: Record<string, string>;
  request_id: string | null;
  /** What some refusals carry besides. */
  token: string | null;
  ip: string | null;
  opens_at: string | null;
  retry_after: number | null;
  /** What an administrator wrote about it, or the numbers of a limit. */
  notice: string | null;
};

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'status' in body && 'message' in body && typeof body.message === 'string';

export function failureOf(error: unknown): Failure {
  const response = isAxiosError(error) ? error.response : undefined;
  const body: ErrorBody | null = isErrorBody(response?.data) ? response.data : null;
  return {
    word: body ? (fromErrorWord(body.status) as ErrorWord) : null,
    status: response?.status ?? null,
    message: body?.message ?? (error instanceof Error ? error.message : String(error)),
    fields: Object.fromEntries(
      Object.entries(body?.errors ?? {}).map(([name, messages]) => [configurationCodec.nameInCode(name), messages[0] ?? '']),
    ),
    request_id: body?.request_id ?? null,
    token: body?.token ?? null,
    ip: body?.ip ?? null,
    opens_at: body?.opens_at ?? null,
    retry_after: body?.retry_after ?? null,
    notice: body?.notice ?? null,
  };
}

/** True when the call was cancelled because its screen was closed. No message is needed. */
export const isAborted = (error: unknown): boolean => isAxiosError(error) && error.code === 'ERR_CANCELED';
