import type { FastifyInstance } from 'fastify';
import type { SentDataset } from '@vitrine/powerbi/wire/datasets.ts';
import { z } from 'zod';
import type { ModelDefinition } from '../../definitions/model.ts';
import { currentState } from '../datasets/refreshJobs.ts';
import type { Service } from '../service.ts';
import { removeModel } from '../publishing.ts';
import type { Workspace } from '../tenant/state.ts';
import { workspaceOf } from './caller.ts';
import { bodyAs } from './body.ts';
import { datasetOf, ownDatasetOf } from './datasetOf.ts';
import { createReportEmbedUrl, qnaEmbedUrl } from './embedUrls.ts';
import { list } from './odata.ts';

const ownerName = ({ state }: Service, owner: string): string =>
  state.applications.find(({ object_id }) => object_id === owner)?.display_name ?? owner;

const datasetRow = (service: Service, workspace: Workspace, model: ModelDefinition): SentDataset => {
  const state = currentState(service, { workspace, model });
  const hasRoles = model.roles.length > 0;
  return {
    id: model.id,
    name: model.name,
    ...(model.description !== undefined && { description: model.description }),
    addRowsAPIEnabled: false,
    configuredBy: ownerName(service, state.owner),
    isRefreshable: true,
    isEffectiveIdentityRequired: hasRoles,
    isEffectiveIdentityRolesRequired: hasRoles,
    isOnPremGatewayRequired: false,
    targetStorageMode: state.target_storage_mode,
    createdDate: new Date(state.created_at_ms).toISOString(),
    webUrl: `${service.origin()}/groups/${workspace.id}/datasets/${model.id}`,
    createReportEmbedURL: createReportEmbedUrl(service),
    qnaEmbedURL: qnaEmbedUrl(service),
    upstreamDatasets: [],
    users: [],
    queryScaleOutSettings: state.query_scale_out,
  };
};

const change = z.object({
  targetStorageMode: z.enum(['Abf', 'PremiumFiles']).optional(),
  queryScaleOutSettings: z
    .object({ autoSyncReadOnlyReplicas: z.boolean().optional(), maxReadOnlyReplicas: z.number().int().min(-1).max(64).optional() })
    .optional(),
});

/** Datasets (docs/reference/powerbi.md A4). */
export const registerDatasets = (app: FastifyInstance, service: Service): void => {
  app.get('/groups/:group/datasets', async (request) => {
    const workspace = workspaceOf(service, request);
    const rows = workspace.models.map((model) => datasetRow(service, workspace, model));
    return list(service, `groups('${workspace.id}')/datasets`, rows);
  });

  app.get('/groups/:group/datasets/:dataset', async (request) => {
    const { workspace, model } = datasetOf(service, request);
    return datasetRow(service, workspace, model);
  });

  app.patch('/groups/:group/datasets/:dataset', async (request, reply) => {
    const { state } = ownDatasetOf(service, request);
    const { targetStorageMode, queryScaleOutSettings } = bodyAs(change, request.body);
    if (targetStorageMode) state.target_storage_mode = targetStorageMode;
    const { autoSyncReadOnlyReplicas: autoSync, maxReadOnlyReplicas: most } = queryScaleOutSettings ?? {};
    state.query_scale_out = {
      autoSyncReadOnlyReplicas: autoSync ?? state.query_scale_out.autoSyncReadOnlyReplicas,
      maxReadOnlyReplicas: most ?? state.query_scale_out.maxReadOnlyReplicas,
    };
    return reply.code(200).send();
  });

  app.delete('/groups/:group/datasets/:dataset', async (request, reply) => {
    const { workspace, model } = datasetOf(service, request, 'Contributor');
    removeModel(service, workspace, model);
    return reply.code(200).send();
  });
};
