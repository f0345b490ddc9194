/** The one place where a failure becomes an answer: `{ status, message, errors?, request_id }` in the caller's language. */
import type { ErrorBody } from '@vitrine/contract/errors.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { redirection } from '@vitrine/contract/form.ts';
import { toErrorWord } from '@vitrine/contract/wire.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable, guardedNumbers, guardedWord, isConflict, isStatementTimeout } from '#platform/database/errors.ts';
import { Failure } from './fail.ts';
import { localeOf, translate, translateError, translateField } from '#platform/translate.ts';

const retryAfterSeconds = 2;

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
}

/** The refusal that an error means to the caller. An unforeseen error is `unexpected`, without details. */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof DatabaseUnavailable || isStatementTimeout(error) || isConflict(error)) {
    return new Failure('unavailable', {}, { retry_after: retryAfterSeconds }, error);
  }
  const guarded = guardedWord(error);
  if (guarded) return new Failure(guarded, guardedNumbers(error) ?? {}, {}, error);
  if (isFastifyError(error)) {
    if (error.statusCode === 413) return new Failure('too_large', {}, {}, error);
    if (error.statusCode === 415) return new Failure('unsupported_media_type', {}, {}, error);
    if (error.statusCode !== undefined && error.statusCode < 500) return new Failure('bad_request', {}, {}, error);
  }
  return new Failure('unexpected', {}, {}, error);
}

const endings = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The client closed the connection before it got an answer: no failure, and nobody reads the answer. */
const hasLeft = (error: unknown, request: FastifyRequest): boolean =>
  error instanceof Error && 'code' in error && endings.has(String(error.code)) && request.raw.socket.destroyed;

/** Answers with a failure. Also for errors of the framework that come before any hook. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error);
  if (hasLeft(error, request)) request.log.debug({ route: request.routeOptions.url ?? null }, 'the caller left');
  else if (failure.word === 'unexpected')
    request.log.error({ err: failure.cause ?? error, route: request.routeOptions.url ?? null }, 'unexpected failure');
  else if (failure.status >= 500) request.log.warn({ err: failure.cause ?? failure, word: failure.word }, 'could not serve');

  const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint };
  // A browser that another site sent is led to the page that says why, and learns the word alone.
  if (endpoint?.answer === redirection) return reply.redirect(`/redirect?status=${toErrorWord(failure.word)}`, 303);
  // Framework errors may come before the hook that reads the language.
  const locale = (request.incoming as typeof request.incoming | undefined)?.locale ?? localeOf(request.headers);
  const { errors, because, ...extra } = failure.extra;
  const wireName = (field: string): string => endpoint?.wire.body?.nameOnWire(field) ?? field;
  const body: Omit<ErrorBody, 'status'> & { status: string } = {
    status: toErrorWord(failure.word),
    message: translateError(locale, failure.word, failure.values),
    ...(errors ? { errors: inWords(errors, wireName, (field, reason) => translateField(locale, field, reason, failure.values)) } : {}),
    // The sentence of the catalogue is kept word for word, so its numbers stand beside it.
    ...(failure.word === 'unit_user_limit_reached' && 'limit' in failure.values
      ? { notice: translate(locale, 'users:limit_numbers', failure.values) }
      : {}),
    ...(because ? { notice: translateError(locale, because, failure.values) } : {}),
    ...extra,
    request_id: request.id,
  };
  if (failure.extra.retry_after !== undefined) void reply.header('retry-after', String(failure.extra.retry_after));
  return reply.code(failure.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function inWords(
  errors: Record<string, string[]>,
  wireName: (field: string) => string,
  say: (field: string, reason: string) => string,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, reasons]) => [wireName(field), reasons.map((reason) => say(field, reason))]),
  );
}

export type RefuseUnknown = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Registers the handler of route errors. Returns the handler for unknown paths: 405 where another method exists,
 * otherwise 404. Must be called before routes are registered.
 */
export function handleErrors(app: FastifyInstance): RefuseUnknown {
  const routes: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (url.endsWith('*')) return;
    const pattern = new RegExp(`^${url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:[^/]+/g, '[^/]+')}$`);
    for (const one of [method].flat()) routes.push({ method: one, pattern });
  });
  app.setErrorHandler(answerFailure);
  return (request, reply) => {
    const [path = ''] = request.url.split('?');
    const methods = [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
    if (methods.length > 0) void reply.header('allow', methods.join(', '));
    void reply.header('cache-control', 'no-store');
    return answerFailure(new Failure(methods.length > 0 ? 'method_not_allowed' : 'not_found'), request, reply);
  };
}
