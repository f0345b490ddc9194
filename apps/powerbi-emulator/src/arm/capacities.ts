import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { armState, isChanging } from '../capacities.ts';
import type { Capacity } from '../capacities.ts';
import type { Service } from '../service.ts';
import { armCallerOf } from './authorize.ts';
import { ArmError, authorizationFailed, notReady, resourceNotFound } from './errors.ts';
import { accept, operationStatus } from './operations.ts';
import type { Operations } from './operations.ts';

const location = z.object({
  subscription: z.string().toLowerCase(),
  group: z.string().toLowerCase().optional(),
  provider: z.string().toLowerCase(),
  name: z.string().toLowerCase().optional(),
});

const skus = {
  'Microsoft.Fabric': { tier: 'Fabric', name: z.enum(['F2', 'F4', 'F8', 'F16', 'F32', 'F64', 'F128', 'F256', 'F512', 'F1024', 'F2048']) },
  'Microsoft.PowerBIDedicated': { tier: 'PBIE_Azure', name: z.enum(['A1', 'A2', 'A3', 'A4', 'A5', 'A6']) },
};

const update = z.object({
  sku: z.object({ name: z.string() }).optional(),
  tags: z.record(z.string(), z.string()).optional(),
  properties: z.object({ administration: z.object({ members: z.array(z.string()).min(1) }).optional() }).optional(),
});

const resource = (capacity: Capacity, now: number) => {
  const state = armState(capacity, now);
  const isChangingNow = isChanging(capacity, now);
  return {
    id: `/subscriptions/${capacity.subscription_id}/resourceGroups/${capacity.resource_group}/providers/${capacity.provider}/capacities/${capacity.name}`,
    name: capacity.name,
    type: `${capacity.provider}/capacities`,
    location: capacity.location,
    tags: capacity.tags,
    sku: { name: capacity.sku, tier: skus[capacity.provider].tier },
    properties: {
      // The providers differ: the older one says the same word twice (powerbi.md A9).
      provisioningState: capacity.provider === 'Microsoft.Fabric' ? (isChangingNow ? 'Updating' : 'Succeeded') : state,
      state,
      administration: { members: capacity.admins },
      ...(capacity.provider === 'Microsoft.PowerBIDedicated' && { mode: 'Gen2' }),
    },
  };
};

/** Capacities in Azure: list, get, change, suspend, resume. */
export const registerArmCapacities = (app: FastifyInstance, service: Service): void => {
  const operations: Operations = new Map();
  const now = (): number => service.clock.now();

  const found = (request: FastifyRequest): Capacity[] => {
    const where = location.parse(request.params);
    return [...service.state.capacities.values()].filter(
      (capacity) =>
        capacity.subscription_id === where.subscription &&
        capacity.provider.toLowerCase() === where.provider &&
        (where.group === undefined || capacity.resource_group.toLowerCase() === where.group) &&
        (where.name === undefined || capacity.name === where.name),
    );
  };

  const permitted = (request: FastifyRequest, capacity: Capacity): boolean =>
    capacity.admins.includes(armCallerOf(request).application.object_id);

  const one = (request: FastifyRequest, action: string): Capacity => {
    const [capacity] = found(request);
    if (!capacity) throw resourceNotFound(location.parse(request.params).name ?? '');
    const { object_id } = armCallerOf(request).application;
    if (!permitted(request, capacity)) throw authorizationFailed(object_id, `${capacity.provider}/capacities/${action}`);
    return capacity;
  };

  app.addHook('preValidation', async (request) => {
    const version = z.object({ 'api-version': z.string().regex(/^\d{4}-\d{2}-\d{2}(-preview)?$/) }).safeParse(request.query);
    if (!version.success)
      throw new ArmError(
        400,
        'MissingApiVersionParameter',
        'The api-version query parameter (?api-version=) is required for all requests.',
      );
  });

  const answerList = async (request: FastifyRequest) => ({
    value: found(request)
      .filter((capacity) => permitted(request, capacity))
      .map((capacity) => resource(capacity, now())),
  });
  app.get('/:subscription/providers/:provider/capacities', answerList);
  app.get('/:subscription/resourceGroups/:group/providers/:provider/capacities', answerList);

  const path = '/:subscription/resourceGroups/:group/providers/:provider/capacities/:name';
  app.get(path, async (request) => resource(one(request, 'read'), now()));

  app.patch(path, async (request, reply) => {
    const capacity = one(request, 'write');
    const wish = update.safeParse(request.body);
    if (!wish.success) throw new ArmError(400, 'BadRequest', z.prettifyError(wish.error));
    const { sku, tags, properties } = wish.data;
    if (sku && !skus[capacity.provider].name.safeParse(sku.name).success)
      throw new ArmError(400, 'BadRequest', `The SKU '${sku.name}' is not valid.`);
    if (isChanging(capacity, now()) || (sku && capacity.paused)) throw notReady();
    if (tags) capacity.tags = tags;
    if (properties?.administration) capacity.admins = properties.administration.members;
    if (!sku || sku.name === capacity.sku) return resource(capacity, now());
    capacity.sku = sku.name;
    return accept(service, operations, reply, capacity, 'Scaling').send(resource(capacity, now()));
  });

  const turn = (verb: 'suspend' | 'resume'): void => {
    app.post(`${path}/${verb}`, async (request, reply) => {
      const capacity = one(request, `${verb}/action`);
      const paused = verb === 'suspend';
      if (isChanging(capacity, now()) || capacity.paused === paused) throw notReady();
      capacity.paused = paused;
      return accept(service, operations, reply, capacity, paused ? 'Pausing' : 'Resuming').send();
    });
  };
  turn('suspend');
  turn('resume');

  const operation = (request: FastifyRequest) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const known = operations.get(id);
    if (!known) throw resourceNotFound(id);
    return operationStatus(known, now());
  };
  const polling = '/:subscription/providers/:provider/locations/:location';
  app.get(`${polling}/operationstatuses/:id`, async (request) => operation(request));
  app.get(`${polling}/operationresults/:id`, async (request, reply) =>
    reply.code(operation(request).status === 'Succeeded' ? 200 : 202).send(),
  );
};
