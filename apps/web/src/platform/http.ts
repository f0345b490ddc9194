/** The one HTTP client (docs/reference/specification.md 7): every call of the portal goes through it. */
import { createClient } from '@vitrine/contract/client.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import axios from 'axios';
import { currentLocale } from './locale.ts';
import { currentUser } from './session.ts';

/** No time-out, success is 200–299: axios's defaults, repeated here because they are promised (docs/reference/specification.md 9). */
export const http = axios.create({
  baseURL: '',
  timeout: 0,
  adapter: 'xhr',
  xsrfCookieName: 'XSRF-TOKEN',
  xsrfHeaderName: 'X-XSRF-TOKEN',
  validateStatus: (status) => status >= 200 && status < 300,
});

// Synchronous, so that the last calls of a session are sent with its token although the user is removed right after.
http.interceptors.request.use(
  (request) => {
    request.headers.set('lang', currentLocale());
    const token = currentUser()?.token;
    if (token) {
      request.headers.set('Authorization', `Bearer ${token}`);
      request.headers.set('Access-Control-Allow-Origin', '*');
    }
    return request;
  },
  null,
  { synchronous: true },
);

/** `call(reportGroups.list, { query: { page: 2 } })` → the typed answer. Rejects with axios's error; see `failureOf`. */
export const call = createClient(async ({ method, url, query, body, signal }) => {
  const headers = body instanceof Blob ? { 'Content-Type': 'application/octet-stream' } : {};
  const response = await http.request<unknown>({ method, url, params: query, data: body, headers, ...(signal ? { signal } : {}) });
  return response.status === 204 ? undefined : response.data;
});

export type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** For components that get an endpoint as a parameter and know its input only at run time. */
export const callAny = (endpoint: Endpoint, parts: Parts, signal?: AbortSignal): Promise<unknown> => call(endpoint, parts, signal);
