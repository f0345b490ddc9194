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

/** Fills `:names` of a path, URL-encoded. Throws when one is missing or empty, so that no call goes to a list by mistake. */
export function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (value === '') throw new Error(`The path ${path} needs a value for ${name}`);
    return encodeURIComponent(value);
  });
}

/** `call(reportGroups.list, { query: { page: 2 } })` → the endpoint's answer, typed. Rejects as the transport does. */
export function createClient(transport: Transport) {
  return async function call<E extends Endpoint>(endpoint: E, request: Request<E>, signal?: AbortSignal): Promise<Answer<E>> {
    const { params, query, body } = request as Parts;
    return (await transport({ method: endpoint.method, url: fillPath(endpoint.path, params), query, body, signal })) as Answer<E>;
  };
}
