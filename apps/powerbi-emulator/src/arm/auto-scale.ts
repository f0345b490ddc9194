import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { demoSubscription } from '../demo.ts';
import type { Service } from '../service.ts';
import { armCallerOf } from './authorize.ts';
import { bodyAs } from './body.ts';
import { authorizationFailed, resourceNotFound } from './errors.ts';
import { scopeOf } from './scope.ts';

const sku = z.object({ name: z.string(), tier: z.literal('AutoScale').optional(), capacity: z.number().int().positive().optional() });
const tags = z.record(z.string(), z.string());
const limits = z.object({ capacityLimit: z.number().int().positive().optional(), capacityObjectId: z.string().optional() });

const creation = z.object({ location: z.string().min(1), sku, tags: tags.default({}), properties: limits.default({}) });
const update = z.object({ sku: sku.optional(), tags: tags.optional(), properties: limits.pick({ capacityLimit: true }).optional() });

/** V-cores that a capacity may take in addition; kept and shown, and without effect on anything. */
export const autoScaleShape = z.strictObject({
  name: z.string(),
  subscription_id: z.string(),
  resource_group: z.string(),
  location: z.string(),
  /** Object id of the service principal that made it. */
  owner: z.string(),
  sku,
  tags,
  properties: limits,
});
export type AutoScale = z.infer<typeof autoScaleShape>;

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
