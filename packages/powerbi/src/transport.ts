import type { Clock } from './clock.ts';
import { PowerBiError } from './errors.ts';
import { requestIdOf } from './failure.ts';
import type { RawReply } from './failure.ts';

export type Fetch = typeof globalThis.fetch;

/** One exchange with a service, for the caller's log. The path has no query; bodies and tokens never appear. */
export type ExchangeLog = {
  service: 'entra' | 'powerbi' | 'arm';
  method: string;
  path: string;
  status: number | null;
  request_id: string | null;
  duration_ms: number;
};

export type Transport = {
  fetch: Fetch;
  clock: Clock;
  /** Limit of one exchange, headers and body together, in milliseconds. */
  timeoutMs: number;
  /** The longest Retry-After that is waited for, in seconds. */
  maxWaitS: number;
  log?: ((exchange: ExchangeLog) => void) | undefined;
};

export type Outgoing = {
  service: ExchangeLog['service'];
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Keeps the answer as bytes. */
  binary?: boolean | undefined;
  signal?: AbortSignal | undefined;
};

const maxRedirects = 3;
/** What fits: the service's own answers are far below, and its largest files as well (docs/reference/powerbi.md A8). */
const mebibyte = 2 ** 20;
const largest = { answer: 16 * mebibyte, file: 250 * mebibyte };

export const failed = (code: string, message: string, request_id: string | null = null, cause?: unknown): PowerBiError =>
  new PowerBiError({ kind: 'unavailable', status: null, code, message, request_id, retry_after_s: null }, { cause });

/** Clusters redirect to themselves (docs/reference/powerbi.md A0); the access token goes along, so only to those who may see it. */
const mayFollow = (target: URL, from: URL): boolean =>
  target.origin === from.origin || (target.protocol === 'https:' && target.hostname.endsWith('.powerbi.com'));

/** The body, read no further than its limit, whatever the header says about its length. */
const bodyOf = async (response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> => {
  const tooLarge = () => failed('too_large', `The answer is larger than ${limit} bytes`, requestIdOf(response.headers));
  if (Number(response.headers.get('content-length') ?? 0) > limit) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    // Leaving the loop ends the connection.
    if (length > limit) throw tooLarge();
    parts.push(part);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
};

const receive = async (transport: Transport, outgoing: Outgoing, signal: AbortSignal): Promise<RawReply> => {
  let url = outgoing.url;
  for (let redirects = 0; ; redirects++) {
    const response = await transport.fetch(url, {
      method: outgoing.method,
      headers: outgoing.headers,
      redirect: 'manual',
      signal,
      ...(outgoing.body !== undefined && { body: outgoing.body }),
    });
    const { status, statusText, headers } = response;
    if (outgoing.binary && response.ok) return { status, statusText, headers, text: '', bytes: await bodyOf(response, largest.file) };
    const text = new TextDecoder().decode(await bodyOf(response, largest.answer));
    if (status < 300 || status > 399) return { status, statusText, headers, text };
    const location = headers.get('location') ?? '';
    const target = URL.parse(location, url.href);
    const follows = status === 307 && target !== null && mayFollow(target, outgoing.url) && redirects < maxRedirects;
    if (!follows) {
      throw failed('foreign_redirect', `Redirected (${status}) to an address that is not followed`, requestIdOf(headers));
    }
    url = target;
  }
};

/**
 * Sends one request and reads the whole answer, whatever its status. Throws `PowerBiError` of kind `unavailable` with
 * code `timeout`, `network` (refused, reset, cut off), `too_large` or `foreign_redirect`; a caller's abort throws the signal's reason.
 */
export const exchange = async (transport: Transport, outgoing: Outgoing): Promise<RawReply> => {
  outgoing.signal?.throwIfAborted();
  const started = performance.now();
  const timeout = AbortSignal.timeout(transport.timeoutMs);
  const signal = outgoing.signal ? AbortSignal.any([outgoing.signal, timeout]) : timeout;
  const note = (status: number | null, request_id: string | null): void =>
    transport.log?.({
      service: outgoing.service,
      method: outgoing.method,
      path: outgoing.url.pathname,
      status,
      request_id,
      duration_ms: Math.round(performance.now() - started),
    });
  try {
    const reply = await receive(transport, outgoing, signal);
    note(reply.status, requestIdOf(reply.headers));
    return reply;
  } catch (error) {
    outgoing.signal?.throwIfAborted();
    const failure =
      error instanceof PowerBiError
        ? error
        : timeout.aborted
          ? failed('timeout', `No answer within ${transport.timeoutMs} ms`, null, error)
          : failed('network', 'The connection failed before the answer was complete', null, error);
    note(null, failure.request_id);
    throw failure;
  }
};
