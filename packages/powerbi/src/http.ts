import type { z } from 'zod';
import type { AccessToken, Credentials, TokenSource } from './entra.ts';
import { failureOf, isTokenFailure, unreadableReply } from './failure.ts';
import type { RawReply } from './failure.ts';
import { parseJson } from './json.ts';
import { withRetries } from './retry.ts';
import { exchange, failed } from './transport.ts';
import type { Transport } from './transport.ts';

export type CallOptions = {
  /** Ends the call and its waits; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
};

type Call<T> = CallOptions & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address, made by `path`. */
  path: string;
  query?: Record<string, string | number | undefined> | undefined;
  body?: unknown;
  /** A file to send instead of a JSON body. */
  upload?: { bytes: Uint8Array<ArrayBuffer>; content_type: string } | undefined;
  /** Shape of the answer; what it does not name is dropped. */
  reply: z.ZodType<T>;
  /** Set for a POST that may be sent twice. Everything but POST may. */
  repeatable?: boolean;
  /** Least remaining life of the access token in milliseconds. */
  freshForMs?: number | undefined;
};

/** A call whose answer says more than its body: status and headers, or a file. */
type RawCall = Omit<Call<unknown>, 'reply'> & { binary?: boolean };

/** Makes a call and reads its answer. Throws `PowerBiError`. */
export type Caller = {
  <T>(call: Call<T>): Promise<T>;
  /** The same for any 2xx answer as it is. */
  raw: (call: RawCall) => Promise<RawReply>;
};

export type CallerSettings = {
  service: 'powerbi' | 'arm';
  /** Base address without a slash at its end. */
  base: string;
  scope: string;
  credentials: Credentials;
  tokens: TokenSource;
  transport: Transport;
};

/** A path with every inserted value URL-encoded: ``path`groups/${id}/reports` ``. Export ids contain slashes and signs. */
export const path = (texts: TemplateStringsArray, ...values: string[]): string =>
  texts.map((text, i) => text + (i < values.length ? encodeURIComponent(values[i] ?? '') : '')).join('');

/** The body of an answer in the given shape. Throws `PowerBiError` with code `unreadable_reply`. */
export const readReply = <T>(reply: RawReply, shape: z.ZodType<T>): T => {
  let body: unknown;
  try {
    body = parseJson(reply.text);
  } catch (error) {
    throw unreadableReply(reply, error);
  }
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw unreadableReply(reply, parsed.error);
  return parsed.data;
};

const addressOf = (base: string, call: Pick<Call<unknown>, 'path' | 'query'>): URL => {
  const url = new URL(`${base}/${call.path}`);
  for (const [name, value] of Object.entries(call.query ?? {})) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
};

/**
 * Calls of one service as one service principal: access token, JSON, retries (see `withRetries`), and the rule for
 * refused tokens: one fresh token and one more try, once (docs/reference/powerbi.md A0).
 */
export const createCaller = (settings: CallerSettings): Caller => {
  const { service, base, scope, credentials, tokens, transport } = settings;

  const send = (call: RawCall, token: AccessToken): Promise<RawReply> => {
    const content_type = call.upload?.content_type ?? (call.body === undefined ? undefined : 'application/json');
    return exchange(transport, {
      service,
      method: call.method,
      url: addressOf(base, call),
      headers: {
        authorization: `Bearer ${token.access_token}`,
        accept: call.binary ? '*/*' : 'application/json',
        ...(content_type !== undefined && { 'content-type': content_type }),
      },
      body: call.upload?.bytes ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
      binary: call.binary,
      signal: call.signal,
    });
  };

  /** Callers of different patience share a token: nobody waits for it longer than for an answer. */
  const inTime = async (token: Promise<AccessToken>): Promise<AccessToken> => {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(failed('timeout', `No token within ${transport.timeoutMs} ms`)), transport.timeoutMs);
    try {
      return await Promise.race([token, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };

  const authorized = async (call: RawCall): Promise<RawReply> => {
    const wish = { freshForMs: call.freshForMs, signal: call.signal };
    const token = await inTime(tokens.get(credentials, scope, wish));
    const reply = await send(call, token);
    return isTokenFailure(reply) ? send(call, await inTime(tokens.replace(credentials, scope, token, wish))) : reply;
  };

  const retried = <T>(call: RawCall, answer: (reply: RawReply) => T): Promise<T> =>
    withRetries(
      async () => {
        const reply = await authorized(call);
        if (reply.status < 200 || reply.status > 299) throw failureOf(reply, transport.clock.now());
        return answer(reply);
      },
      {
        clock: transport.clock,
        repeatable: call.repeatable ?? call.method !== 'POST',
        maxWaitS: transport.maxWaitS,
        signal: call.signal,
      },
    );

  const call = <T>({ reply: shape, ...rest }: Call<T>): Promise<T> => retried(rest, (reply) => readReply(reply, shape));
  return Object.assign(call, { raw: (rest: RawCall) => retried(rest, (reply) => reply) });
};
