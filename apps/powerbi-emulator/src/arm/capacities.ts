import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isChanging, transitionMs } from '../capacities.ts';
import type { Capacity } from '../capacities.ts';
import { demoSubscription } from '../demo.ts';
import type { Service } from '../service.ts';
import { armCallerOf } from './authorize.ts';
import { capacityResource } from './capacity-resource.ts';
import { bodyAs } from './body.ts';
import { ArmError, authorizationFailed, conflict, notReady, resourceNotFound } from './errors.ts';
import { accept, operationStatus } from './operations.ts';
import type { Operation } from './operations.ts';
import { scopeOf } from './scope.ts';
import { settleCost, skuNames, skuTiers } from './skus.ts';

const sku = z.object({ name: z.string() });
const administration = z.object({ members: z.array(z.string()).min(1) });
/** The generation of the older provider's capacities. */
const mode = z.enum(['Gen1', 'Gen2']).optional();
const update = z.object({
  sku: sku.optional(),
  tags: z.record(z.string(), z.string()).optional(),
  properties: z.object({ administration: administration.optional(), mode }).optional(),
});
const creation = z.object({
  location: z.string().min(1),
  sku,
  tags: z.record(z.string(), z.string()).optional(),
  properties: z.object({ administration, mode }),
});
const nameCheck = z.object({ name: z.string(), type: z.string().optional() });

const validName = /^[a-z][a-z0-9]{2,62}$/;

const checkSku = (provider: Capacity['provider'], name: string): void => {
  if (!skuNames[provider].includes(name)) throw new ArmError(400, 'BadRequest', `The SKU '${name}' is not valid.`);
};

