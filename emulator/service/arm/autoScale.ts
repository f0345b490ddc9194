import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { demoSubscription } from '../../definitions/demo.ts';
import type { Service } from '../service.ts';
import { armCallerOf } from './armCaller.ts';
import { bodyAs } from './armBody.ts';
import { autoScaleLimits, autoScaleSku, autoScaleTags } from './armRecords.ts';
import type { AutoScale } from './armRecords.ts';
import { authorizationFailed, resourceNotFound } from './armError.ts';
import { scopeOf } from './scope.ts';

const creation = z.object({
  location: z.string().min(1),
  sku: autoScaleSku,
  tags: autoScaleTags.default({}),
  properties: autoScaleLimits.default({}),
});
const update = z.object({
  sku: autoScaleSku.optional(),
  tags: autoScaleTags.optional(),
  properties: autoScaleLimits.pick({ capacityLimit: true }).optional(),
});

const base = 'Microsoft.PowerBIDedicated/autoScaleVCores';

const row = ({ name, subscription_id, resource_group, location, sku: size, tags: labels, properties }: AutoScale) => ({
  id: `/subscriptions/${subscription_id}/resourceGroups/${resource_group}/providers/${base}/${name}`,
  name,
  type: base,
  location,
  tags: labels,
  sku: size,
  properties: { ...properties, provisioningState: 'Succeeded' },
});

/** Autoscale of the older provider, as Microsoft's client knows it. */
export const registerAutoScale = (app: FastifyInstance, { state }: Service): void => {
  const found = (request: FastifyRequest): AutoScale[] => {
    const { subscription, group, name } = scopeOf(state, request);
    return state.auto_scales.filter(
      (one) =>
        one.subscription_id === subscription &&
        (group === undefined || one.resource_group.toLowerCase() === group.toLowerCase()) &&
        (name === undefined || one.name === name),
    );
  };
  const own = (request: FastifyRequest, action: string): AutoScale | undefined => {
    const [one] = found(request);
    const { object_id } = armCallerOf(request).application;
    if (one && one.owner !== object_id) throw authorizationFailed(object_id, `${base}/${action}`);
    return one;
  };
  const one = (request: FastifyRequest, action: string): AutoScale => {
    const known = own(request, action);
    if (!known) throw resourceNotFound(scopeOf(state, request).name ?? '');
    return known;
  };
  const list = async (request: FastifyRequest) => ({
    value: found(request)
      .filter(({ owner }) => owner === armCallerOf(request).application.object_id)
      .map(row),
  });

  app.get(`/:subscription/providers/${base}`, list);
  app.get(`/:subscription/resourceGroups/:group/providers/${base}`, list);

  const path = `/:subscription/resourceGroups/:group/providers/${base}/:name`;
  app.get(path, async (request) => row(one(request, 'read')));

  app.put(path, async (request) => {
    const wish = bodyAs(creation, request.body);
    const { subscription, group = demoSubscription.resource_group, name = '' } = scopeOf(state, request);
    const known = own(request, 'write');
    const { object_id: owner } = armCallerOf(request).application;
    if (!known && subscription !== demoSubscription.subscription_id) throw authorizationFailed(owner, `${base}/write`);
    const next: AutoScale = { name, subscription_id: subscription, resource_group: group, owner, ...wish };
    state.auto_scales.splice(known ? state.auto_scales.indexOf(known) : state.auto_scales.length, known ? 1 : 0, next);
    return row(next);
  });

  app.patch(path, async (request) => {
    const known = one(request, 'write');
    const wish = bodyAs(update, request.body);
    Object.assign(known, {
      sku: wish.sku ?? known.sku,
      tags: wish.tags ?? known.tags,
      properties: { ...known.properties, ...wish.properties },
    });
    return row(known);
  });

  app.delete(path, async (request, reply) => {
    const known = own(request, 'delete');
    if (known) state.auto_scales.splice(state.auto_scales.indexOf(known), 1);
    return reply.code(known ? 200 : 204).send();
  });
};
