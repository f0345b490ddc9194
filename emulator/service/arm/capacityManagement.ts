import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { capacityCreation, capacityUpdate } from '@vitrine/powerbi/wire/arm.ts';
import type { z } from 'zod';
import { isChanging } from '../capacity.ts';
import type { Capacity } from '../capacity.ts';
import { demoSubscription } from '../../definitions/demo.ts';
import type { Service } from '../service.ts';
import { armCallerOf } from './armCaller.ts';
import { capacityAccess } from './capacityAccess.ts';
import { isValidName } from './capacityNames.ts';
import { bodyAs } from './armBody.ts';
import { ArmError, authorizationFailed, conflict, notReady } from './armError.ts';
import { accept } from './operations.ts';
import { scopeOf } from './scope.ts';
import { settleCost, skuNames } from './skus.ts';

const checkSku = (provider: Capacity['provider'], name: string): void => {
  if (!skuNames[provider].includes(name)) throw new ArmError(400, 'BadRequest', `The SKU '${name}' is not valid.`);
};

/** Takes over what an administrator wishes; `Scaling` when a new size has to be waited for. */
const change = (capacity: Capacity, wish: z.infer<typeof capacityUpdate>, now: number): 'Scaling' | undefined => {
  if (wish.sku) checkSku(capacity.provider, wish.sku.name);
  if (isChanging(capacity, now) || (wish.sku && wish.sku.name !== capacity.sku && capacity.paused)) throw notReady();
  if (wish.tags) capacity.tags = wish.tags;
  if (wish.properties?.administration) capacity.admins = wish.properties.administration.members;
  if (wish.properties?.mode) capacity.mode = wish.properties.mode;
  if (!wish.sku || wish.sku.name === capacity.sku) return undefined;
  settleCost(capacity, now);
  capacity.sku = wish.sku.name;
  return 'Scaling';
};

/** Capacities in Azure (docs/reference/powerbi.md A9): list, get, create, change, suspend, resume, delete. */
export const registerArmCapacities = (app: FastifyInstance, service: Service): void => {
  const { capacities } = service.state;
  const { find, get, list, checkPermitted, isTaken, shown } = capacityAccess(service);
  const now = (): number => service.clock.now();
  const path = '/:subscription/resourceGroups/:group/providers/:provider/capacities/:name';

  const answerList = async (request: FastifyRequest) => ({ value: list(request).map(shown) });
  app.get('/:subscription/providers/:provider/capacities', answerList);
  app.get('/:subscription/resourceGroups/:group/providers/:provider/capacities', answerList);

  app.get(path, async (request) => shown(get(request, 'read')));

  const create = (request: FastifyRequest): Capacity => {
    const where = scopeOf(service.state, request);
    const wish = bodyAs(capacityCreation, request.body);
    const name = where.name ?? '';
    if (!isValidName(name)) throw new ArmError(400, 'BadRequest', `The name '${name}' is not valid.`);
    if (isTaken(name)) throw conflict(`The name '${name}' is taken.`);
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
      created: { by: armCallerOf(request).application.object_id, at_ms: now() },
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
    const [known] = find(request);
    if (!known) {
      if (scopeOf(service.state, request).subscription !== demoSubscription.subscription_id)
        throw authorizationFailed(
          armCallerOf(request).application.object_id,
          `${scopeOf(service.state, request).provider}/capacities/write`,
        );
      const capacity = create(request);
      return accept(service, reply, capacity, 'Provisioning').send(shown(capacity));
    }
    checkPermitted(request, known, 'write');
    const state = change(known, bodyAs(capacityCreation, request.body), now());
    if (!state) return shown(known);
    return accept(service, reply, known, state).send(shown(known));
  });

  app.patch(path, async (request, reply) => {
    const capacity = get(request, 'write');
    const state = change(capacity, bodyAs(capacityUpdate, request.body), now());
    if (!state) return shown(capacity);
    return accept(service, reply, capacity, state).send(shown(capacity));
  });

  app.delete(path, async (request, reply) => {
    const [capacity] = find(request);
    if (!capacity) return reply.code(204).send();
    checkPermitted(request, capacity, 'delete');
    if (isChanging(capacity, now())) throw notReady();
    return accept(service, reply, capacity, 'Deleting').send();
  });

  const turn = (verb: 'suspend' | 'resume'): void => {
    app.post(`${path}/${verb}`, async (request, reply) => {
      const capacity = get(request, `${verb}/action`);
      const paused = verb === 'suspend';
      if (isChanging(capacity, now()) || capacity.paused === paused) throw notReady();
      settleCost(capacity, now());
      capacity.paused = paused;
      return accept(service, reply, capacity, paused ? 'Pausing' : 'Resuming').send();
    });
  };
  turn('suspend');
  turn('resume');
};
