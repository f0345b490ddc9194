import { isRecord } from '../../definitions/isRecord.ts';
import type { EmbedProblem, EmbedRequest, Method, Reply } from './messages.ts';

export type Call = { params: Record<string, string>; body: unknown; uid: string | undefined };

/** What a handler answers. `after` runs after the reply is posted: events must never overtake their reply. */
export type Answer = Reply & { after?: () => void };

export type Handler = (call: Call) => Answer | Promise<Answer>;

export type Route = { method: Method; pattern: RegExp; names: string[]; handle: Handler };

/** A handler throws this to refuse a call; the client's promise rejects with `problem`. */
export class Refusal extends Error {
  readonly status: number;
  readonly problem: EmbedProblem;
  constructor(status: number, problem: EmbedProblem) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
  }
}

/** `path` as `/report/pages/:page/filters`; a parameter is one segment, which the client sends unescaped. */
export function route(method: Method, path: string, handle: Handler): Route {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`, 'i');
  return { method, pattern, names, handle };
}

const internal = (cause: unknown): Answer => ({
  status: 500,
  body: { message: 'InternalError', detailedMessage: cause instanceof Error ? cause.message : String(cause), errorCode: '500', level: 5 },
});

/** Answers a request by the first route that fits. It always answers: the client waits without a time limit. */
export async function answer(routes: readonly Route[], request: EmbedRequest): Promise<Answer> {
  const path = request.url.split('?')[0] ?? '';
  for (const { method, pattern, names, handle } of routes) {
    const match = method === request.method ? pattern.exec(path) : null;
    if (!match) continue;
    const params = Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? '']));
    try {
      return await handle({ params, body: request.body, uid: request.headers.uid });
    } catch (cause) {
      return cause instanceof Refusal ? { status: cause.status, body: cause.problem } : internal(cause);
    }
  }
  return {
    status: 404,
    body: { message: 'PowerBIEntityNotFound', detailedMessage: `${request.method} ${path} is not known`, errorCode: '404', level: 3 },
  };
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const accepted = (after?: () => void, body: unknown = null): Answer => ({ status: 202, body, after });

export function invalid(detailedMessage: string): Refusal {
  return new Refusal(400, { message: 'Invalid parameters', detailedMessage, errorCode: '400', level: 3 });
}

export function notFound(detailedMessage: string, status = 404): Refusal {
  return new Refusal(status, { message: 'PowerBIEntityNotFound', detailedMessage, errorCode: String(status), level: 3 });
}

/** The call's body as an object, or a refusal. */
export function objectBody(call: Call): Record<string, unknown> {
  if (!isRecord(call.body)) throw invalid('The body must be an object');
  return call.body;
}
