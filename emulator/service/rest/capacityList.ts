import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SentCapacity } from '@vitrine/powerbi/wire/capacities.ts';
import { z } from 'zod';
import { powerBiState } from '../capacity.ts';
import type { Capacity } from '../capacity.ts';
import { notFound } from '../serviceError.ts';
import type { Service } from '../service.ts';
import { callerOf, idOf } from './caller.ts';
import { bodyAs } from './body.ts';
import { list } from './odata.ts';

const defaultWorkloads: NonNullable<Capacity['workloads']> = {
  Dataflows: { state: 'Enabled', maxMemoryPercentageSetByUser: 20 },
  PaginatedReports: { state: 'Disabled', maxMemoryPercentageSetByUser: 20 },
  AI: { state: 'Disabled', maxMemoryPercentageSetByUser: 20 },
};

const workloadChange = z.object({
  state: z.enum(['Disabled', 'Enabled', 'Unsupported']),
  maxMemoryPercentageSetByUser: z.number().int().min(0).max(100).optional(),
});

const workloadOf = (capacity: Capacity, request: FastifyRequest) => {
  const { workload } = z.object({ workload: z.string().toLowerCase() }).parse(request.params);
  const found = Object.entries(capacity.workloads ?? defaultWorkloads).find(([name]) => name.toLowerCase() === workload);
  if (!found) throw notFound();
  return found;
};

/** Capacities that the caller administers (docs/reference/powerbi.md A8). */
export const registerCapacities = (app: FastifyInstance, service: Service): void => {
  app.get('/capacities', async (request) => {
    const { object_id } = callerOf(request).application;
    const visible = [...service.state.capacities.values()].filter((capacity) => capacity.admins.includes(object_id));
    const rows = visible.map((capacity): SentCapacity => ({
      id: capacity.id,
      displayName: capacity.name,
      admins: capacity.admins,
      sku: capacity.sku,
      state: powerBiState(capacity, service.clock.now()),
      region: capacity.location,
      capacityUserAccessRight: 'Admin',
    }));
    return list(service, 'capacities', rows);
  });

  const capacityOf = (request: FastifyRequest): Capacity => {
    const capacity = service.state.capacities.get(idOf(request, 'capacity'));
    if (!capacity?.admins.includes(callerOf(request).application.object_id)) throw notFound();
    return capacity;
  };

  app.get('/capacities/:capacity/Workloads', async (request) => {
    const { workloads } = capacityOf(request);
    return list(
      service,
      'workloads',
      Object.entries(workloads ?? defaultWorkloads).map(([name, workload]) => ({ name, ...workload })),
    );
  });

  app.get('/capacities/:capacity/Workloads/:workload', async (request) => {
    const [name, workload] = workloadOf(capacityOf(request), request);
    return { name, ...workload };
  });

  app.patch('/capacities/:capacity/Workloads/:workload', async (request, reply) => {
    const capacity = capacityOf(request);
    const [name, workload] = workloadOf(capacity, request);
    capacity.workloads = { ...defaultWorkloads, ...capacity.workloads, [name]: { ...workload, ...bodyAs(workloadChange, request.body) } };
    return reply.code(200).send();
  });
};
