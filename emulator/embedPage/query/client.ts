import type {
  CopyRequest,
  DashboardAnswer,
  PaginatedAnswer,
  QueryAnswer,
  ReportAnswer,
  SavedAnswer,
  SaveRequest,
} from '../../definitions/embedApi.ts';
import type { EmbedError } from '../../definitions/embedError.ts';
import type { VisualQuery } from '../../definitions/queries.ts';
import { isRecord } from '../../definitions/isRecord.ts';

/** A refusal or failure of the page's own server, with the error that the host gets. */
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

/** People do not open reports here, so that a token can only be one for embedding. */
export const wrongTokenType: EmbedError = {
  message: 'LoadReportFailed',
  detailedMessage: "Fail to initialize - Couldn't resolve cluster",
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

type Received<Body> = { body: Body; date: string | null };

/** Reads an answer, whoever asked. Bodies are taken to have the shapes of `embedApi.ts`: page and service are built and shipped together. */
async function received<Body>(sent: Promise<Response>): Promise<Received<Body>> {
  let response: Response;
  let body: unknown;
  try {
    response = await sent;
    body = await response.json();
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new EmbedFailure(unreachable(cause));
  }
  if (response.ok) return { body: body as Body, date: response.headers.get('date') };
  const problem = isRecord(body) && isEmbedError(body.error) ? body.error : body;
  throw new EmbedFailure(isEmbedError(problem) ? { level: 6, ...problem } : unreachable(`status ${response.status}`));
}

function call<Body>(
  path: string,
  token: string,
  init: { method?: string; body?: string; signal?: AbortSignal } = {},
): Promise<Received<Body>> {
  const headers = { Authorization: `EmbedToken ${token}`, ...(init.body !== undefined && { 'Content-Type': 'application/json' }) };
  return received(fetch(path, { method: init.body === undefined ? 'GET' : 'POST', ...init, headers, credentials: 'omit' }));
}

/** Addresses are relative: a test may serve this page under another origin. */
type Source = {
  kind: 'report' | 'create' | 'dashboard' | 'tile';
  id: string;
  tileId?: string | undefined;
  groupId?: string | undefined;
  datasetId?: string | undefined;
};

const reportPath = (report: string): string => `embed-api/reports/${encodeURIComponent(report)}`;

function pathOf({ kind, id, tileId, datasetId }: Source, rest = '', query: Record<string, string | undefined> = {}): string {
  const all = { ...query, ...(kind === 'tile' && { tileId }), ...(kind === 'report' && { datasetId }) };
  const given = Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const collection = { report: 'reports', create: 'datasets', dashboard: 'dashboards', tile: 'dashboards' }[kind];
  const base = `embed-api/${collection}/${encodeURIComponent(id)}`;
  return `${base}${rest}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}

/** The header has whole seconds and the answer took its time: small differences mean nothing. */
const skewOf = (date: string | null): number => {
  const skewMs = date ? new Date(date).getTime() - Date.now() : 0;
  return Math.abs(skewMs) > 5000 ? skewMs : 0;
};

/** `skewMs`: how far this machine's clock is behind the service's, by which token times are judged. */
export async function fetchReport(
  source: Source,
  token: string,
  asked?: Promise<Response>,
): Promise<{ answer: ReportAnswer & Partial<DashboardAnswer>; skewMs: number }> {
  type Answer = ReportAnswer & Partial<DashboardAnswer>;
  const { body, date } = await (asked ? received<Answer>(asked) : call<Answer>(pathOf(source, '', { groupId: source.groupId }), token));
  return { answer: body, skewMs: skewOf(date) };
}

/** A paginated report, filled for the values of its parameters. */
export async function fetchPaginated(
  { id, groupId }: Pick<Source, 'id' | 'groupId'>,
  token: string,
  parameters: { name: string; value: string | null }[],
): Promise<{ answer: PaginatedAnswer; skewMs: number }> {
  const place = groupId ? `?${new URLSearchParams({ groupId })}` : '';
  const path = `embed-api/paginated/${encodeURIComponent(id)}${place}`;
  const { body, date } = await call<PaginatedAnswer>(path, token, { body: JSON.stringify({ parameters }) });
  return { answer: body, skewMs: skewOf(date) };
}

export async function fetchQueries(
  source: Source,
  token: string,
  queries: VisualQuery[],
  signal?: AbortSignal,
): Promise<QueryAnswer['results']> {
  const { body } = await call<QueryAnswer>(pathOf(source, '/query'), token, { body: JSON.stringify({ queries }), signal });
  return body.results;
}

/** What was asked for before the bundle ran. */
export async function takeAnswers(asked: Promise<Response>): Promise<QueryAnswer['results']> {
  const { body } = await received<QueryAnswer>(asked);
  return body.results;
}

export async function saveReport(report: string, token: string, definition: SaveRequest['report']): Promise<SavedAnswer> {
  const { body } = await call<SavedAnswer>(reportPath(report), token, { method: 'PUT', body: JSON.stringify({ report: definition }) });
  return body;
}

export async function copyReport(source: Source, token: string, copy: CopyRequest): Promise<SavedAnswer> {
  const { body } = await call<SavedAnswer>(pathOf(source, source.kind === 'create' ? '/reports' : '/copies'), token, {
    body: JSON.stringify(copy),
  });
  return body;
}
