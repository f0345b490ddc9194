import type { FastifyInstance } from 'fastify';
import { powerBiState } from '../capacities.ts';
import type { Service } from '../service.ts';
import { callerOf } from './authorize.ts';
import { list } from './odata.ts';

/** Capacities that the caller administers (powerbi.md A8). */
export const registerCapacities = (app: FastifyInstance, service: Service): void => {
  app.get('/capacities', async (request) => {
    const { object_id } = callerOf(request).application;
    const visible = [...service.state.capacities.values()].filter((capacity) => capacity.admins.includes(object_id));
    const rows = visible.map((capacity) => ({
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
};