/** Capacities in Azure (powerbi.md A9): list, get, create, change, suspend, resume, delete, sizes and names. */
export const registerArmCapacities = (app: FastifyInstance, service: Service): void => {
  const { capacities, operations } = service.state;
  const now = (): number => service.clock.now();
  const shown = (capacity: Capacity) => capacityResource(capacity, service.state.applications[0].tenant_id, now());

  const whereOf = (request: FastifyRequest) => scopeOf(service.state, request);

  /** What is being deleted is there until its time has come. */
  const forgetDeleted = (): void => {
    for (const [id, { transition }] of capacities)
      if (transition?.state === 'Deleting' && transition.ends_at_ms <= now()) capacities.delete(id);
  };

  const found = (request: FastifyRequest): Capacity[] => {
    const where = whereOf(request);
    forgetDeleted();
    return [...capacities.values()].filter(
      (capacity) =>
        capacity.subscription_id === where.subscription &&
        capacity.provider === where.provider &&
        (where.group === undefined || capacity.resource_group.toLowerCase() === where.group.toLowerCase()) &&
        (where.name === undefined || capacity.name === where.name),
    );
  };

  const permitted = (request: FastifyRequest, capacity: Capacity): boolean =>
    capacity.admins.includes(armCallerOf(request).application.object_id);

  const checkPermitted = (request: FastifyRequest, capacity: Capacity, action: string): void => {
    const { object_id } = armCallerOf(request).application;
    if (!permitted(request, capacity)) throw authorizationFailed(object_id, `${capacity.provider}/capacities/${action}`);
  };

  const one = (request: FastifyRequest, action: string): Capacity => {
    const [capacity] = found(request);
    if (!capacity) throw resourceNotFound(whereOf(request).name ?? '');
    checkPermitted(request, capacity, action);
    return capacity;
  };

  const answerList = async (request: FastifyRequest) => ({
    value: found(request)
      .filter((capacity) => permitted(request, capacity))
      .map(shown),
  });
  app.get('/:subscription/providers/:provider/capacities', answerList);
  app.get('/:subscription/resourceGroups/:group/providers/:provider/capacities', answerList);

  const path = '/:subscription/resourceGroups/:group/providers/:provider/capacities/:name';
  app.get(path, async (request) => shown(one(request, 'read')));

  const change = (capacity: Capacity, wish: z.infer<typeof update>): 'Scaling' | undefined => {
    if (wish.sku) checkSku(capacity.provider, wish.sku.name);
    if (isChanging(capacity, now()) || (wish.sku && wish.sku.name !== capacity.sku && capacity.paused)) throw notReady();
    if (wish.tags) capacity.tags = wish.tags;
    if (wish.properties?.administration) capacity.admins = wish.properties.administration.members;
    if (wish.properties?.mode) capacity.mode = wish.properties.mode;
    if (!wish.sku || wish.sku.name === capacity.sku) return undefined;
    settleCost(capacity, now());
    capacity.sku = wish.sku.name;
    return 'Scaling';
  };

  const create = (request: FastifyRequest): Capacity => {
    const where = whereOf(request);
    const wish = bodyAs(creation, request.body);
    const name = where.name ?? '';
    if (!validName.test(name)) throw new ArmError(400, 'BadRequest', `The name '${name}' is not valid.`);
    if ([...capacities.values()].some((capacity) => capacity.name === name)) throw conflict(`The name '${name}' is taken.`);
    checkSku(where.provider, wish.sku.name);
    const capacity: Capacity = {
      id: randomUUID(),
      name,
      provider: where.provider,
      sku: wish.sku.name,
      location: wish.location.toLowerCase().replaceAll(' ', ''),
      subscription_id: where.subscription,
      resource_group: where.group ?? demoSubscription.resource_group,
      admins: wish.properties.administration.members,
      tags: wish.tags ?? {},
      ...(wish.properties.mode && { mode: wish.properties.mode }),
      paused: false,
      spent_usd: 0,
      spent_until_ms: now(),
    };
    capacities.set(capacity.id, capacity);
    return capacity;
  };

  app.put(path, async (request, reply) => {
    const [known] = found(request);
    if (!known) {
      if (whereOf(request).subscription !== demoSubscription.subscription_id)
        throw authorizationFailed(armCallerOf(request).application.object_id, `${whereOf(request).provider}/capacities/write`);
      const capacity = create(request);
      return accept(service, reply, capacity, 'Provisioning').send(shown(capacity));
    }
    checkPermitted(request, known, 'write');
    const state = change(known, bodyAs(creation, request.body));
    if (!state) return shown(known);
    return accept(service, reply, known, state).send(shown(known));
  });

  app.patch(path, async (request, reply) => {
    const capacity = one(request, 'write');
    const state = change(capacity, bodyAs(update, request.body));
    if (!state) return shown(capacity);
    return accept(service, reply, capacity, state).send(shown(capacity));
  });

  app.delete(path, async (request, reply) => {
    const [capacity] = found(request);
    if (!capacity) return reply.code(204).send();
    checkPermitted(request, capacity, 'delete');
    if (isChanging(capacity, now())) throw notReady();
    return accept(service, reply, capacity, 'Deleting').send();
  });

  const turn = (verb: 'suspend' | 'resume'): void => {
    app.post(`${path}/${verb}`, async (request, reply) => {
      const capacity = one(request, `${verb}/action`);
      const paused = verb === 'suspend';
      if (isChanging(capacity, now()) || capacity.paused === paused) throw notReady();
      settleCost(capacity, now());
      capacity.paused = paused;
      return accept(service, reply, capacity, paused ? 'Pausing' : 'Resuming').send();
    });
  };
  turn('suspend');
  turn('resume');

  app.get(`${path}/skus`, async (request) => {
    const { provider } = one(request, 'read');
    return {
      value: skuNames[provider].map((name) => ({ resourceType: `${provider}/capacities`, sku: { name, tier: skuTiers[provider] } })),
    };
  });

  app.get('/:subscription/providers/:provider/skus', async (request) => {
    const { provider } = whereOf(request);
    return {
      value: skuNames[provider].map((name) => ({
        resourceType: 'capacities',
        name,
        tier: skuTiers[provider],
        locations: [demoSubscription.location],
      })),
    };
  });

  app.post('/:subscription/providers/:provider/locations/:location/checkNameAvailability', async (request) => {
    const { name } = bodyAs(nameCheck, request.body);
    if (!validName.test(name))
      return { nameAvailable: false, reason: 'Invalid', message: 'The name must have 3 to 63 lower-case letters and digits.' };
    forgetDeleted();
    const isTaken = [...capacities.values()].some((capacity) => capacity.name === name);
    return isTaken ? { nameAvailable: false, reason: 'AlreadyExists', message: `The name '${name}' is taken.` } : { nameAvailable: true };
  });

  const operation = (request: FastifyRequest): Operation => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const known = operations.get(id);
    if (!known) throw resourceNotFound(id);
    return known;
  };
  const polling = '/:subscription/providers/:provider/locations/:location';
  app.get(`${polling}/operationstatuses/:id`, async (request, reply) => {
    const status = operationStatus(operation(request), now());
    if (status.status !== 'Succeeded') reply.header('retry-after', String(Math.ceil(transitionMs / 1_000)));
    return status;
  });
  app.get(`${polling}/operationresults/:id`, async (request, reply) => {
    const known = operation(request);
    if (operationStatus(known, now()).status === 'Succeeded') {
      // What was made or changed is the result; switching has none.
      const hasResult = known.state === 'Provisioning' || known.state === 'Scaling';
      const capacity = capacities.get(known.capacity_id);
      return reply.code(200).send(hasResult && capacity ? shown(capacity) : undefined);
    }
    const address = `${service.origin()}${request.url}`;
    return reply
      .code(202)
      .headers({ location: address, 'retry-after': String(Math.ceil(transitionMs / 1_000)) })
      .send();
  });
};
