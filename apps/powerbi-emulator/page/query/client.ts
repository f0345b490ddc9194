import type { EmbedError, QueryAnswer, ReportAnswer, VisualQuery } from '../../src/embed/protocol.ts';
import { isRecord } from '../protocol/messages.ts';

/** A refusal or failure of the page's own server, in the words that the host gets to hear. */
export class EmbedFailure extends Error {
  readonly problem: EmbedError;
  constructor(problem: EmbedError) {
    super(problem.message);
    this.problem = problem;
  }
}

export const tokenExpired: EmbedError = {
  message: 'TokenExpired',
  detailedMessage: 'Access token has expired, resubmit with a new access token',
  errorCode: '403',
  level: 6,
};

const unreachable = (cause: unknown): EmbedError => ({
  message: 'LoadReportFailed',
  detailedMessage: `The reporting service cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
  errorCode: '503',
  level: 3,
});

const isEmbedError = (value: unknown): value is EmbedError =>
  isRecord(value) && typeof value.message === 'string' && typeof value.detailedMessage === 'string';

async function call<T>(path: string, token: string, init: { body?: string; signal?: AbortSignal } = {}): Promise<T> {
  let answer: Response;
  let body: unknown;
  try {
    const headers = { Authorization: `EmbedToken ${token}`, ...(init.body !== undefined && { 'Content-Type': 'application/json' }) };
    answer = await fetch(path, { ...init, method: init.body === undefined ? 'GET' : 'POST', headers, credentials: 'omit' });
    body = await answer.json();
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new EmbedFailure(unreachable(cause));
  }
  // The shapes are those of src/embed/protocol.ts: page and server are built and shipped together.
  if (answer.ok) return body as T;
  const problem = isRecord(body) && isEmbedError(body.error) ? body.error : body;
  throw new EmbedFailure(isEmbedError(problem) ? { level: 6, ...problem } : unreachable(`status ${answer.status}`));
}

/** Addresses are relative: a test may serve this page under another origin. */
const reportPath = (report: string): string => `embed-api/reports/${encodeURIComponent(report)}`;

export function fetchReport(report: string, group: string | undefined, token: string): Promise<ReportAnswer> {
  const query = group ? `?groupId=${encodeURIComponent(group)}` : '';
  return call(`${reportPath(report)}${query}`, token);
}

export async function fetchQueries(
  report: string,
  token: string,
  queries: VisualQuery[],
  signal?: AbortSignal,
): Promise<QueryAnswer['results']> {
  const { results } = await call<QueryAnswer>(`${reportPath(report)}/query`, token, {
    body: JSON.stringify({ queries }),
    signal,
  });
  return results;
}
