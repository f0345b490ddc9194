/** Contract → typed calls. The transport (axios in the browser, `app.inject` in tests) is the caller's. */
import type { Answer, Endpoint, Method, Request } from './endpoint.ts';

export type Transport = (request: {
  method: Method;
  url: string;
  query: Record<string, unknown> | undefined;
  body: unknown;
  signal: AbortSignal | undefined;
}) => Promise<unknown>;

type Parts = { params?: Record<string, string | number>; query?: Record<string, unknown>; body?: unknown };

/** Puts values into the `:names` of a path, URL-encoded. Throws when one is missing or empty: the path without it would be that of a list. */
export function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (value === '') throw new Error(`The path ${path} needs a value for ${name}`);
    return encodeURIComponent(value);
  });
}

/** A query as it is sent. */
export const queryOnWire = ({ wire }: Pick<Endpoint, 'wire'>, query: Parts['query']): Parts['query'] =>
  wire.query && query ? (wire.query.toWire(query) as Parts['query']) : query;

/** `call(reportGroups.list, { query: { page: 2 } })` → the endpoint's answer, typed. Rejects as the transport does. */
export function createClient(transport: Transport) {
  return async function call<E extends Endpoint>(endpoint: E, request: Request<E>, signal?: AbortSignal): Promise<Answer<E>> {
    const { params, query, body } = request as Parts;
    const { method, path, wire } = endpoint;
    const answer = await transport({
      method,
      url: fillPath(path, params),
      query: queryOnWire(endpoint, query),
      body: wire.body ? wire.body.toWire(body) : body,
      signal,
    });
    return (wire.answer ? wire.answer.fromWire(answer) : answer) as Answer<E>;
  };
}
