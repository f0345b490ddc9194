import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { settleCost } from '../arm/skus.ts';
import { faultDefinition } from '../faults/faults.ts';
import { limitChanges } from '../limits.ts';
import type { RequestLog } from '../faults/requestLog.ts';
import type { Service } from '../service.ts';
import { tenantDocument } from '../tenant/tenantDocument.ts';
import type { TenantDocument, TenantInput } from '../tenant/tenantDocument.ts';
import { overview } from './overview.ts';
import { registerAdminPage } from './adminPage.ts';
import { registerDirectoryAdmin } from './directoryRoutes.ts';

export type Controls = {
  service: Service;
  requests: RequestLog;
  /** The whole tenant, to keep or to load elsewhere; and another one in its place. */
  tenant: { read: () => TenantInput; load: (document: TenantDocument) => void };
};

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Time, faults and the last requests, for tests and for people who try things out. Served only to this machine: not when
 * a proxy brings a request from elsewhere, and not to a web page that reached us under a name of its own.
 */
export const registerAdmin = (app: FastifyInstance, { service, requests, tenant }: Controls): void => {
  const { clock, faults, limits, state } = service;
  app.get('/', async (_request, reply) => reply.redirect('/admin/'));
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

      admin.delete<{ Params: { id: string } }>('/faults/:id', async (request) => {
        faults.end(request.params.id);
        return { faults: faults.list() };
      });

      admin.get('/limits', async () => limits);
      admin.patch('/limits', async (request) => {
        const changes = limitChanges.parse(request.body);
        for (const [name, value] of Object.entries(changes)) if (value !== undefined) Object.assign(limits, { [name]: value });
        return limits;
      });

      admin.get('/tenant', async () => tenant.read());
      admin.put('/tenant', async (request, reply) => {
        tenant.load(tenantDocument.parse(request.body));
        return reply.code(204).send();
      });

      admin.get('/overview', async () => overview(service));
      admin.post<{ Params: { id: string } }>('/capacities/:id', async (request, reply) => {
        const capacity = state.capacities.get(request.params.id);
        if (!capacity) return reply.code(404).send({ message: 'There is no such capacity' });
        settleCost(capacity, clock.now());
        capacity.paused = z.strictObject({ paused: z.boolean() }).parse(request.body).paused;
        return { paused: capacity.paused };
      });
      registerAdminPage(admin);
      registerDirectoryAdmin(admin, service);

      admin.get('/requests', async () => ({ requests: requests.list() }));
      admin.delete('/requests', async (_request, reply) => {
        requests.clear();
        return reply.code(204).send();
      });
    },
    { prefix: '/admin' },
  );
};
