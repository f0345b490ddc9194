/** Calls to the API as a signed-in person, for preparations that are not part of the journey. */
import { createClient } from '@vitrine/contract/client.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import type { APIRequestContext } from '@playwright/test';
import { request } from '@playwright/test';
import { origin } from './addresses.ts';
import { password } from './unit.ts';

export type Call = ReturnType<typeof createClient>;
export type Caller = { call: Call; token: string; close: () => Promise<void> };

const xsrfOf = async (context: APIRequestContext): Promise<string> => {
  const { cookies } = await context.storageState();
  return cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
};

type Parameters = Record<string, string | number | boolean>;

/** Signs in by a call. A refusal of any call is thrown with the server's words. */
export async function openCaller({ email }: { email: string }): Promise<Caller> {
  const context = await request.newContext({ baseURL: origin });
  let token = '';
  const call = createClient(async ({ method, url, query, body }) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}`, 'x-xsrf-token': await xsrfOf(context) } : {};
    const answer = await context.fetch(url, { method, headers, params: (query ?? {}) as Parameters, data: body });
    if (!answer.ok()) throw new Error(`${method} ${url}: ${answer.status()} ${await answer.text()}`);
    return answer.status() === 204 ? undefined : answer.json();
  });
  const signedIn = await call(login, { body: { email, password } });
  if ('status' in signedIn) throw new Error(`${email} is asked for a second step`);
  ({ token } = signedIn);
  return { call, token, close: () => context.dispose() };
}
