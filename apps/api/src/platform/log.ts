/** Logs are JSON lines. They hold no secret and no address with a token in it: a request is named by its route. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import pino from 'pino';

const secretFields = ['password', 'token', 'cookie', 'authorization', 'secret', 'secret_value', 'client_secret', 'password_hash'];

/** Writes to standard output unless given another stream. */
export function openLog(level: string, destination?: DestinationStream): FastifyBaseLogger {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '***' },
    serializers: {
      err: pino.stdSerializers.errWithCause,
      // Fastify adds these to every line; the address may hold a token, and headers do.
      req: () => undefined,
      res: () => undefined,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** One line for every answered request, at level debug. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      { method: request.method, route: request.routeOptions.url ?? null, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
}
