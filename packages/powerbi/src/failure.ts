import { PowerBiError } from './errors.ts';
import type { PowerBiErrorKind } from './errors.ts';
import { parseJsonOrNothing } from './json.ts';
import { retryAfterSeconds } from './retryAfter.ts';
import { errorBody } from './wire/errors.ts';
import { maybeText } from './wire/shapes.ts';

/** An answer as it came off the wire; a file that was asked for is in `bytes`. */
export type RawReply = { status: number; statusText: string; headers: Headers; text: string; bytes?: Uint8Array<ArrayBuffer> };

const errorInfo = (headers: Headers): string | undefined => maybeText.parse(headers.get('x-powerbi-error-info'));

/** The `RequestId` of a Power BI answer, or what Entra and ARM call it; null when the answer carries none. */
export const requestIdOf = (headers: Headers): string | null =>
  headers.get('requestid') ?? headers.get('x-ms-request-id') ?? headers.get('x-ms-correlation-request-id');

const parsed = (text: string) => errorBody.parse(parseJsonOrNothing(text));

/** Code and message of the five error bodies, in the order of docs/reference/powerbi.md A0. */
const codeAndMessage = (reply: RawReply): { code: string | undefined; message: string } => {
  const { error, Message } = parsed(reply.text);
  const header = parsed(reply.headers.get('x-powerbi-error-details') ?? '').error;
  const info = errorInfo(reply.headers);
  const details = error['pbi.error'].details.find(({ code }) => code === 'DetailsMessage')?.detail.value;
  const message = error.message ?? details ?? Message ?? header.message ?? info ?? error.code;
  return { code: error.code ?? info ?? header.code, message: message ?? (reply.statusText || `HTTP ${reply.status}`) };
};

const tokenCodes = new Set(['InvalidToken', 'TokenExpired', 'InvalidAuthenticationToken', 'ExpiredAuthenticationToken']);

/**
 * Whether a fresh access token may help (docs/reference/powerbi.md A0): an expired or malformed token by its code, a 403 that says
 * nothing at all, or a conditional access challenge. A plain 401 means "no access" on this API and never counts.
 */
export const isTokenFailure = (reply: RawReply): boolean => {
  if (reply.status !== 401 && reply.status !== 403) return false;
  const { code } = codeAndMessage(reply);
  if (code !== undefined && tokenCodes.has(code)) return true;
  if (reply.status === 403 && code === undefined && reply.text.trim() === '') return true;
  return /error="insufficient_claims"/.test(reply.headers.get('www-authenticate') ?? '');
};

/** The text of docs/reference/powerbi.md A7 is the only sign of spent trial tokens. */
const isQuota = (message: string): boolean => /exceeded the amount of embed token/i.test(message);

const kindOf = (reply: RawReply, code: string | undefined, message: string): PowerBiErrorKind => {
  if (isTokenFailure(reply)) return 'token';
  if (code === 'CapacityNotActive') return 'unavailable';
  if (reply.status === 403 && isQuota(message)) return 'quota';
  if (reply.status === 401 || reply.status === 403) return 'not_authorized';
  if (reply.status === 404) return 'not_found';
  if (reply.status === 429) return 'throttled';
  return reply.status >= 500 ? 'unavailable' : 'invalid';
};

/** The error that an answer outside 200 to 299 of Power BI REST or ARM stands for. `nowMs` dates a Retry-After given as a date. */
export const failureOf = (reply: RawReply, nowMs: number): PowerBiError => {
  const { code, message } = codeAndMessage(reply);
  return new PowerBiError({
    kind: kindOf(reply, code, message),
    status: reply.status,
    code: code ?? `http_${reply.status}`,
    message,
    request_id: requestIdOf(reply.headers),
    retry_after_s: retryAfterSeconds(reply.headers.get('retry-after'), nowMs),
  });
};

/** The error of a 2xx answer that is not what was asked for: cut off, a proxy's HTML page, another shape. `cause` says what was wrong with it. */
export const unreadableReply = (reply: RawReply, cause: unknown): PowerBiError =>
  new PowerBiError(
    {
      kind: 'unavailable',
      status: reply.status,
      code: 'unreadable_reply',
      message: 'The service answered something that could not be read',
      request_id: requestIdOf(reply.headers),
      retry_after_s: null,
    },
    { cause },
  );
