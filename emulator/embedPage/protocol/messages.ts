/** The messages of the embed protocol, which travel by `postMessage` as plain objects. */
import { isRecord } from '../../definitions/isRecord.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type EmbedRequest = {
  method: Method;
  url: string;
  headers: { id?: string; uid?: string } & Record<string, unknown>;
  body?: unknown;
};

/** Why a call failed, in the words of powerbi-models' `IError`. */
export type EmbedProblem = { message: string; detailedMessage?: string; errorCode?: string; level?: number };

export type Reply = { status: number; body?: unknown };

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Reads a posted message; what is not a request (an acknowledgement, somebody else's message) is undefined. */
export function readRequest(data: unknown): EmbedRequest | undefined {
  if (!isRecord(data) || typeof data.method !== 'string' || typeof data.url !== 'string') return undefined;
  const wanted = data.method.toUpperCase();
  const method = methods.find((one) => one === wanted);
  if (!method) return undefined;
  const headers = isRecord(data.headers) ? data.headers : {};
  return {
    method,
    url: data.url,
    headers: {
      ...headers,
      id: typeof headers.id === 'string' ? headers.id : undefined,
      uid: typeof headers.uid === 'string' ? headers.uid : undefined,
    },
    body: data.body,
  };
}

/** A message id as the client makes them: random base 36, unique for this sender. */
export function newMessageId(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random.toString(36).padStart(7, '0');
}
