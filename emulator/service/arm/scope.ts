import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Capacity } from '../capacity.ts';
import { demoSubscription } from '../../definitions/demo.ts';
import type { State } from '../tenant/state.ts';
import { ArmError } from './armError.ts';

const providers = ['Microsoft.Fabric', 'Microsoft.PowerBIDedicated'] as const;

const path = z.object({
  subscription: z.string().toLowerCase().default(''),
  group: z.string().optional(),
  provider: z.string().default('Microsoft.PowerBIDedicated'),
  name: z.string().toLowerCase().optional(),
});

/** The provider that the path names. */
export const providerOf = (request: FastifyRequest): Capacity['provider'] => {
  const { provider } = path.parse(request.params);
  const known = providers.find((one) => one.toLowerCase() === provider.toLowerCase());
  if (!known) throw new ArmError(404, 'InvalidResourceType', 'The resource type could not be found.');
  return known;
};

/** What the path names: a subscription and a resource group that there are, and a resource in it. */
export const scopeOf = (state: Pick<State, 'capacities'>, request: FastifyRequest) => {
  const { subscription, group, name } = path.parse(request.params);
  const places = [demoSubscription, ...state.capacities.values()];
  if (!places.some(({ subscription_id }) => subscription_id === subscription))
    throw new ArmError(404, 'SubscriptionNotFound', `The subscription '${subscription}' could not be found.`);
  const isThere = places.some(
    (place) => place.subscription_id === subscription && place.resource_group.toLowerCase() === group?.toLowerCase(),
  );
  if (group !== undefined && !isThere) throw new ArmError(404, 'ResourceGroupNotFound', `Resource group '${group}' could not be found.`);
  return { subscription, group, name, provider: providerOf(request) };
};
