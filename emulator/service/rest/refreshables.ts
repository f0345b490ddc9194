import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Capacity } from '../capacity.ts';
import type { ModelDefinition } from '../../definitions/model.ts';
import { historyRow, statusOf } from '../datasets/refreshRecord.ts';
import { currentState } from '../datasets/refreshJobs.ts';
import { invalidRequest, notFound } from '../serviceError.ts';
import { parameterOf } from '../parameters.ts';
import type { Service } from '../service.ts';
import { findModel } from '../tenant/state.ts';
import type { Workspace } from '../tenant/state.ts';
import { callerOf, idOf } from './caller.ts';
import { checkAdmin } from './fabricAdmin.ts';
import { filter, list, page } from './odata.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const options = z.object({
  $top: z.coerce.number().int().min(1).max(1_000).optional(),
  $expand: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((name) => name.trim().toLowerCase())),
});

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [below = 0, above = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? above : (below + above) / 2;
};

type CapacityModel = { capacity: Capacity; workspace: Workspace; model: ModelDefinition };

/** How the refreshes of a dataset went, over those that are still remembered; nothing without any that ended. */
const refreshableOf = (service: Service, { capacity, workspace, model }: CapacityModel, expand: string[]) => {
  const now = service.clock.now();
  const state = currentState(service, { workspace, model });
  const ended = state.refreshes.filter((refresh) => statusOf(refresh, now) !== 'Unknown');
  const [first, last] = [ended[0], ended.at(-1)];
  if (!first || !last) return undefined;
  const endOf = (refresh: typeof last): number => refresh.cancelled_at_ms ?? refresh.ends_at_ms;
  const seconds = ended.map((refresh) => (endOf(refresh) - refresh.started_at_ms) / 1_000);
  const days = Math.max(1, Math.ceil((endOf(last) - first.started_at_ms) / dayMs));
  return {
    id: model.id,
    name: model.name,
    kind: 'Dataset',
    startTime: new Date(first.started_at_ms).toISOString(),
    endTime: new Date(endOf(last)).toISOString(),
    refreshCount: ended.length,
    refreshFailures: ended.filter((refresh) => statusOf(refresh, now) === 'Failed').length,
    averageDuration: seconds.reduce((sum, one) => sum + one, 0) / seconds.length,
    medianDuration: median(seconds),
    refreshesPerDay: Math.round(ended.length / days),
    lastRefresh: historyRow(last, now),
    refreshSchedule: state.schedule,
    configuredBy: [state.owner],
    ...(expand.includes('capacity') && {
      capacity: { id: capacity.id, displayName: capacity.name, sku: capacity.sku, capacityUserAccessRight: 'None' },
    }),
    ...(expand.includes('group') && { group: { id: workspace.id, name: workspace.name } }),
  };
};

/** Datasets on capacities that have been refreshed (docs/reference/powerbi.md A8); administrators of the tenant see all of them. */
export const registerRefreshables = (app: FastifyInstance, service: Service): void => {
  const { state } = service;
  const capacitiesOf = (request: FastifyRequest, isAdmin: boolean): Capacity[] => {
    if (isAdmin) checkAdmin(service, request);
    const { object_id } = callerOf(request).application;
    const visible = [...state.capacities.values()].filter(({ admins }) => isAdmin || admins.includes(object_id));
    if (parameterOf(request, 'capacity') === undefined) return visible;
    const own = visible.filter(({ id }) => id === idOf(request, 'capacity'));
    if (own.length === 0) throw notFound();
    return own;
  };

  const modelsOn = (capacities: Capacity[]): CapacityModel[] =>
    capacities.flatMap((capacity) =>
      [...state.workspaces.values()]
        .filter(({ capacity_id }) => capacity_id === capacity.id)
        .flatMap((workspace) => workspace.models.map((model) => ({ capacity, workspace, model }))),
    );

  const optionsOf = (request: FastifyRequest) => {
    const parsed = options.safeParse(request.query);
    if (!parsed.success) throw invalidRequest('The query option $top must be a whole number from 1 to 1000.');
    return parsed.data;
  };

  const all = (isAdmin: boolean) => async (request: FastifyRequest) => {
    const { $top, $expand } = optionsOf(request);
    const capacities = capacitiesOf(request, isAdmin);
    if ($top === undefined && parameterOf(request, 'capacity') === undefined) throw invalidRequest('The query option $top is required.');
    const rows = modelsOn(capacities).flatMap((place) => refreshableOf(service, place, $expand) ?? []);
    return list(service, 'refreshables', page(filter(rows, request.query), request.query));
  };

  const one = (isAdmin: boolean) => async (request: FastifyRequest) => {
    const { $expand } = optionsOf(request);
    const id = idOf(request, 'refreshable');
    const place = modelsOn(capacitiesOf(request, isAdmin)).find(({ workspace }) => findModel(workspace, id)?.id.toLowerCase() === id);
    const model = place && findModel(place.workspace, id);
    const row = model && refreshableOf(service, { ...place, model }, $expand);
    if (!row) throw notFound();
    return list(service, 'refreshables', [row]);
  };

  for (const [base, isAdmin] of [
    ['/capacities', false],
    ['/admin/capacities', true],
  ] as const) {
    app.get(`${base}/refreshables`, all(isAdmin));
    app.get(`${base}/:capacity/refreshables`, all(isAdmin));
    app.get(`${base}/:capacity/refreshables/:refreshable`, one(isAdmin));
  }
};
