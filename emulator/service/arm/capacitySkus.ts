import type { FastifyInstance } from 'fastify';
import { demoSubscription } from '../../definitions/demo.ts';
import type { Service } from '../service.ts';
import { capacityAccess } from './capacityAccess.ts';
import { scopeOf } from './scope.ts';
import { skuNames, skuTiers } from './skus.ts';

/** The sizes that a capacity, and that a provider, can have. */
export const registerCapacitySkus = (app: FastifyInstance, service: Service): void => {
  const { get } = capacityAccess(service);

  app.get('/:subscription/resourceGroups/:group/providers/:provider/capacities/:name/skus', async (request) => {
    const { provider } = get(request, 'read');
    return {
      value: skuNames[provider].map((name) => ({ resourceType: `${provider}/capacities`, sku: { name, tier: skuTiers[provider] } })),
    };
  });

  app.get('/:subscription/providers/:provider/skus', async (request) => {
    const { provider } = scopeOf(service.state, request);
    return {
      value: skuNames[provider].map((name) => ({
        resourceType: 'capacities',
        name,
        tier: skuTiers[provider],
        locations: [demoSubscription.location],
      })),
    };
  });
};
