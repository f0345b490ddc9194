import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ServiceClock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import { faultDefinition } from '../faults.ts';
import type { RequestLog } from '../request-log.ts';

export type Controls = { clock: ServiceClock; faults: Faults; requests: RequestLog };

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Time, faults and the last requests, for tests and for people who try things out. Served only to this machine: not when
 * a proxy brings a request from elsewhere, and not to a web page that reached us under a name of its own.
 */
export const registerAdmin = (app: FastifyInstance, { clock, faults, requests }: Controls): void => {
  app.register(
    async (admin) => {
      admin.addHook('onRequest', async (request, reply) => {
        const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers || 'x-forwarded-host' in request.headers;
        const isForeign = request.headers.origin !== undefined && request.headers.origin !== `http://${request.headers.host}`;
        if (isForwarded || isForeign || !loopbackHosts.has(request.hostname)) return reply.code(404).send();
        return undefined;
      });

      admin.setErrorHandler<Error>((error, _request, reply) => {
        if (error instanceof z.ZodError) return reply.code(400).send({ message: z.prettifyError(error) });
        throw error;
      });

      const time = () => ({ now: new Date(clock.now()).toISOString() });
      admin.get('/clock', async () => time());
      admin.post('/clock', async (request) => {
        clock.advance(z.strictObject({ advance_ms: z.number() }).parse(request.body).advance_ms);
        return time();
      });
      admin.delete('/clock', async () => {
        clock.reset();
        return time();
      });

      admin.get('/faults', async () => ({ faults: faults.list() }));
      admin.post('/faults', async (request) => {
        faults.start(faultDefinition.parse(request.body));
        return { faults: faults.list() };
      });
      admin.delete('/faults', async () => {
        faults.clear();
        return { faults: faults.list() };
      });

      admin.get('/requests', async () => ({ requests: requests.list() }));
      admin.delete('/requests', async (_request, reply) => {
        requests.clear();
        return reply.code(204).send();
      });
    },
    { prefix: '/admin' },
  );
};
