import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { quotaExceeded } from '../arm/armError.ts';
import type { Service } from '../service.ts';
import { asksForRouting } from './faults.ts';
import type { Faults, RequestFault } from './faults.ts';
import { entraErrorBody, secretExpired } from '../entra/entraError.ts';
import { capacityNotActive, errorBody } from '../serviceError.ts';
import { placesIn } from '../tenant/state.ts';
import type { LoggedRequest, RequestLog } from './requestLog.ts';
import { serviceOf } from './requestLog.ts';

const throttleText = 'You have exceeded the amount of requests allowed in the current time frame and further requests will fail.';
const gatewayPage =
  '<!DOCTYPE html><html><head><title>Gateway</title></head><body><h1>Our services are not available right now</h1></body></html>';

type Half = Extract<RequestFault, { name: 'half_body' }>;

const withRetryAfter = (
  reply: FastifyReply,
  fault: { retry_after_s?: number | undefined; retry_after_format: 'seconds' | 'date' },
): void => {
  if (fault.retry_after_s === undefined) return;
  const date = new Date(Date.now() + fault.retry_after_s * 1000).toUTCString();
  reply.header('retry-after', fault.retry_after_format === 'date' ? date : String(fault.retry_after_s));
};

/** Lets a fault happen; true when the request is answered with that, or never will be. */
const injectFault = async (
  fault: RequestFault,
  request: FastifyRequest,
  reply: FastifyReply,
  { now, origin }: { now: number; origin: string },
): Promise<boolean> => {
  switch (fault.name) {
    case 'latency':
      await delay(fault.latency_ms);
      return false;
    case 'half_body':
      // Cut when the answer is there.
      return false;
    case 'throttled':
      withRetryAfter(reply, fault);
      void reply.code(429).type('text/plain').send(throttleText);
      return true;
    case 'server_error':
      withRetryAfter(reply, fault);
      void reply.code(fault.status).type('text/plain').send('An error has occurred.');
      return true;
    case 'html_body':
      void reply.code(fault.status).type('text/html').send(gatewayPage);
      return true;
    case 'secret_expired': {
      const failure = secretExpired('local');
      void reply.code(failure.status).send(entraErrorBody(failure, now));
      return true;
    }
    case 'capacity_paused': {
      const refusal = capacityNotActive();
      void reply.code(refusal.status).header('x-powerbi-error-info', refusal.code).send(errorBody(refusal));
      return true;
    }
    case 'quota_exceeded': {
      const { status, code, message } = quotaExceeded();
      void reply.code(status).send({ error: { code, message } });
      return true;
    }
    case 'not_accessible':
      void reply.code(fault.status).send({ Message: 'API is not accessible for application' });
      return true;
    case 'claims_challenge': {
      const claims = Buffer.from('{"access_token":{"nbf":{"essential":true,"value":"1"}}}').toString('base64');
      const challenge = `Bearer realm="", error="insufficient_claims", claims="${claims}"`;
      void reply.code(401).header('www-authenticate', challenge).send();
      return true;
    }
    case 'other_cluster': {
      const [path = '', query = ''] = request.url.split('?');
      void reply
        .code(307)
        .header('location', `${origin}${path}?${query.replace(asksForRouting, '')}`)
        .send();
      return true;
    }
    case 'hang':
      reply.hijack();
      await once(request.raw.socket, 'close');
      return true;
    case 'reset':
  }
  reply.hijack();
  request.raw.socket.resetAndDestroy();
  return true;
};

const placeless = /^\/v1\.0\/myorg\/GenerateToken$/i;

const brokenOff = async function* (half: Buffer) {
  yield half;
  throw new Error('The connection is broken off on purpose');
};

/** Gives every answer its RequestId, keeps the last requests and injects faults. Administration is left alone. */
export const registerFaultInjection = (
  app: FastifyInstance,
  { clock, origin, state }: Pick<Service, 'clock' | 'origin' | 'state'>,
  faults: Faults,
  requests: RequestLog,
): void => {
  const logged = new WeakMap<FastifyRequest, LoggedRequest>();
  const halves = new WeakMap<FastifyRequest, Half>();

  const injectAll = async (request: FastifyRequest, reply: FastifyReply, due: RequestFault[]): Promise<boolean> => {
    for (const fault of due) {
      const entry = logged.get(request);
      if (entry) entry.fault = fault.name;
      if (fault.name === 'half_body') halves.set(request, fault);
      if (await injectFault(fault, request, reply, { now: clock.now(), origin: origin() })) return true;
    }
    return false;
  };

  app.addHook('onRequest', async (request, reply) => {
    const request_id = randomUUID();
    reply.header('RequestId', request_id);
    const [path = '', query = ''] = request.url.split('?');
    const service = serviceOf(path);
    if (service === undefined) return undefined;
    if (service !== 'powerbi') reply.header('x-ms-request-id', request_id);
    const entry: LoggedRequest = {
      at: new Date(clock.now()).toISOString(),
      service,
      method: request.method,
      path,
      query,
      request_id,
      status: null,
    };
    logged.set(request, entry);
    requests.add(entry);
    const target = { service, method: request.method, path, query };
    return (await injectAll(request, reply, faults.take({ ...target, workspace_ids: placesIn(state, request.url) }))) ? reply : undefined;
  });

  // Version 2 of GenerateToken names everything in its body alone.
  app.addHook('preHandler', async (request, reply) => {
    const entry = logged.get(request);
    if (!entry || entry.fault !== undefined || !placeless.test(entry.path)) return undefined;
    const workspace_ids = placesIn(state, JSON.stringify(request.body ?? {}));
    return (await injectAll(request, reply, faults.take({ ...entry, workspace_ids }, 'placed'))) ? reply : undefined;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const half = halves.get(request);
    if (!half || typeof payload !== 'string') return payload;
    const whole = Buffer.from(payload);
    const cut = whole.subarray(0, Math.floor(whole.length / 2));
    if (half.cut === 'json') return cut;
    reply.header('content-length', whole.length);
    return Readable.from(brokenOff(cut), { objectMode: false });
  });

  app.addHook('onResponse', async (request, reply) => {
    const entry = logged.get(request);
    if (entry) entry.status = reply.statusCode;
  });
};
