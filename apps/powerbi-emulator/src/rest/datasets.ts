import type { FastifyInstance } from 'fastify';
import type { ModelDefinition } from '../definition.ts';
import { notFound } from '../errors.ts';
import type { Service } from '../service.ts';
import { findModel } from '../state.ts';
import type { Workspace } from '../state.ts';
import { idOf, workspaceOf } from './authorize.ts';
import { createReportEmbedUrl, qnaEmbedUrl } from './embed-urls.ts';
import { list } from './odata.ts';

const datasetRow = (service: Service, workspace: Workspace, model: ModelDefinition) => {
  const hasRoles = model.roles.length > 0;
  return {
    id: model.id,
    name: model.name,
    ...(model.description !== undefined && { description: model.description }),
    addRowsAPIEnabled: false,
    configuredBy: service.state.applications[0]?.display_name,
    isRefreshable: true,
    isEffectiveIdentityRequired: hasRoles,
    isEffectiveIdentityRolesRequired: hasRoles,
    isOnPremGatewayRequired: false,
    targetStorageMode: 'Abf',
    webUrl: `${service.origin()}/groups/${workspace.id}/datasets/${model.id}`,
    createReportEmbedURL: createReportEmbedUrl(service),
    qnaEmbedURL: qnaEmbedUrl(service),
    upstreamDatasets: [],
    users: [],
    queryScaleOutSettings: { autoSyncReadOnlyReplicas: true, maxReadOnlyReplicas: 0 },
  };
};

/** Datasets (powerbi.md A4). */
export const registerDatasets = (app: FastifyInstance, service: Service): void => {
  app.get('/groups/:group/datasets', async (request) => {
    const workspace = workspaceOf(service, request);
    const rows = workspace.models.map((model) => datasetRow(service, workspace, model));
    return list(service, `groups('${workspace.id}')/datasets`, rows);
  });

  app.get('/groups/:group/datasets/:dataset', async (request) => {
    const workspace = workspaceOf(service, request);
    const model = findModel(workspace, idOf(request, 'dataset'));
    if (!model) throw notFound();
    return datasetRow(service, workspace, model);
  });
};
