/** The one HTTP client (specification section 7): every call of the portal goes through it. */
import { createClient, fillPath } from '@vitrine/contract/client.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import axios from 'axios';
import { currentLocale } from './locale.ts';
import { currentUser } from './session.ts';

/** No time-out, success is 200–299: axios's own defaults, said here because the specification says them. */
export const http = axios.create({
  baseURL: '',
  timeout: 0,
  adapter: 'xhr',
  xsrfCookieName: 'XSRF-TOKEN',
  xsrfHeaderName: 'X-XSRF-TOKEN',
  validateStatus: (status) => status >= 200 && status < 300,
});

// Synchronous: the last calls of a session leave with its token although the user is forgotten in the same breath.
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

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** A refusal that came where a file was asked for, with its body as everywhere else. */
async function readRefusal(error: unknown): Promise<never> {
  if (axios.isAxiosError(error) && error.response?.data instanceof Blob) {
    error.response.data = JSON.parse(await error.response.data.text()) as unknown;
  }
  throw error;
}

/** Asks for a file and lets the browser save it under the name that the server gives it. */
export async function saveFile(endpoint: Endpoint, { params = {}, query = {} }: Parts): Promise<void> {
  const url = fillPath(endpoint.path, params);
  const { data, headers } = await http
    .request<Blob>({ method: endpoint.method, url, params: query, responseType: 'blob' })
    .catch(readRefusal);
  const name = /filename\*=UTF-8''([^;]+)/.exec(String(headers['content-disposition']))?.[1] ?? 'file';
  const address = URL.createObjectURL(data);
  const link = Object.assign(document.createElement('a'), { href: address, download: decodeURIComponent(name) });
  link.click();
  URL.revokeObjectURL(address);
}

/** For building blocks that are handed an endpoint and know its parts only at run time. */
export const callAny = (endpoint: Endpoint, parts: Parts, signal?: AbortSignal): Promise<unknown> => call(endpoint, parts, signal);
