/** The HTTP server without routes: limits, the caller's address, headers, bodies and errors. */
import { publicBytes } from '@vitrine/contract/endpoint.ts';
import cookie from '@fastify/cookie';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { acceptBodies } from '#platform/http/body.ts';
import type { Services } from './context.ts';
import type { RefuseUnknown } from '#platform/http/errorHandler.ts';
import { answerFailure, handleErrors } from '#platform/http/errorHandler.ts';
import { readIncoming } from './incoming.ts';
import { logRequests } from '#platform/log.ts';
import { traceRequests } from './traceRequests.ts';
import { setSecurityHeaders } from '#platform/http/securityHeaders.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { compileSchema } from '#platform/http/validation.ts';

export async function createServer({
  environment,
  hosts,
  log,
  tracing,
}: Pick<Services, 'environment' | 'hosts' | 'log' | 'tracing'>): Promise<{ app: FastifyInstance; refuseUnknown: RefuseUnknown }> {
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Where there is no endpoint; each has its own.
    bodyLimit: publicBytes,
    // Only the X-Forwarded headers of these addresses are trusted. Never `true`, never a number of hops.
    trustProxy: environment.trustedProxies.length > 0 ? environment.trustedProxies : false,
    genReqId: () => uuidv7(),
    routerOptions: { maxParamLength: 200 },
    requestTimeout: 9000,
    // Node looks for slow clients every 30 s only, unless told otherwise.
    http: { headersTimeout: 8000, connectionsCheckingInterval: 1000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
  });
  app.setValidatorCompiler(compileSchema);
  app.setSerializerCompiler(serializerCompiler);
  const refuseUnknown = handleErrors(app);
  app.setNotFoundHandler(refuseUnknown);
  acceptBodies(app);
  logRequests(app);
  traceRequests(app, environment, tracing);
  await setSecurityHeaders(app, environment);
  readIncoming(app, hosts);
  await app.register(cookie);
  return { app, refuseUnknown };
}
