import { z } from 'zod';
import { exchange } from './exchange.ts';
import type { ProvisioningLog } from './log.ts';
import type { ProvisioningSettings } from './records.ts';

/** Why the application did not do what it was asked; `fatal` ends the whole run. */
export class ScimFailure extends Error {
  readonly fatal: boolean;
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
    this.fatal = status === null || status === 401 || status === 403 || status === 429 || status >= 500;
  }
}

const patienceMs = 60_000;

const resourceShape = z.looseObject({ id: z.string().min(1) });
export type Resource = z.infer<typeof resourceShape>;

/** Numbers are numbers, and a list without anything in it may leave its resources out. */
const listShape = z.looseObject({
  schemas: z.array(z.string()).refine((all) => all.includes('urn:ietf:params:scim:api:messages:2.0:ListResponse'), 'is not a ListResponse'),
  totalResults: z.number().int().nonnegative(),
  Resources: z.array(resourceShape).default([]),
});
export type List = z.infer<typeof listShape>;

const detailShape = z.object({ detail: z.string() });

const detailOf = (text: string): string => {
  try {
    return detailShape.parse(JSON.parse(text)).detail;
  } catch {
    return text.slice(0, 300);
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What is asked, of whom it is, and in words what it is for. */
export type Call = { about: string; did: string; method: string; path: string; body?: unknown };

/** Calls the application's SCIM service; every call is a line of the log. */
export const openScimClient = ({ address, token }: Pick<ProvisioningSettings, 'address' | 'token'>, log: ProvisioningLog) => {
  const base = address.replace(/\/+$/, '');

  const send = async ({ about, did, method, path, body }: Call): Promise<{ status: number; body: unknown }> => {
    const request = { method, path, ...(body !== undefined && { sent: body }) };
    const { status, text } = await exchange(`${base}${path}`, {
      method,
      patienceMs,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/scim+json',
        ...(body !== undefined && { 'content-type': 'application/scim+json; charset=utf-8' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      log.add({ about, did, failed: true, request: { ...request, status: null, answered: why } });
      throw new ScimFailure(`The application does not answer: ${why}`, null);
    });
    const failed = status >= 300;
    log.add({ about, did, failed, request: { ...request, status, ...(failed && { answered: detailOf(text) }) } });
    if (failed) throw new ScimFailure(`The application refused with ${status}: ${detailOf(text)}`, status);
    return { status, body: parsed(text) };
  };

  const read = <T>(shape: z.ZodType<T>, body: unknown, what: string): T => {
    const result = shape.safeParse(body);
    if (result.success) return result.data;
    throw new ScimFailure(`${what} is not what SCIM says: ${z.prettifyError(result.error)}`, 200);
  };

  return {
    send,
    list: async (call: Omit<Call, 'method'>): Promise<List> => read(listShape, (await send({ ...call, method: 'GET' })).body, 'The list'),
    /** A resource that was made or read. */
    resource: async (call: Call): Promise<Resource> => read(resourceShape, (await send(call)).body, 'The resource'),
  };
};
export type ScimClient = ReturnType<typeof openScimClient>;

/** A value in a filter. */
export const quoted = (text: string): string => JSON.stringify(text);

export const query = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
