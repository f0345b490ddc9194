import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { enhancedRefreshRequest, refreshRequest } from '@vitrine/powerbi/wire/refreshes.ts';
import { z } from 'zod';
import { startRefresh } from '../datasets/refreshJobs.ts';
import { detailRow, historyRow, statusOf } from '../datasets/refreshRecord.ts';
import type { RefreshRecord } from '../datasets/refreshRecord.ts';
import { capacityNotActive, invalidRequest, notFound } from '../serviceError.ts';
import type { Service } from '../service.ts';
import { isPaused } from '../tenant/state.ts';
import { bodyAs } from './body.ts';
import { datasetOf } from './datasetOf.ts';
import { list, page } from './odata.ts';

const isStandard = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && (Object.keys(body).length === 0 || 'notifyOption' in body));

/** Any other property makes it an enhanced refresh (docs/reference/powerbi.md A4). */
const kindOf = (body: unknown, tables: string[], isOnCapacity: boolean): Pick<RefreshRecord, 'type' | 'enhanced'> => {
  if (isStandard(body)) {
    bodyAs(refreshRequest, body);
    return { type: 'ViaApi' };
  }
  const { type, commitMode, objects, retryCount, timeout, applyRefreshPolicy } = bodyAs(enhancedRefreshRequest, body);
  if (!isOnCapacity) throw invalidRequest('Enhanced refresh needs a workspace on a capacity');
  if (commitMode === 'PartialBatch' && applyRefreshPolicy)
    throw invalidRequest("The commit mode 'PartialBatch' requires applyRefreshPolicy to be false");
  const unknown = objects.find(({ table }) => !tables.includes(table));
  if (unknown) throw invalidRequest(`The table '${unknown.table}' does not exist in the dataset`);
  return { type: 'ViaEnhancedApi', enhanced: { type, commitMode, objects, retryCount, timeout_ms: timeout } };
};

/** Starting, watching and cancelling refreshes (docs/reference/powerbi.md A4). */
export const registerRefreshes = (app: FastifyInstance, service: Service): void => {
  const path = '/groups/:group/datasets/:dataset/refreshes';

  /** Of the enhanced API alone; the ids of others are unknown to it. */
  const enhancedRefreshOf = (request: FastifyRequest, least: 'Viewer' | 'Contributor') => {
    const found = datasetOf(service, request, least);
    const { refresh: id } = z.object({ refresh: z.string().toLowerCase() }).parse(request.params);
    const refresh = found.state.refreshes.find((one) => one.request_id === id && one.enhanced);
    if (!refresh) throw notFound();
    return { ...found, refresh, status: statusOf(refresh, service.clock.now()) };
  };

  app.post(path, async (request, reply) => {
    const { workspace, model } = datasetOf(service, request, 'Contributor');
    const tables = model.tables.map(({ name }) => name);
    const kind = kindOf(request.body, tables, workspace.capacity_id !== undefined);
    if (isPaused(service.state, workspace)) throw capacityNotActive();
    const refresh = startRefresh(service, { workspace, model }, kind);
    const location = `${service.origin()}/v1.0/myorg/groups/${workspace.id}/datasets/${model.id}/refreshes/${refresh.request_id}`;
    return reply.code(202).headers({ location, 'x-ms-request-id': refresh.request_id, RequestId: randomUUID() }).send();
  });

  app.get(path, async (request) => {
    const { workspace, model, state } = datasetOf(service, request);
    const { refresh_history_days: days } = service.limits;
    const since = days === null ? -Infinity : service.clock.now() - days * 24 * 3_600_000;
    const shown = state.refreshes.filter(({ started_at_ms }) => started_at_ms > since);
    const rows = shown.toReversed().map((refresh) => historyRow(refresh, service.clock.now()));
    return list(service, `groups('${workspace.id}')/datasets('${model.id}')/refreshes`, page(rows, request.query));
  });

  app.get(`${path}/:refresh`, async (request, reply) => {
    const { model, refresh, status } = enhancedRefreshOf(request, 'Viewer');
    const tables = model.tables.map(({ name }) => name);
    return reply.code(status === 'Unknown' ? 202 : 200).send(detailRow(refresh, tables, service.clock.now()));
  });

  app.delete(`${path}/:refresh`, async (request, reply) => {
    const { refresh, status } = enhancedRefreshOf(request, 'Contributor');
    if (status !== 'Unknown') throw invalidRequest('The refresh is not in progress and cannot be cancelled');
    refresh.cancelled_at_ms = service.clock.now();
    return reply.code(200).send();
  });
};
