/** A span for each request, by the pattern of its route. Who called, from where and for what is in none. */
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { eventStream } from '@vitrine/contract/eventStream.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Environment } from '#platform/environment.ts';
import { isAllowed } from '#platform/http/ipAddress.ts';
import type { RequestSpan, Tracing } from '#platform/tracing/tracing.ts';

/** Hooks before all others, so that what those ask the database belongs to the request. */
export function traceRequests(app: FastifyInstance, environment: Pick<Environment, 'trustedProxies'>, tracing: Tracing | null): void {
  if (tracing === null) return;
  const spans = new WeakMap<FastifyRequest, RequestSpan>();

  /** Only our own proxies say to which trace a request belongs: anybody else could mix strangers' requests into one. */
  function parentOf({ headers, socket }: FastifyRequest): string | undefined {
    const { traceparent } = headers;
    if (typeof traceparent !== 'string') return undefined;
    return isAllowed(socket.remoteAddress ?? '', environment.trustedProxies) ? traceparent : undefined;
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const { url = 'unknown', config } = request.routeOptions;
    // A page that listens does so for hours.
    if ((config as { endpoint?: Endpoint }).endpoint?.answer === eventStream) return done();
    const tells = { 'http.request.method': request.method, 'http.route': url, 'vitrine.request_id': request.id };
    const span = tracing.request(`${request.method} ${url}`, tells, parentOf(request));
    spans.set(request, span);
    return span.within(done);
  });
  // What reads the body begins in the socket's handler.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    return span ? span.within(done) : done();
  });
  app.addHook('onResponse', async (request, { statusCode }) => spans.get(request)?.end(statusCode));
  /** As proxies say that the caller has left. */
  app.addHook('onRequestAbort', async (request) => spans.get(request)?.end(499));
}
