/** The bare HTTP server: limits, address of the caller, headers, bodies and failures, before any route exists. */
import cookie from '@fastify/cookie';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { acceptBodies } from './body.ts';
import type { Services } from './context.ts';
import type { RefuseUnknown } from './errorHandler.ts';
import { answerFailure, handleErrors } from './errorHandler.ts';
import { readIncoming } from './incoming.ts';
import { logRequests } from './log.ts';
import { setSecurityHeaders } from './securityHeaders.ts';
import { uuidv7 } from './uuid.ts';
import { compileSchema } from './validation.ts';

const bodyLimitBytes = 1_048_576;

export async function createServer({
  settings,
  sites,
  log,
}: Pick<Services, 'settings' | 'sites' | 'log'>): Promise<{ app: FastifyInstance; refuseUnknown: RefuseUnknown }> {
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    // Only these addresses may say on whose behalf they call. Never `true`, never a number of hops.
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
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
  await setSecurityHeaders(app, settings);
  readIncoming(app, sites);
  await app.register(cookie);
  return { app, refuseUnknown };
}
