/** A browser in front of the portal: keeps cookies and the token, sends the XSRF header, and calls endpoints with their types. */
import type { Answer, Endpoint, Request } from '@vitrine/contract/endpoint.ts';
import { createClient } from '@vitrine/contract/client.ts';
import type { ErrorBody, ErrorWord } from '@vitrine/contract/errors.ts';
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import { fromErrorWord } from '@vitrine/contract/wire.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { xsrfOf } from '#platform/secrets/tokens.ts';

export type Credentials = { token: string; cookie: string };

/** What a refused call rejects with. */
export class Refused extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: LightMyRequestResponse['headers'];

  /** `log` is what the server had to say. */
  constructor(response: LightMyRequestResponse, log: string) {
    const said = response.json<ErrorBody>();
    const body = { ...said, status: fromErrorWord(said.status) as ErrorWord };
    super(`${response.statusCode} ${body.status}: ${body.message} ${JSON.stringify(body.errors ?? {})} ${log}`);
    this.status = response.statusCode;
    this.body = body;
    this.headers = response.headers;
  }
}

/** How a call sends its body: bytes as they are, everything else as JSON. */
export function bodyOf(body: unknown): Pick<InjectOptions, 'payload' | 'headers'> {
  if (body === undefined) return {};
  if (body instanceof Uint8Array) return { payload: Buffer.from(body), headers: { 'content-type': 'application/octet-stream' } };
  return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

export type Browser = {
  host: string;
  ip: string;
  token: string | null;
  cookies: Map<string, string>;
  /** The endpoint's answer; rejects with `Refused`. */
  call: <E extends Endpoint>(endpoint: E, request: Request<E>) => Promise<Answer<E>>;
  /** The refusal of a call that must be refused; throws when it succeeds. */
  refusal: <E extends Endpoint>(endpoint: E, request: Request<E>) => Promise<Refused>;
  /** Any request with the credentials of this browser; given headers win. */
  inject: (options: InjectOptions) => Promise<LightMyRequestResponse>;
  /** Takes over credentials that were made elsewhere. */
  enter: (credentials: Credentials) => void;
  /** Signs in as people do. */
  login: (who: { email: string; password: string }) => Promise<SignedIn>;
};

/** Addresses of documentation (RFC 5737), so that no test depends on loopback being special. */
const someAddress = '198.51.100.7';

export function openBrowser(
  { app, log }: { app: FastifyInstance; log: readonly string[] },
  { host = 'portal.example', ip = someAddress }: { host?: string; ip?: string } = {},
): Browser {
  const cookies = new Map<string, string>();

  async function inject(options: InjectOptions): Promise<LightMyRequestResponse> {
    const xsrf = cookies.get('XSRF-TOKEN');
    const response = await app.inject({
      remoteAddress: browser.ip,
      ...options,
      headers: {
        host: browser.host,
        ...(browser.token ? { authorization: `Bearer ${browser.token}` } : {}),
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...(xsrf ? { 'x-xsrf-token': xsrf } : {}),
        ...options.headers,
      },
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (value === '' || maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  const call = createClient(async ({ method, url, query, body }) => {
    const payload = bodyOf(body);
    const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
    const search =
      given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}` : '';
    const response = await inject({ method, url: `${url}${search}`, ...payload });
    if (response.statusCode >= 300) throw new Refused(response, response.statusCode < 500 ? '' : (log.at(-2) ?? ''));
    return response.body === '' ? undefined : response.json<unknown>();
  });

  const browser: Browser = {
    host,
    ip,
    token: null,
    cookies,
    call,
    async refusal(endpoint, request) {
      const answer = await call(endpoint, request).catch((error: unknown) => error);
      if (answer instanceof Refused) return answer;
      throw answer instanceof Error ? answer : new Error(`${endpoint.method} ${endpoint.path} was not refused: ${JSON.stringify(answer)}`);
    },
    inject,
    enter({ token, cookie }) {
      browser.token = token;
      cookies.set('__Host-vitrine', cookie);
      cookies.set('XSRF-TOKEN', xsrfOf(cookie));
    },
    async login({ email, password }) {
      const signedIn = await call(login, { body: { email, password } });
      if ('status' in signedIn) throw new Error(`${email} is asked for a second step`);
      browser.token = signedIn.token;
      return signedIn;
    },
  };
  return browser;
}
