import { createHash } from 'node:crypto';
import { PowerBiError } from './errors.ts';
import { requestIdOf, unreadableReply } from './failure.ts';
import type { RawReply } from './failure.ts';
import { parseJsonOrNothing } from './json.ts';
import { retryAfterSeconds } from './retryAfter.ts';
import { withRetries } from './retry.ts';
import { exchange } from './transport.ts';
import type { Transport } from './transport.ts';
import { tokenRefusal, tokenReply } from './wire/entra.ts';

/** A service principal: directory (tenant) id, application (client) id and a secret's value. */
export type Credentials = { tenant_id: string; client_id: string; client_secret: string };

export type AccessToken = { access_token: string; expires_at_ms: number };

type TokenOptions = {
  /** Least remaining life in milliseconds; a cached token with less is replaced. At least the five minutes of the cache. */
  freshForMs?: number | undefined;
  signal?: AbortSignal | undefined;
};

export type TokenSource = {
  /** The cached token of credentials and scope, or a new one. Parallel callers share one call. */
  get: (credentials: Credentials, scope: string, options?: TokenOptions) => Promise<AccessToken>;
  /** As `get`, but never `refused`: forgets it first, unless somebody has replaced it already. */
  replace: (credentials: Credentials, scope: string, refused: AccessToken, options?: TokenOptions) => Promise<AccessToken>;
};

/** A token is not used in its last five minutes (docs/reference/powerbi.md A1). */
const marginMs = 5 * 60_000;

/** Entra's own error body: `error_codes` hold the AADSTS number (docs/reference/powerbi.md A1). */
const entraFailure = (reply: RawReply, nowMs: number): PowerBiError => {
  const { error, error_description, error_codes, trace_id } = tokenRefusal.parse(parseJsonOrNothing(reply.text));
  const number = error_codes?.[0];
  const description = error_description?.split(/\r?\n/)[0];
  return new PowerBiError({
    kind: reply.status === 429 ? 'throttled' : reply.status >= 500 ? 'unavailable' : 'token',
    status: reply.status,
    code: number === undefined ? (error ?? `http_${reply.status}`) : `AADSTS${number}`,
    message: description ?? (reply.statusText || `HTTP ${reply.status}`),
    request_id: requestIdOf(reply.headers) ?? trace_id ?? null,
    retry_after_s: retryAfterSeconds(reply.headers.get('retry-after'), nowMs),
  });
};

const requestToken = async (entra: string, credentials: Credentials, scope: string, transport: Transport): Promise<AccessToken> => {
  const askedAt = transport.clock.now();
  const reply = await exchange(transport, {
    service: 'entra',
    method: 'POST',
    url: new URL(`${entra}/${encodeURIComponent(credentials.tenant_id)}/oauth2/v2.0/token`),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.client_id,
      client_secret: credentials.client_secret,
      scope,
    }).toString(),
  });
  if (reply.status < 200 || reply.status > 299) throw entraFailure(reply, transport.clock.now());
  const parsed = tokenReply.safeParse(parseJsonOrNothing(reply.text));
  if (!parsed.success) throw unreadableReply(reply, parsed.error);
  // Counted from the moment of asking, so that neither a slow answer nor a wrong clock lengthens a token's life.
  return { access_token: parsed.data.access_token, expires_at_ms: askedAt + parsed.data.expires_in * 1000 };
};

/** A caller who gives up leaves the shared call alone: others wait for it. */
const abandonable = async <T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return shared;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([shared, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};

/**
 * Access tokens by the client credentials grant, `POST {entra}/{tenant}/oauth2/v2.0/token` (docs/reference/powerbi.md A1).
 * Tokens are kept in memory per credentials (the secret by its hash) and scope until five minutes before their end.
 * Throws `PowerBiError`: kind `token` with the AADSTS code for refused credentials, `throttled`, `unavailable`.
 */
export const createTokens = (entra: string, transport: Transport): TokenSource => {
  const cached = new Map<string, AccessToken>();
  const flights = new Map<string, Promise<AccessToken>>();

  const keyOf = ({ tenant_id, client_id, client_secret }: Credentials, scope: string): string =>
    createHash('sha256')
      .update(JSON.stringify([tenant_id, client_id, client_secret, scope]))
      .digest('base64');

  const forgetEnded = (): void => {
    for (const [key, token] of cached) if (token.expires_at_ms <= transport.clock.now()) cached.delete(key);
  };

  const fly = async (key: string, credentials: Credentials, scope: string): Promise<AccessToken> => {
    try {
      // Asking twice for a token does no harm, although it is a POST.
      const token = await withRetries(() => requestToken(entra, credentials, scope, transport), {
        clock: transport.clock,
        repeatable: true,
        maxWaitS: transport.maxWaitS,
      });
      forgetEnded();
      cached.set(key, token);
      return token;
    } finally {
      flights.delete(key);
    }
  };

  const get: TokenSource['get'] = async (credentials, scope, options = {}) => {
    options.signal?.throwIfAborted();
    const key = keyOf(credentials, scope);
    const known = cached.get(key);
    if (known && known.expires_at_ms - transport.clock.now() > Math.max(marginMs, options.freshForMs ?? 0)) return known;
    const flight = flights.get(key) ?? fly(key, credentials, scope);
    flights.set(key, flight);
    return abandonable(flight, options.signal);
  };

  return {
    get,
    replace: async (credentials, scope, refused, options) => {
      const key = keyOf(credentials, scope);
      if (cached.get(key)?.access_token === refused.access_token) cached.delete(key);
      return get(credentials, scope, options);
    },
  };
};
